// The words by which a user asks for an act, by language. Small and meant to be read: a word that is missing
// costs one question, a word too many lets an injected call pass whose target the user named.
//
// An entry is a word as it stands in a request (base form and imperative, never the past tense: "the mail that
// Lena sent" asks for nothing). `*word` counts only where a verb can stand, since it is a noun as well.
// `word + noun|noun` needs one of the nouns after it, in the same sentence. `word + @thing` needs a noun of
// `things`, and then counts for tools alone that have to do with such a thing: who asks for a meeting has not
// asked for a mail.

import type { Act } from '../../tool/flow/declare.js'

/** What an act can be about, where its verb alone would say too little. */
export type Thing = 'meeting' | 'money' | 'stay'

/** The words of one language. */
export interface Lexicon {
  readonly acts: Readonly<Record<Act, string>>
  readonly things: Readonly<Record<Thing, string>>
  /** "Do the actions in that mail": asks for whatever lets something out, never for destroying. */
  readonly delegates: string
  /** Words after which an ambiguous word is a verb. */
  readonly leads: string
  /** Words that turn the act around when they stand up to three words before it. */
  readonly negations: string
  /** After these a negation asks all the more: "don't forget to send". */
  readonly reminders: string
  /** Words that turn it around, up to three words after it: `sende nichts`. */
  readonly lateNegations: string
  /** Said to the assistant itself: `tell me` sends nothing. */
  readonly self: string
  /** Words that carry no meaning of their own. */
  readonly filler: string
  /** Nouns and verbs too common to name an object by themselves. */
  readonly common: string
}

/** Words in the name of a tool that has to do with a thing. */
export const TOOLS_FOR: Readonly<Record<Thing, string>> = {
  meeting: `event meeting appointment calendar invite invitation call session reminder schedule`,
  money: `payment pay transaction transfer order invoice bill subscription refund debit deposit rent`,
  stay: `reserve reservation book booking hotel restaurant flight car ticket table room seat rental trip`,
}

