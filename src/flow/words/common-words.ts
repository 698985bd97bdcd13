// Words that name nothing, or too much: `the`, `email`, `meeting`. Of all languages at once: that a word is common in one is
// reason enough.

/** Words that carry no meaning of their own. */
const FILLERS: readonly string[] = [
  // en
  `a about above after again all also always an and another any anyone anything are as at back be been before
      being best both but by can could did do does don't done each every everyone everything first for from get give go
      have he hello help her here him his how i if in into is it its just know last later like made make many more most
      much must my name never new next no none not now of off on once only open or other our out over please see she show so
      some something such sure take than thank thanks that the their them then there these they thing this those to today
      tomorrow up us use very want was we well were what when where which who will with within without yesterday you your`,
  // de
  `aber alle alles am an auch auf aus bei bis bitte da dann das dass dein deine dem den der des die diese dieser
      dieses du ein eine einen einer es für hat ich ihr im in ist ja kein mehr mein meine meinen mich mir mit nach neue
      neuen nicht noch nun oder sein sich sie so um und uns unter vom von vor war was wenn wer wie wir wo zu zum zur über`,
  // es
  `a ahora al cada como con cuando de del desde después donde el en es esta este estos ha hasta hola la las lo
      los me mi mucho no nos nueva nuevo o para pero por porque que se si sin sobre su todo todos tu un una y`,
  // fr
  `a alors après au aux avant avec bien ce ces chaque comme dans de demain depuis des donc du elle en encore
      entre est et il je la le les leur mais me mes mon même ne nous nouveau nouvelle ou par pas pour quand que qui sa
      sans se ses son sont sous sur te tes ton tous tout toute très tu un une votre vous`,
]

/** Nouns and verbs too common to name an object by themselves. */
const COMMONS: readonly string[] = [
  // en
  `answer appointment april august body book calendar call cancel check city contact contacts content copy
      create date dates days dear december delete description details document documents email emails event events
      february file files find folder forward free friday good home hour hours inbox info information invite invoice
      january july june list look mail mails march me meeting meetings message messages minutes monday money month names
      need note notes november number october order page participants password payment people post re read recent
      recipient reply request saturday schedule search send sender september share start subject summary sunday task team
      tell text thursday time title transaction transfer tuesday unread update urgent user wednesday week weekend work
      write year`,
  // de
  `brief datei dateien datum finde freitag gestern habe haben heute kalender mail mails mittwoch montag morgen
      nachricht nachrichten rechnung samstag sende sonntag stunde suche termin termine treffen vielen woche zeige zeit`,
  // es
  `archivo archivos buscar correo correos fecha lista mañana mensaje mensajes nombre reunión semana tiempo`,
  // fr
  `fichier fichiers heure liste message messages réunion semaine temps`,
]

const setOf = (lists: readonly string[]): ReadonlySet<string> =>
  new Set(lists.flatMap((list) => list.split(/\s+/)))

const FILLER = setOf(FILLERS)
const COMMON = setOf(COMMONS)

/** Whether a text is too common to name an object: fillers, and at most one common word among them. */
export function isCommon(folded: string): boolean {
  const words = folded.split(' ').map((word) => word.replace(/[^\p{L}\p{N}'-]/gu, ''))
  const [word, ...more] = words.filter((each) => each !== '' && !FILLER.has(each))
  return more.length === 0 && (word === undefined || COMMON.has(word))
}

/** Whether a word carries no meaning of its own. */
export function isFiller(folded: string): boolean {
  return FILLER.has(folded)
}
