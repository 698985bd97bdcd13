// The words of German.

import type { RequestLexicon } from './shape.js'

export const DE: RequestLexicon = {
  language: 'de',
  marks: `der die das den dem des ein eine einen einem einer und oder zu im am an auf für mit ist sind war ich du er sie es wir ihr sie
    mir mich dir uns mein meine meinen meiner dein deine unser unsere bitte nicht kein keine noch schon mal dass wenn weil was wer wann
    wo wie welche kannst kann könntest könnte hat haben wird werden von vom beim bei nach aus zum zur über unter danke auch aber nur in um im ins ab so dann ich will alle neue neuen neuer neues diese dieser heute morgen gestern`,
  verbs: {
    send: `schicken; ab|schicken; senden~send,sende~gesendet,gesandt; ab|senden~~abgesendet; zu|schicken; zu|senden; versenden~~versendet; verschicken; mailen; an|mailen; texten;
      simsen; schreiben~schreib,schreibe~geschrieben~schreibt + !ein|!eine|!einen|!das|!die|!was; schreiben~schreib,schreibe~geschrieben~schreibt + @mail|@message|@letter|@sms; an|schreiben~~geschrieben; sagen + bescheid; sagen; an|sagen; geben~gib~gegeben~gibt + bescheid|nachricht; mit|teilen;
      informieren; benachrichtigen; verständigen; fragen; an|fragen; nach|fragen; bedanken; danken; richten + aus; aus|richten; melden; bestätigen; erinnern;
      kontaktieren; übermitteln; unterrichten; warnen; grüßen; gratulieren; entschuldigen; pingen; an|pingen; alarmieren; geben~gib~gegeben~gibt + durch|weiter; durch|geben~gib~gegeben~gibt; weiter|geben~gib~gegeben~gibt; beschweren; wünschen; hin|weisen;
      erkundigen; zusagen; zu|sagen; bescheid + geben; vor|warnen; nach|haken; zukommen + lassen; schicken + @sms; lassen~lass~lassen~lässt + wissen`,
    reply:
      'antworten; beantworten; zurück|schreiben~~geschrieben; erwidern; reagieren; zurück|melden; entgegnen',
    forward:
      'weiter|leiten; weiter|schicken; weiter|senden; weiter|reichen; durch|stellen; um|leiten; weiter|geben~gib~gegeben~gibt',
    draft: `entwerfen~entwirf~entworfen~entwirft; auf|setzen; formulieren; vor|bereiten; vor|formulieren; speichern + @draft; ab|legen + @draft; an|legen + @draft; verfassen;
      schreiben~schreib,schreibe~geschrieben~schreibt + @draft; erstellen + @draft; machen~mach,mache + @draft; skizzieren; legen + @draft`,
    publish: `veröffentlichen; posten; geben~gib~gegeben~gibt + @review; bewerten~~bewertet; rezensieren; publizieren; twittern; ankündigen; an|kündigen; bekannt|geben~gib~gegeben~gibt; online|stellen; stellen + online|@channel|@website; setzen + @website|online; bringen + @website;
      schreiben~schreib,schreibe~geschrieben~schreibt + @channel; verkünden; teilen + @channel|@post|öffentlich; raus|hauen; rein|schreiben~~geschrieben; rein|stellen; frei|schalten; pushen; ein|stellen + @website|@post; nach|fragen + @channel; fragen + @channel; committen; planen + @post; reinstellen; ein|planen + @post; sagen + @channel`,
    comment: `kommentieren; schreiben~schreib,schreibe~geschrieben~schreibt + @comment; hinterlassen~hinterlass~hinterlassen~hinterlässt + @comment; fragen + @comment; ergänzen + @comment; antworten + @comment; posten + @comment; an|merken; hinzu|fügen + @comment; drunter|schreiben~~geschrieben`,
    react:
      'reagieren; liken; geben~gib~gegeben~gibt + daumen|herz|like|emoji; setzen + @reaction; machen + @reaction; hängen + @reaction',
    pay: `zahlen; bezahlen; überweisen~überweis,überweise~überwiesen~überweist; begleichen~~beglichen; erstatten + an; spenden; schicken + @payment; zurück|zahlen; ein|zahlen; auf|laden~lad,lade~geladen~lädt; um|buchen + @payment|@account; transferieren;
      geben~gib~gegeben~gibt + @payment; tätigen + @payment; machen + @payment; aus|führen + @payment; an|weisen; senden~~gesendet + @payment; schieben + @account; über|weisen; regulieren; aus|zahlen; durch|führen + @payment; verschieben + @account`,
    reclaim: `erstatten; zurück|fordern; an|fordern + @refund|@payment|zurück|wieder|@prescription; reklamieren; zurück|geben~gib~gegeben~gibt; zurück|schicken; zurück|senden; umtauschen; um|tauschen; an|melden + @return; verlangen; beantragen + @refund|@return; zurück|holen; retournieren; holen + zurück|@refund; widerrufen`,
    buy: `kaufen; bestellen; ein|kaufen; besorgen; nach|bestellen; ordern; holen + @flight|@train|@food|@product; rufen~ruf,rufe~gerufen + @taxi; organisieren + @food|@taxi; nachkaufen; mieten; abonnieren; auf|geben~gib~gegeben~gibt + @order; nehmen~nimm~genommen~nimmt + @flight|@hotel|@product; lösen + @train; an|schaffen; schicken + @taxi; ab|schicken + @order; ab|schließen + @order`,
    book: `buchen; reservieren; ein|buchen; ausmachen + @event; aus|machen + @event; vereinbaren; nehmen~nimm~genommen~nimmt + @hotel|@flight|@table|@room|@class; mieten; sichern + @table|@hotel|@flight; besorgen + @table|@hotel|@flight|@event|@train; geben~gib~gegeben~gibt + @event; vergeben~vergib~vergeben~vergibt;
      vormerken; vor|merken; an|mieten; blocken; ein|tragen~~getragen~trägt + @event; organisieren + @table|@hotel|@flight|@car|@room; belegen; holen + @table|@event; machen + @event; bestellen + @table|@room|@book; leihen; aus|leihen`,
    grant: `teilen; frei|geben~gib~gegeben~gibt; geben~gib~gegeben~gibt + zugriff|zugang|rechte|einsicht|leserechte|schreibrechte|berechtigung|@code; gewähren; erlauben; berechtigen; erteilen; holen + @channel|team; nehmen~nimm~genommen~nimmt + @channel|team; hinzu|fügen + @channel|team|@repo;
      ein|laden~lad,lade~geladen~lädt + @channel|@repo|team|@folder; autorisieren; ein|räumen; frei|schalten; lassen~lass~lassen~lässt + sehen|lesen|bearbeiten|rein; machen + admin|@code; bevollmächtigen; erstellen + @code|@link|freigabelink; generieren + @code|@link; zugänglich + machen; auf|nehmen~nimm~genommen~nimmt + @channel|team|gruppe; fügen + @channel|hinzu; packen + @channel; hinzu|holen; an|legen + @code`,
    invite: 'ein|laden~lad,lade~geladen~lädt; hinzu|fügen + @event',
    create: `erstellen; an|legen; erzeugen; machen~mach,mache~gemacht; ein|richten; eröffnen; auf|machen + @issue|@channel|@folder|@repair|@return; öffnen + @issue|@return|@repair; eröffnen; ein|tragen~~getragen~trägt; stellen + @reminder|@alarm; setzen + @event|@reminder|@list; planen; legen + @event|@folder|@repair|@standing|@issue|@contact|@task;
      ein|stellen + @event; organisieren; an|setzen; auf|nehmen~nimm~genommen~nimmt; generieren; vereinbaren; bauen; schreiben~schreib,schreibe~geschrieben~schreibt + @file|@issue|@note; melden + @issue|@repair|@city; tragen~trag,trage~getragen~trägt + @event|ein; aufnehmen; speichern; sichern; ab|speichern; notieren + @list|@task; ein|planen; wecken; machen + @event; erfassen; vormerken; starten + @channel; auf|setzen + @list; packen + @event|@list; stellen + @event; geben~gib~gegeben~gibt + @task`,
    add: `hinzu|fügen; legen + @cart|@wishlist; packen + @cart|@list|@wishlist|@waitlist; ergänzen; an|hängen; ein|fügen; setzen + @list|@wishlist|@waitlist|@cart; tun~tu~getan~tut + @cart|@list; werfen~wirf~geworfen~wirft + @cart; schreiben~schreib,schreibe~geschrieben~schreibt + @list|@note|dazu; rein|legen;
      auf|nehmen~nimm~genommen~nimmt + @list|@waitlist; stellen + @waitlist|@list; fügen + hinzu|an|ein; hängen + @note|an; dazu|schreiben~~geschrieben; merken + @wishlist; notieren + @list; ein|tragen~~getragen~trägt + @waitlist|@list; tragen~trag,trage~getragen~trägt + @waitlist|@list`,
    remind:
      'erinnern; stellen + @reminder; setzen + @reminder; machen + @reminder; an|legen + @reminder; erstellen + @reminder; einrichten + @reminder; ein|richten + @reminder; denken~denk,denke + dran',
    note: `notieren; fest|halten~halt,halte~gehalten~hält; vermerken; auf|schreiben~~geschrieben; protokollieren; ein|tragen~~getragen~trägt + @activity|@hours|@note|@contact; erfassen; dokumentieren; schreiben~schreib,schreibe~geschrieben~schreibt + auf|@note; merken; verbuchen; buchen + @hours; machen + @note; an|legen + @note; halten~halt,halte~~hält + fest; loggen; tragen~trag,trage~~trägt + @hours; hinterlegen; nieder|schreiben~~geschrieben; hinzu|fügen + @note`,
    destroy: `löschen; archivieren; entfernen; vernichten; leeren; weg|werfen~wirf~geworfen~wirft; weg|räumen; raus|werfen~wirf~geworfen~wirft; aus|tragen~~getragen~trägt; streichen~~gestrichen; verwerfen~verwirf~verworfen~verwirft; weg|machen; runter|nehmen~nimm~genommen~nimmt; nehmen~nimm~genommen~nimmt + runter|raus|weg|offline|@cart; tilgen;
      schmeißen~schmeiß~geschmissen + weg|raus|@cart; weg|schmeißen~~geschmissen; verschieben + papierkorb; werfen~wirf~geworfen~wirft + weg|raus|papierkorb; räumen + weg|auf; raus|nehmen~nimm~genommen~nimmt; raus|löschen; hauen + weg|raus; tun~tu~getan + papierkorb|weg; bereinigen; ab|bestellen; putzen + weg; deinstallieren; kicken; schieben + papierkorb; entsorgen; zurück|ziehen~~gezogen + @post; widerrufen; beseitigen; raus|schmeißen~~geschmissen; packen + papierkorb; legen + papierkorb; ab|räumen`,
    cancel: `ab|sagen; stornieren; kündigen; annullieren; auf|heben; zurück|ziehen~~gezogen; widerrufen; aus|fallen + lassen; zurück|nehmen~nimm~genommen~nimmt; canceln; streichen~~gestrichen; beenden; ab|bestellen; ab|blasen; stoppen + @standing|@order; raus|nehmen~nimm~genommen~nimmt + @event; frei|geben~gib~gegeben~gibt + @room; auf|lösen + @standing|@lease; ab|melden; blasen + ab`,
    close:
      'schließen~~geschlossen; zu|machen; ab|schließen~~abgeschlossen; beenden; erledigen; dicht|machen; schließen + als',
    change: `ändern; verschieben~~verschoben; verlegen; um|benennen~~umbenannt; aktualisieren; an|passen; verlängern + @event; vor|ziehen~~gezogen; um|legen; bearbeiten; korrigieren; erhöhen; senken; herab|setzen; herauf|setzen; setzen + @limit|hoch|runter|rauf|phase; stellen + @limit|phase; um|buchen; um|tragen~~getragen~trägt; um|stellen; um|ziehen; um|schreiben~~geschrieben;
      ersetzen; tauschen; schieben + @event|@deal|auf; ab|ändern; rücken + @event; hoch|setzen; runter|setzen; anheben; an|heben; begrenzen; nach|tragen~~getragen~trägt; berichtigen; ziehen + @deal|phase; nennen + um; benennen + um; hinterlegen + @address; ein|tragen~~getragen~trägt + @address|neue; liefern; um|leiten + @order; verschoben; vertagen; reduzieren; aus|tauschen; ziehen + vor`,
    set: `stellen; schalten; ein|schalten; aus|schalten; machen~mach,mache~gemacht + an|aus|heller|dunkler|wärmer|kälter|@light|@heat|@blinds|grad|hoch|runter; an|machen; aus|machen; dimmen; drehen; hoch|drehen; runter|drehen; hoch|fahren~fahr,fahre~gefahren~fährt + @blinds; runter|fahren~fahr,fahre~gefahren~fährt + @blinds; fahren~fahr,fahre~gefahren~fährt + @blinds|hoch|runter; lassen~lass~gelassen~lässt + runter|hoch|rauf;
      runter|lassen~lass~gelassen~lässt; hoch|lassen~lass; heizen; auf|drehen; ab|drehen; setzen + @status|grad; ein|stellen; regeln; öffnen + @blinds; schließen~~geschlossen + @blinds; ziehen + @blinds; hoch|ziehen~~gezogen; runter|ziehen~~gezogen; zu|machen + @blinds; auf|machen + @blinds; ändern + @status|@light|@heat; kühlen; an|schalten; ab|schalten; sperren + auf|zu; absperren; ab|sperren + @door; auf|sperren; ab|schließen~~abgeschlossen + @door; aufschließen; auf|schließen~~aufgeschlossen; auf|machen + @door; zu|machen + @door; öffnen + @door; tun~tu + @status`,
    lock: 'ab|schließen~~abgeschlossen; zu|sperren; ab|sperren; verriegeln; zu|schließen~~zugeschlossen; schließen~~geschlossen + ab|@door; zu|machen + @door',
    unlock:
      'auf|schließen~~aufgeschlossen; auf|sperren; entriegeln; auf|machen; öffnen + @door; machen~mach,mache~gemacht + auf; schließen~~geschlossen + auf; lassen~lass + rein',
    block: 'sperren; blockieren; ein|frieren; ab|schalten; verbannen; blocken; stumm|schalten; deaktivieren',
    pin: 'anpinnen; an|pinnen; anheften; an|heften; pinnen; fixieren; oben + halten; fest|pinnen; heften',
    label:
      'labeln; markieren; kennzeichnen; taggen; etikettieren; vergeben~vergib~vergeben~vergibt + @label; versehen~versieh~versehen + @label; geben~gib~gegeben~gibt + @label; setzen + @label; kleben + @label; hängen + @label; verpassen + @label; ein|ordnen; zuordnen; packen + @label',
    merge:
      'mergen~merg,merge~gemergt,gemerged; zusammen|führen; ein|spielen; übernehmen~übernimm~übernommen~übernimmt; rein|mergen; integrieren',
    approve:
      'genehmigen; bewilligen; ab|segnen; frei|geben~gib~gegeben~gibt; akzeptieren; bestätigen; zu|stimmen; durch|winken; ab|nicken; billigen; geben~gib~gegeben~gibt + ok|okay|frei',
    reject: 'ab|lehnen; zurück|weisen~~gewiesen; verweigern; aus|schlagen; ab|weisen~~gewiesen',
    run: `starten; an|stoßen~~gestoßen; neu|starten; aus|führen; los|schicken; lassen~lass~lassen~lässt + laufen|saugen|fahren|@vacuum; laufen~lauf; durch|starten; an|werfen~wirf~geworfen~wirft; saugen; schicken + @vacuum; restarten; triggern; durch|laufen; rebooten; putzen; wiederholen; an|schmeißen`,
    deploy:
      'deployen; aus|rollen; aus|liefern; ein|spielen; live|stellen; bringen~~gebracht + produktion|staging|live|@version; stellen + live; roll + aus; spielen + ein|auf; zurück|rollen; releasen',
    print: 'drucken; aus|drucken',
    play: 'spielen; ab|spielen; an|machen + @music; machen~mach,mache~gemacht + @music; auf|legen; laufen + lassen; starten + @music; streamen; spiel; schalten + @music; leg + auf',
    follow: 'folgen; abonnieren',
    renew:
      'verlängern; erneuern; anfordern + @prescription; an|fordern + @prescription; aus|stellen + @prescription; nach|bestellen + @prescription; bestellen + @prescription; brauchen + @prescription',
    report:
      'krank|melden; krank|schreiben~~geschrieben; melden; entschuldigen; ab|melden; schreiben~~ + krank; weiter|geben~gib~gegeben~gibt + schule; an|zeigen; bescheid + schule; sagen + schule; geben~gib~gegeben~gibt + schule',
    assign:
      'zu|weisen~weis,weise~gewiesen~weist; zu|teilen; übertragen~übertrag~übertragen~überträgt; geben~gib~gegeben~gibt + @issue|@task; delegieren; überlassen; zuständig; auf|brummen',
    submit:
      'ein|reichen; beantragen; ab|geben~gib~gegeben~gibt; stellen + @leave|antrag; nehmen~nimm~genommen~nimmt + @leave; beantragen; ab|schicken; reichen + ein; ein|geben~gib~gegeben~gibt; an|melden + @return; ab|rechnen + @expense; ein|tragen~~getragen~trägt + @leave; buchen + @leave',
    pause: 'pausieren; aus|setzen; unterbrechen; ruhen; stilllegen; still|legen; legen + eis',
    upload:
      'hoch|laden~lad,lade~geladen~lädt; laden~lad,lade~geladen~lädt + hoch; an|hängen; stellen + @file; teilen + @file; packen + @file; rein|stellen + @file; rein|packen; ein|stellen + @file; ab|legen + @file; posten + @file; schmeißen + @file',
    enrol:
      'an|melden; ein|schreiben~~geschrieben; eintragen + @class|@trip; ein|tragen~~getragen~trägt + @class|@trip; auf|nehmen~nimm~genommen~nimmt + @member|mitglied|verein; setzen + @trip',
    delegate:
      'folgen + anweisungen|schritten|anleitung; aus|führen + anweisungen|aktionen; erledigen + aufgaben|anweisungen; führen + anweisungen|aufgaben',
    read: `zeigen; lesen~lies~gelesen; vor|lesen~lies~gelesen; finden; suchen; raus|suchen; heraus|suchen; auflisten; auf|listen; prüfen; schauen; nach|schauen; nach|sehen; gucken; zusammen|fassen; übersetzen; vergleichen; erklären; holen; wissen; sehen; rechnen; aus|rechnen; zählen;
      bleiben; brauchen; auf|zählen; fassen + zusammen; durch|sehen; ansehen; an|sehen; an|schauen; sortieren; herunter|laden; runter|laden; filtern; nennen; sag + mir; helfen; anzeigen; an|zeigen; überprüfen; gehen; behalten; rufen; an|rufen; treffen; kommen`,
  },
  things: {
    mail: 'mail mails e-mail e-mails email emails postfach posteingang   newsletter rundmail',
    message: 'nachricht nachrichten zeile zeilen dm direktnachricht mitteilung message wort',
    sms: 'sms textnachricht handy',
    letter: 'brief briefe schreiben anschreiben mieterbrief',
    draft: 'entwurf entwürfe entwurfsordner',
    reminder: 'erinnerung erinnerungen',
    event: `termin termine kalender treffen besprechung besprechungen meeting meetings einladung verabredung veranstaltung kontrolltermin kontrolle vorsorge untersuchung
      sprechstunde anruf call telefonat  elternabend essen abendessen mittagessen geburtstag grillen kurs workshop konferenz jour-fixe probe sitzung date standup teammeeting uhr`,
    channel: 'kanal kanäle channel channels  gruppe chat team runde',
    private: 'privat direkt persönlich direktnachricht dm vertraulich pn',
    payment:
      'zahlung zahlungen überweisung überweisungen geld betrag euro eur € miete summe iban trinkgeld taschengeld rate anzahlung transaktion',
    standing: 'dauerauftrag daueraufträge monatlich monat regelmäßig jeden wöchentlich',
    card: 'karte kreditkarte girokarte bankkarte ec-karte debitkarte kreditkarten visa',
    limit: 'limit kartenlimit tageslimit monatslimit rahmen',
    invoice: 'rechnung rechnungen rechnungsnummer',
    fine: 'mahngebühr mahngebühren strafe gebühr gebühren bußgeld',
    refund: 'erstattung rückerstattung rückzahlung geld',
    account: 'konto konten girokonto sparkonto',
    issue: 'issue issues ticket tickets bug bugs fehler fehlermeldung tracker meldung defekt',
    pull: 'pr prs pull pull-request pull-requests merge-request',
    branch: 'branch branches zweig',
    repo: 'repo repos repository',
    workflow: 'workflow pipeline build ci lauf job nightly',
    comment: 'kommentar kommentare',
    label: 'label labels etikett tag',
    reaction: 'reaktion emoji daumen herz smiley daumen-hoch',
    status: 'status',
    file: 'datei dateien dokument dokumente pdf tabelle foto fotos bild bilder scan scans protokoll unterlagen bilanz bericht präsentation handbuch vertrag folien spielbericht skript anleitung liste',
    folder: 'ordner verzeichnis',
    link: 'link links freigabelink',
    note: 'notiz notizen notizzettel vermerk eintrag ',
    list: 'liste to-do-liste todo todos to-do to-dos einkaufsliste aufgabenliste einkaufszettel',
    task: 'aufgabe aufgaben wiedervorlage',
    contact: 'kontakt kontakte person kontakten ansprechpartner crm adressbuch datensatz',
    deal: 'deal deals abschluss pipeline geschäft phase verkaufschance',
    offer: 'angebot angebote preise kostenvoranschlag',
    activity: 'telefonat anruf gespräch notiz besuch aktivität',
    light: 'licht lichter lampe lampen  beleuchtung  deckenlicht',
    heat: 'heizung temperatur grad thermostat wärmer kälter',
    door: 'tür türe haustür garagentür tor schloss wohnungstür kellertür hintertür garage gartentor',
    blinds: 'rollladen rollläden rollo rollos jalousie jalousien vorhang vorhänge rolladen',
    vacuum: 'staubsauger saugroboter roboter saugen',
    music: 'musik lied lieder radio playlist album jazz rock klassik hörspiel podcast sender',
    code: 'code zugangscode türcode gästecode pin',
    routine: 'routine routinen automation automatisierung szene',
    leave: 'urlaub urlaubstag urlaubsantrag frei brückentag resturlaub urlaubstage',
    expense: 'spesen auslagen spesenabrechnung reisekosten kosten reisekostenabrechnung quittung beleg',
    sick: 'krank grippe fieber migräne krankheit erkältet erkältung krankmeldung krankheitstag',
    hours: 'stunden stunde arbeitszeit zeiterfassung stundenzettel projekt',
    patient: 'patient patienten patientin',
    prescription: 'rezept rezepte folgerezept wiederholungsrezept medikament tabletten medikamente',
    referral: 'überweisung überweisungsschein',
    waitlist: 'warteliste',
    post: 'post posts beitrag beiträge tweet bild foto story reel',
    user: 'konto account profil nutzer benutzer nutzerin',
    flight: 'flieger flug flüge flugticket flugtickets',
    train: 'zug bahn fahrkarte bahnticket',
    hotel:
      'hotel hotels zimmer einzelzimmer doppelzimmer pension übernachtung nacht nächte unterkunft ferienwohnung',
    table: 'tisch tische restaurant lokal',
    car: 'auto mietwagen kleinwagen wagen leihwagen transporter',
    taxi: 'taxi taxis',
    trip: 'reise ausflug reiseplan klassenfahrt fahrt wandertag schulausflug',
    booking: 'buchung buchungen reservierung reservierungen vormerkung',
    order: 'bestellung bestellungen paket lieferung',
    product: 'produkt produkte artikel packung packungen',
    cart: 'warenkorb einkaufswagen korb',
    wishlist: 'wunschliste merkliste merkzettel',
    return: 'retoure rücksendung rückgabe umtausch',
    review: 'bewertung bewertungen rezension sterne',
    support: 'kundendienst kundenservice support',
    address: 'adresse anschrift lieferadresse telefonnummer umgezogen handynummer',
    loan: 'ausleihe leihfrist ausleihen',
    book: 'buch bücher roman titel band',
    room: 'raum zimmer besprechungsraum',
    food: 'essen getränke kaffee kuchen brötchen mittagessen  häppchen catering imbiss schnittchen wasser tee',
    member: 'mitglied mitglieder',
    circular: 'rundschreiben rundbrief rundmail',
    website: 'website webseite homepage seite  internetseite netz',
    absence: 'abwesenheit fehlt fehlen daheim',
    parents: 'eltern elternbrief',
    service: 'dienst dienste service server',
    host: 'host server maschine',
    snapshot: 'snapshot snapshots',
    access: 'zugriff zugang rechte',
    version: 'version release produktion staging',
    alarm: 'wecker alarm',
    phone: 'nummer telefonnummer rufnummer handynummer',
    class: 'kurs kurse yoga pilates spinning stunde training ',
    membership: 'mitgliedschaft vertrag abo',
    trainer: 'trainer trainerin',
    tenant: 'mieter mieterin mietern',
    lease: 'mietvertrag mietverhältnis',
    repair: 'reparatur schaden tropft kaputt defekt reparaturauftrag',
    supplier: 'lieferant lieferanten lieferantin',
    customer: 'kunde kunden kundin',
    oncall: 'bereitschaft bereitschaftsdienst rufbereitschaft',
  },
  verbThings: {
    alarm: 'wecken',
    oncall: 'alarmieren',
    mail: 'mailen anmailen',
    sms: 'simsen',
    comment: 'kommentieren',
    post: 'twittern',
    reminder: 'erinnern',
    payment: 'überweisen bezahlen zahlen',
    light: 'dimmen',
    heat: 'heizen',
    door: 'abschließen aufschließen verriegeln',
    vacuum: 'saugen',
    pull: 'mergen',
    branch: 'mergen',
    sick: 'krankmelden',
    label: 'labeln taggen',
  },
  verbless: {
    grant:
      'braucht zugriff;braucht zugang;brauchen zugriff;braucht schreibrechte;braucht leserechte;braucht rechte;soll zugriff',
    set: 'an;aus;runter;hoch;rauf;grad;auf;zu',
    destroy:
      'weg mit;weg damit;in den papierkorb;in den müll;kann weg;können weg;kann raus;können raus;kann in die tonne;muss weg;müssen weg;raus aus;muss raus;in die tonne;soll weg;sollen weg;darf weg;dürfen weg',
  },
  leads: `und dann auch noch doch mal bitte jetzt nun aber ok okay hallo hi hey also danach anschließend zuerst erst schnell kurz einfach gern gerne
    sofort gleich nur oder ja na so dort wieder einmal direkt heute morgen außerdem zusätzlich schon lieber zunächst`,
  please: 'bitte gern gerne',
  asks: `kannst du;könntest du;könnten sie;können sie;könnt ihr;könntet ihr;würdest du;würden sie;magst du;willst du;ich will;ich möchte;ich würde gern;ich würde gerne;ich muss;
    du kannst;du könntest;du sollst;sie können;ihr könnt;wir müssen;wir wollen;wir sollten;wir möchten;du musst;ich hätte gern;kann mir jemand;kann jemand;könnte jemand;kannst;könntest;würdest;wärst du so lieb und;bitte;lass uns;es wäre schön;es wäre nett;es wäre super;es wäre toll;wäre schön;wäre super;wäre nett;wäre toll;kann man;können wir;könnten wir;vergiss nicht;vergiss bitte nicht;nicht vergessen;
    kannste;könnteste;sei so gut und;sei so lieb und;darf ich dich bitten;ich bitte dich;soll;sollen;muss;müssen;sollte;sollten;möchte;will;denk dran;denk daran;könnt;magst;könnten`,
  wishes:
    'braucht;ich brauche;wir brauchen;brauche;ich hätte gern;ich hätte gerne;ich will;ich möchte;wir möchten;wir hätten gern;brauch;ich brauch',
  may: 'kann;können;soll;sollen;muss;müssen;darf;dürfen;könnte;könnten',
  denials:
    'nicht nie niemals kein keine keinen keiner keinem keins nichts ohne niemand niemandem niemanden weder',
  denialPhrases: 'auf keinen fall;bloß nicht;noch nicht;noch nichts;lieber nicht',
  reminders: 'vergiss vergessen vergesst',
  byMyself: 'selbst;selber',
  questions:
    'was wer wem wen wessen wann wo wohin woher wie wieso warum weshalb welche welcher welches welchen welchem wieviel wieviele worüber worum womit wofür wozu woran ob bis',
  inversions: `ist sind war waren hat haben hatte hatten wird werden wurde wurden gibt gab kann können könnte könnten soll sollte sollen darf dürfen muss steht stehen
    habe hab bin kommt kam liegt gehört läuft lief stimmt sollte müsste müssen hast habt bist weißt wisst dürfte dürften`,
  reports:
    'sagt sagte schreibt schrieb steht stand fragt fragte meint meinte heißt lautet geschrieben gesagt',
  conditions: 'wenn falls sofern angenommen',
  subordinators:
    'dass weil da ob wenn falls sobald bevor nachdem während obwohl damit bis sodass welche welcher welches wo wie was wer wann warum wieso wem wen wohin',
  contents: 'dass ob',
  coordinators: 'und oder aber sondern dann',
  alternatives: 'oder noch',
  articles: 'der die das den dem des ein eine einen einem einer eines im am zum zur vom beim ans ins aufs',
  indefinite: 'ein eine einen einem einer zwei drei vier fünf sechs etwas ein paar',
  self: 'mir mich uns',
  pronouns:
    'ich du er sie es wir ihr ihm ihn ihnen das dies diese diesen dieser dieses jemand alle allen beide beiden man',
  finite: `ist sind war waren hat haben hatte hatten habe hab bin wird werden wurde wurden kann können könnte könnten kannst könntest soll sollen sollte muss müssen will
    möchte würde kam kommt steht ging geht fiel war gibt gab weiß wollte konnte sollte`,
  to: 'an bei mit ans beim für in auf zu zum zur im unter',
  of: 'von vom über wegen zu aus mit an für in zur zum',
  owners: 'von vom',
  abouts: 'über wegen zu zum zur wie',
  purposes: 'für',
  prepositions: `an bei mit für in auf zu zum zur im am ans ins beim von vom über wegen aus unter nach vor seit bis um ab per via ohne gegen durch als dass ob wenn weil
    und dann oder aber`,
  possessives:
    'mein meine meinen meinem meiner dein deine deinen sein seine seinen ihr ihre ihren ihrem ihrer unser unsere unseren unserer euer eure ',
  each: 'jede jeder jedes jeden jedem alle allen aller alles sämtliche sämtlichen beide beiden',
  superlatives:
    'letzte letzten letzter letztes neueste neuesten älteste ältesten größte größten kleinste kleinsten billigste billigsten günstigste günstigsten teuerste teuersten erste ersten nächste nächsten meisten',
  days: 'montag dienstag mittwoch donnerstag freitag samstag sonnabend sonntag montags dienstags mittwochs donnerstags freitags samstags sonntags',
  months: 'januar jänner februar märz april mai juni juli august september oktober november dezember',
  times: `heute morgen übermorgen gestern vorgestern abend nachmittag vormittag mittag nacht früh jetzt gleich sofort später bald woche wochenende monat jahr tag tage monatsende ostern weihnachten`,
  numbers: {
    null: 0,
    eins: 1,
    zwei: 2,
    drei: 3,
    vier: 4,
    fünf: 5,
    sechs: 6,
    sieben: 7,
    acht: 8,
    neun: 9,
    zehn: 10,
    elf: 11,
    zwölf: 12,
    dreizehn: 13,
    vierzehn: 14,
    fünfzehn: 15,
    sechzehn: 16,
    siebzehn: 17,
    achtzehn: 18,
    neunzehn: 19,
    zwanzig: 20,
    dreißig: 30,
    vierzig: 40,
    fünfzig: 50,
    sechzig: 60,
    siebzig: 70,
    achtzig: 80,
    neunzig: 90,
    hundert: 100,
    tausend: 1000,
    dutzend: 12,
    fünfundzwanzig: 25,
    fünfunddreißig: 35,
  },
  ordinals:
    'erste ersten zweite zweiten dritte dritten vierte vierten fünfte fünften sechste siebte achte neunte zehnte',
  currencies: 'euro eur cent dollar franken chf pfund tacken mark',
  units:
    'prozent % grad kilo kg gramm g liter l meter km stück packungen kisten kartons personen leute gäste plätze exemplare flaschen zimmer nächte',
  durations:
    'sekunde sekunden minute minuten min stunde stunden std h tag tage tagen woche wochen monat monate monaten jahr jahre jahren nacht nächte',
  named: `bestellung issue ticket pr rechnung seite zimmer raum nummer nr konto version kapitel wohnung haus gleis projekt fall auftrag unter in von zu kommentar auf bei tarif`,
  clock: 'um gegen bis ab von vor nach seit',
  describing: `genannte genannten erwähnte erwähnten aufgeführte aufgeführten`,
  changedTo: `auf um bei`,
  formats: `format`,
  sharing: `je jeweils pro teile teilen geteilt aufteilen aufgeteilt`,
  adding: `plus addiere dazu hinzu zusammen insgesamt summe gesamt beide beiden mehr erhöhe erhöhen trinkgeld`,
  lessening: `minus weniger abzüglich ohne abziehen differenz rest restliche restlichen reduziere reduzieren senke senken rabatt`,
  abbreviations: 'dr hr fr prof str nr z b d h u a usw bzw ca evtl inkl st ggf',
}