/** The lexicons there are, by language. A language that is not here is asked. */
export const LEXICONS: Readonly<Record<string, Lexicon>> = {
  en: {
    acts: {
      send: `send; resend; forward; *reply; respond; *email; *e-mail; *mail; *message; *text; *invite; *share; notify; inform;
        tell; deliver; submit; dispatch; *remind; *ping; *dm; *cc; *bcc; *contact; pass + on|along; let + know; get back + to;
        write + to|email|e-mail|mail|message|letter|back; *schedule + @meeting; arrange + @meeting; organize + @meeting;
        organise + @meeting; set + @meeting; create + @meeting; add + @meeting; plan + @meeting; make + @meeting;
        put + @meeting; move + @meeting; *book + @stay|@meeting; reserve + @stay; make + @stay`,
      publish: `publish; *post; *tweet; *upload; *release; announce; broadcast; *comment; *push; make + public;
        put + online|website|web; open + issue|pull|pr|ticket; create + issue|pull|pr|release|gist|page|post|ticket;
        *share + publicly|public|everyone; submit; send; write + channel|page|blog`,
      pay: `*pay; *transfer; *wire; send; *refund; reimburse; repay; settle; buy; *purchase; donate; *tip; top + up; remit; *deposit;
        subscribe; *order; *schedule + @money; create + @money; set + @money; make + @money; update + @money; adjust + @money;
        change + @money; modify + @money; increase + @money; raise + @money; lower + @money; reduce + @money;
        *book + @stay; reserve + @stay; make + @stay`,
      grant: `*share; *grant; *invite; allow; authorize; authorise; *permit; *assign; promote;
        give + access|permission|permissions|rights; let + see|view|edit|access|read;
        add + member|members|owner|admin|editor|viewer|collaborator|user|users|team|group|channel;
        make + admin|owner|editor|viewer|public; open + up`,
      destroy: `delete; remove; erase; wipe; *drop; cancel; discard; purge; *clear; clean; *trash; destroy; terminate;
        unsubscribe; revoke; uninstall; deactivate; *empty; *kill; throw + away|out; get rid + of; shut + down; call + off;
        close + account|ticket|issue`,
    },
    things: {
      meeting: `event events meeting meetings appointment appointments call invitation session lunch dinner breakfast reminder
        calendar participant participants attendee attendees guest guests`,
      money: `payment payments transfer transaction transactions rent rental order orders amount subscription invoice bill
        recipient fee`,
      stay: `hotel restaurant flight car table room ticket tickets seat reservation booking rental trip accommodation`,
    },
    delegates: `do + actions|instructions|todos; *follow + instructions|steps; *execute + actions|instructions|todos;
      perform + actions|instructions|todos; carry + out`,
    reminders: 'forget',
    leads: `to and then please can could would will you also just should must let's lets we i i'll or but so kindly now next
      afterwards finally want need`,
    negations: "don't dont not never without doesn't no",
    lateNegations: 'nothing nobody',
    self: 'me us',
    filler: `a about above after again all also always an and another any anyone anything are as at back be been before
      being best both but by can could did do does don't done each every everyone everything first for from get give go
      have he hello help her here him his how i if in into is it its just know last later like made make many more most
      much must my name never new next no none not now of off on once only open or other our out over please see she show so
      some something such sure take than thank thanks that the their them then there these they thing this those to today
      tomorrow up us use very want was we well were what when where which who will with within without yesterday you your`,
    common: `answer appointment april august body book calendar call cancel check city contact contacts content copy
      create date dates days dear december delete description details document documents email emails event events
      february file files find folder forward free friday good home hour hours inbox info information invite invoice
      january july june list look mail mails march me meeting meetings message messages minutes monday money month names
      need note notes november number october order page participants password payment people post re read recent
      recipient reply request saturday schedule search send sender september share start subject summary sunday task team
      tell text thursday time title transaction transfer tuesday unread update urgent user wednesday week weekend work
      write year`,
  },
  de: {
    acts: {
      send: `schick; schicke; schicken; sende; senden; *maile; *mailen; antworte; antworten; beantworte; leite + weiter; weiterleiten;
        weiterzuleiten; schreib; schreibe; schreiben; informiere; informieren; benachrichtige; benachrichtigen; lade + ein;
        einladen; einzuladen; teile + mit; mitteilen; übermittle; übermitteln; sag + bescheid; gib + bescheid;
        vereinbare + @meeting; vereinbaren + @meeting; lege + @meeting; leg + @meeting; trag + @meeting; trage + @meeting;
        plane + @meeting; erstelle + @meeting; buche + @stay|@meeting; reserviere + @stay`,
      publish: `veröffentliche; veröffentlichen; poste; posten; twittere; lade + hoch; hochladen; publiziere; publizieren; kommentiere`,
      pay: `zahle; zahl; zahlen; bezahle; bezahlen; überweise; überweisen; erstatte; erstatten; begleiche; begleichen; kaufe; kaufen;
        spende; spenden; bestelle; bestellen; ändere + @money; erhöhe + @money; buche + @stay; reserviere + @stay;
        richte + @money; sende; schicke`,
      grant: `teile; teilen; gib + zugriff|zugang|rechte; gewähre; gewähren; erlaube; berechtige; freigeben; freizugeben; lade + ein;
        gebe + frei|zugriff; mach + admin`,
      destroy: `lösche; lösch; löschen; entferne; entfernen; storniere; stornieren; verwirf; verwerfen; vernichte; leere; leeren;
        kündige; kündigen; sag + ab; sage + ab; absagen; abzusagen; wirf + weg`,
    },
    things: {
      meeting: 'termin termine treffen meeting besprechung einladung kalender teilnehmer',
      money: 'zahlung überweisung dauerauftrag betrag miete rechnung',
      stay: 'hotel restaurant tisch zimmer flug auto ticket reservierung',
    },
    delegates: 'folge + anweisungen|schritten; führe + aus; erledige + aufgaben|anweisungen',
    reminders: 'vergiss',
    leads: 'bitte und dann kannst könntest du zu oder auch noch',
    negations: 'nicht nie niemals kein keine keinen ohne',
    lateNegations: 'nicht nichts kein keine keinen niemandem',
    self: 'mir uns',
    filler: `aber alle alles am an auch auf aus bei bis bitte da dann das dass dein deine dem den der des die diese dieser
      dieses du ein eine einen einer es für hat ich ihr im in ist ja kein mehr mein meine meinen mich mir mit nach neue
      neuen nicht noch nun oder sein sich sie so um und uns unter vom von vor war was wenn wer wie wir wo zu zum zur über`,
    common: `brief datei dateien datum finde freitag gestern habe haben heute kalender mail mails mittwoch montag morgen
      nachricht nachrichten rechnung samstag sende sonntag stunde suche termin termine treffen vielen woche zeige zeit`,
  },
  es: {
    acts: {
      send: `envía; envia; enviar; envíale; enviale; manda; mandar; mándale; mandale; reenvía; reenvia; reenviar; responde; responder;
        contesta; contestar; escribe + a|correo|mensaje; escríbele; escribele; avisa; avisar; notifica; notificar; invita; invitar;
        informa; informar; comparte; compartir; programa + @meeting; crea + @meeting; agenda + @meeting; reserva + @stay`,
      publish: 'publica; publicar; postea; sube; subir; anuncia; anunciar; comenta; comentar',
      pay: `paga; pagar; transfiere; transferir; abona; abonar; reembolsa; reembolsar; compra; comprar; dona; donar; envía; envia;
        enviar; actualiza + @money; cambia + @money; reserva + @stay`,
      grant:
        'comparte; compartir; concede; conceder; autoriza; autorizar; permite; permitir; invita; da + acceso|permiso; dale + acceso',
      destroy: `borra; borrar; elimina; eliminar; cancela; cancelar; quita; quitar; descarta; descartar; vacía; vacia; vaciar; anula;
        anular; revoca; revocar`,
    },
    things: {
      meeting: 'reunión evento cita invitación calendario participantes',
      money: 'pago transferencia alquiler orden factura',
      stay: 'hotel restaurante mesa habitación vuelo coche reserva',
    },
    delegates: 'sigue + instrucciones; haz + acciones|tareas',
    reminders: 'olvides',
    leads: 'por favor y luego puedes podrías a también',
    negations: 'no nunca sin',
    lateNegations: 'nada nadie',
    self: 'me nos',
    filler: `a ahora al cada como con cuando de del desde después donde el en es esta este estos ha hasta hola la las lo
      los me mi mucho no nos nueva nuevo o para pero por porque que se si sin sobre su todo todos tu un una y`,
    common: `archivo archivos buscar correo correos fecha lista mañana mensaje mensajes nombre reunión semana tiempo`,
  },
  fr: {
    acts: {
      send: `envoie; envoyer; envoyez; transfère; transférer; transmets; transmettre; réponds; répondre; répondez; écris + à|mail|message;
        écrire + à|mail|message; informe; informer; préviens; prévenir; notifie; notifier; invite; inviter; invitez; partage;
        partager; planifie + @meeting; organise + @meeting; crée + @meeting; fixe + @meeting; réserve + @stay`,
      publish: 'publie; publier; publiez; poste; poster; annonce; annoncer; commente; commenter',
      pay: `paie; paye; payer; payez; vire; virer; transfère + €|euros|argent; rembourse; rembourser; achète; acheter; règle; régler;
        envoie; envoyer; modifie + @money; augmente + @money; réserve + @stay`,
      grant:
        'partage; partager; accorde; accorder; autorise; autoriser; donne + accès|droits; donner + accès|droits; invite; inviter',
      destroy: `supprime; supprimer; supprimez; efface; effacer; annule; annuler; retire; retirer; enlève; enlever; vide; vider; jette;
        jeter; révoque; révoquer`,
    },
    things: {
      meeting: 'réunion événement rendez-vous invitation calendrier participants',
      money: 'virement paiement loyer facture commande',
      stay: 'hôtel restaurant table chambre vol voiture réservation',
    },
    delegates: 'suis + instructions; fais + actions|tâches',
    reminders: 'oublie oublies',
    leads: "s'il te plaît et puis peux tu pourrais veuillez à",
    negations: 'ne pas jamais sans',
    lateNegations: 'pas rien jamais',
    self: 'moi nous',
    filler: `a alors après au aux avant avec bien ce ces chaque comme dans de demain depuis des donc du elle en encore
      entre est et il je la le les leur mais me mes mon même ne nous nouveau nouvelle ou par pas pour quand que qui sa
      sans se ses son sont sous sur te tes ton tous tout toute très tu un une votre vous`,
    common: `fichier fichiers heure liste message messages réunion semaine temps`,
  },
}
