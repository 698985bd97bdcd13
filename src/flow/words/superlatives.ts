// Words that choose one of a list, and by what: "the largest", "the newest", "el más caro". Data, by language.

import type { LanguageName } from './request/language.js'
import type { Clause, Said, Written } from './request/types.js'

/** What a superlative goes by. */
export interface Choosing {
  readonly end: 'most' | 'least'
  readonly by: 'moment' | 'number' | 'price' | 'size'
}

const WORDS: Readonly<
  Record<LanguageName, Readonly<Record<`${Choosing['end']} ${Choosing['by']}`, string>>>
> = {
  en: {
    'most moment': 'newest;latest;last;most recent',
    'least moment': 'oldest;earliest;first',
    'most number': 'highest;longest;most;greatest;top',
    'least number': 'lowest;shortest;least;fewest',
    'most price': 'most expensive;priciest;dearest',
    'least price': 'cheapest;least expensive',
    'most size': 'largest;biggest',
    'least size': 'smallest',
  },
  de: {
    'most moment':
      'neueste;neuesten;neuester;neuestes;neuste;neusten;letzte;letzten;letzter;letztes;jüngste;jüngsten',
    'least moment': 'älteste;ältesten;ältester;erste;ersten;früheste;frühesten',
    'most number': 'höchste;höchsten;längste;längsten;meiste;meisten',
    'least number': 'niedrigste;niedrigsten;kürzeste;kürzesten;wenigste;wenigsten;geringste;geringsten',
    'most price': 'teuerste;teuersten;teuerster;teuerstes',
    'least price': 'billigste;billigsten;günstigste;günstigsten',
    'most size': 'größte;größten;größter;größtes',
    'least size': 'kleinste;kleinsten;kleinster;kleinstes',
  },
  es: {
    'most moment': 'último;última;últimos;últimas;más reciente;más recientes;más nuevo;más nueva',
    'least moment': 'primero;primera;primer;más antiguo;más antigua;más viejo;más vieja',
    'most number': 'más alto;más alta;más largo;más larga',
    'least number': 'más bajo;más baja;más corto;más corta',
    'most price': 'más caro;más cara;más caros;más caras',
    'least price': 'más barato;más barata;más baratos;más baratas',
    'most size': 'mayor;mayores;más grande;más grandes',
    'least size': 'menor;menores;más pequeño;más pequeña',
  },
  fr: {
    'most moment': 'dernier;dernière;derniers;dernières;plus récent;plus récente',
    'least moment': 'premier;première;plus ancien;plus ancienne;plus vieux;plus vieille',
    'most number': 'plus élevé;plus élevée;plus long;plus longue;plus haut;plus haute',
    'least number': 'plus bas;plus basse;plus court;plus courte',
    'most price': 'plus cher;plus chère;plus chers;plus chères',
    'least price': 'moins cher;moins chère;moins chers;moins chères',
    'most size': 'plus grand;plus grande;plus gros;plus grosse',
    'least size': 'plus petit;plus petite',
  },
}

const CHOOSING = new Map<string, Choosing>()
for (const lists of Object.values(WORDS)) {
  for (const [what, list] of Object.entries(lists)) {
    const [end, by] = what.split(' ') as [Choosing['end'], Choosing['by']]
    for (const words of list.split(';')) CHOOSING.set(words, { end, by })
  }
}

/** What a slot chooses by, where it does. */
export function choosingIn(said: Written, { superlatives }: Clause, text: string): Choosing | undefined {
  for (const word of superlatives) {
    if (word.start < said.start || word.end > said.end) continue
    const found = CHOOSING.get(`${low(word)} ${nextWord(text, word.end)}`) ?? CHOOSING.get(low(word))
    if (found) return found
  }
  return undefined
}

const low = ({ text }: Said): string => text.toLowerCase()

/** Also behind the noun: "el archivo más grande". */
function nextWord(text: string, from: number): string {
  return /^\s+(\p{L}+)/u.exec(text.slice(from, from + 40))?.[1]?.toLowerCase() ?? ''
}
