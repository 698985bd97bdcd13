// The words of English.

import type { RequestLexicon } from './shape.js'

export const EN: RequestLexicon = {
  language: 'en',
  marks: `the a an and or to of in on for with is are was were be it i you he she we they me my your his her our their this
    that these those please pls can could would will should what which who when where how did do does don't has have had from
    about at by as if not no any all i'm i'd it's let's thx thanks them him us out up off just every there`,
  verbs: {
    send: `refer~referred; fire + off; follow + up; touch + base; reassure; get~got + over; send~sent + off|over; loop + in; let~let + hear; ask + around; send~sent; resend~resent; email; e-mail; mail; message; text; ping; dm; write~written + !a|!an|!the|!some|!it|!down|!up|!me|!my; write~written + @mail|@message|@letter|@sms; tell~told; notify; inform;
      let + know; drop + line|note|message|mail; shoot~shot + @mail|@message|line|note; ask; thank; deliver; dispatch; contact;
      remind; congratulate; warn; alert; update + on|about|that; brief; cc; bcc; say~said; apologise;
      apologize; confirm; get~got + in touch|mail|message|word; reach + out; give + heads-up|notice|word; wish; welcome; nudge; page;
      chase; compose; complain; enquire; inquire; fill + in; check + with; report; send~sent + @letter`,
    reply: `reply; answer; respond; write~written + back; get~got + back to; email + back; text + back; message + back`,
    forward: `loop + in; get~got + @mail + over; share + @mail; forward; pass + on|along; relay; redirect; fwd; send~sent + on`,
    draft: `draft; write~written + up; prepare + @draft|reply|answer|@mail|@letter|@message; write~written + @draft; save + @draft; word;
      jot + @draft`,
    publish: `go~gone + out|live; check + in + @branch|@repo; queue + @post; put~put + up + @post; get~got + out + @post; put~put + out; share + @website; publish; post; tweet; announce; broadcast; release; leave~left + @review; write~written + @review; rate; give~given + stars|@review; share + publicly|everyone|@website|@channel|@post; put~put +
      @website|online|@channel|@post|@user; push; commit; blog; make~made + public; write~written + @channel|@post|@website; schedule +
      @post; repost; retweet`,
    comment: `ask + @issue|@pull; tell~told + @issue|@pull; say~said + @issue|@pull; drop + @comment; comment; leave~left + @comment|reply; add + @comment; post + @comment; reply + @comment; answer + @comment; write~written + @comment;
      chime + in; weigh + in`,
    react: 'react; like; thumbs + up; give~given + thumbs|heart|like|emoji; add + @reaction; upvote; heart',
    pay: `put~put + @account; give~given + back; forward + @payment; shift + @account; pay~paid; transfer + @payment|@account; wire; remit; settle; reimburse; repay~repaid; send~sent + @payment; make~made +
      @payment; donate; tip; top + up; do~done + @payment; give~given + @payment; move + @payment|@account; deposit; charge; owe; transfer`,
    reclaim: `start + @return; take~taken + back + @product|@order; get~got + money; bring~brought + back + @product; refund; return + @refund|@order|@product; get~got + back|refund|refunded; reclaim; request + @refund|@return|@prescription; claim +
      @refund|back; send~sent + back; ask + @refund; return; exchange; demand; open + @return`,
    buy: `stock + up; pick + up + @product|@food; get~got + more; order + in; buy~bought; order; purchase; get~got + !the|!my|!his|!her|!their|!our|!all|!information|!details|!info + @flight|@train|@hotel|@product|@food|@taxi|@table|@car; reorder; check + out; call +
      @taxi; have~had + @food; bring~brought + @food; place + @order; subscribe; rent; hire; grab + @food|@flight|@hotel|@table|@taxi|@car;
      send~sent + @taxi|@food`,
    book: `block + @event|@room|hour|hours; book; reserve; schedule + @event|@class; make~made + @event|@booking; give~given + @event; get~got + !the|!my|!his|!her|!their|!our|!all|!information|!details|!info + @hotel|@table|@flight|@train|@car|@taxi|@room|@event; rent + @car; hire + @car;
       grab + @table|@room; pencil + in; put~put + down; fix + @event; arrange + @event; set~set +
      @event; squeeze + in; borrow + @book; secure + @table|@hotel|@flight|@room`,
    grant: `let~let + have; get~got + there|onto; share; grant; give~given + access|rights|permission|permissions|@code|edit|view; allow; authorize; authorise; permit; invite
      + @channel|@repo|@folder|@file; let~let + see|view|edit|read|into|access; add + @channel|@repo|team|member|members|
      collaborator|group; bring~brought + into|in|@channel; make~made + admin|owner|editor|viewer|@code|@link; onboard; open +
      up; get~got + into|access; pull + into|@channel; create + @code|@link|@access; generate + @code|@link`,
    invite: 'invite; add + @event; ask + along|over',
    create: `pop + @event|@reminder|@list|@task; stick~stuck + @event|@list; block + @event|hour|hours|time; spin~spun + up; put~put + together; enter + @contact|@event; note + @list|@task; wake + me|up; squeeze + in; get~got + @event + calendar; create; make~made; set~set + up; open; file; raise; start + @channel|@folder|@note|@issue|@file; generate; prepare;
      schedule; arrange; organise; organize; plan; put~put; register; save; overwrite~overwritten; wake + up|me; build~built; draw~drawn + up; set~set + @reminder|@alarm|@event|
      @standing; log + @issue|@sick; submit + @issue|@return; write~written + @file|@note|@issue|@review; record + @contact; put~put + in|into|@list|
      @event; fix + up + @event; add + @event|@contact|@task|@issue|@reminder|@folder; give~given + @task; store; report + @issue; track`,
    add: `tack + on; pop + @cart|@list|@wishlist|@waitlist; slip + @cart|@list; include; write~written + @note + on; drop + @cart; add; put~put + @cart|@list|@wishlist|@waitlist|@event; append; stick~stuck + @cart|@list|@wishlist|@waitlist|@note; throw~thrown +
      @cart|@list; insert; include; pop + @cart|@list; place + @cart|@list|@waitlist; chuck + @cart; save + @wishlist; attach; extend
      + @note; put~put + down`,
    remind:
      'pop + @reminder; stick~stuck + @reminder; nudge + me; ping + me; remind; set~set + @reminder; create + @reminder; add + @reminder; make~made + @reminder; nudge; give~given + @reminder',
    note: `pop + @note; jot; scribble; put~put + on + record; note; log; record; jot + down; write~written + down|@note; make~made + @note; take + @note; add + @note; put~put +
      @note|@activity; track; enter; minute; keep~kept + @note|@list; register + @hours|@activity; book + @hours; put~put + @hours; clock; add + @hours; document`,
    destroy: `axe; cut~cut; zap; clear + out; take~taken + away; get~got + out + @list|@cart; kick + out; delete; remove; erase; wipe; drop; discard; purge; clear; trash; destroy; bin; scrap; empty; kill; ditch; throw~thrown +
      away|out; get~got + rid; take~taken + down|out|@cart|@event|@list; strike~struck; clean + up|out; move + trash|bin; put~put + trash|bin; void;
      uninstall; unsubscribe; revoke; terminate; cross + off|out; pull + down; undo; unpublish; nuke; lose~lost; toss; dump; archive; shred; chuck + out|away; retract`,
    cancel: `bail + out; back + out; nix; get~got + out + @booking|@event|@class; kill + @standing|@order; close + down; wind~wound + down; take~taken + back + @leave; undo~undone + @booking|@order; cancel~cancelled; call + off; withdraw~withdrawn; scrap + @event|@booking|@order|@flight|@hotel|@table|@trip; drop +
      @booking|@event|@order|@class|@flight; revoke; annul; void; abort; stop + @standing|@order; end + @standing|@lease|@membership; release + @room|@booking; give~given + up +
      @booking; take~taken + back; terminate; unbook; free + up; decline; pull + @leave; end`,
    close: 'close; resolve; mark + fixed|done|resolved|duplicate; shut~shut',
    change: `bump; slide; fix; rewrite~rewritten; redo~redone; set~set + to + @event; pull + forward; ship + @order; send~sent + @order + instead; bring~brought + up|down + @limit; call + instead; alter; tweak; move + along; put~put + back; change; update; move; reschedule; rename; edit; modify; amend; correct; adjust; shift; postpone; push + back|to|@event; bring~brought
      + forward; put~put + off; raise + @limit|@standing|@payment; lower + @limit|@standing|@payment; increase; reduce; switch; make~made + instead; put~put + to +
      @event; replace; extend; delay; set~set + @limit|@address; transfer + @deal; fix + @address; mark; swap; promote + @deal; advance; redirect + @order|@address; deliver + instead|@address`,
    set: `crank + up|down; get~got + warmer|cooler|brighter; bring~brought + @light; make~made + cosy; set~set; turn; switch; dim; brighten; raise; lower; put~put + on|off|up|down|degrees|@light|@heat|@blinds; make~made + degrees|
      warmer|cooler|brighter|darker|@heat|@light|@blinds; open + @blinds; close + @blinds; shut~shut + @blinds|@door|@light; heat; cool; warm + up;
      bring~brought + down|up; pull + up|down + @blinds; change + @light|@heat|@status; update + @status; roll; crank; light~lit; kill + @light; get~got + degrees|@heat`,
    lock: 'lock; lock + up; secure; bolt; shut~shut + @door; close + @door',
    unlock: 'unlock; open + @door; let~let + in; buzz + in',
    block:
      'block; freeze~frozen; ban; lock + @card|@account|@user; suspend; disable; stop + @card; deactivate; mute; cancel + @card',
    pin: 'pin; stick~stuck + top',
    label:
      'label; tag; mark; categorise; categorize; put~put + @label; add + @label; flag; star; give~given + @label',
    merge: 'merge; land; squash; integrate',
    approve:
      'green-light; nod + through; give~given + green|ok|okay|nod; pass + @expense|@leave; approve; accept; sign + off; ok; okay; authorise; authorize; clear + @expense; release + @expense; wave + through',
    reject: 'reject; decline; refuse; turn + down; deny; send~sent + back + @expense',
    run: 'fire + up; give~given + @workflow + run; redo~redone + @workflow; get~got + going; run~run; rerun; start; restart; reboot; trigger; launch; execute; kick + off; bounce; have~had + @vacuum; let~let + @vacuum; send~sent + @vacuum; vacuum; hoover; clean; retry; get~got + @vacuum',
    deploy:
      'deploy; ship; roll + out|back; release + @version; put~put + production|staging|live; push + production|staging|live; promote + @version',
    print: 'get~got + paper; put~put + paper; print; run~run + @print',
    play: 'play; put~put + @music; stream; start + @music; turn + @music; queue',
    follow: 'follow; subscribe + @user; add + @user',
    renew:
      'keep~kept + @book|@loan; get~got + more + @prescription; refill; top + up + @prescription; renew; extend + @loan|@book|@membership|@lease; prolong; keep~kept + longer; request + @prescription; reorder + @prescription; repeat; order + @prescription',
    report:
      'report; call + @sick; sign + off + @sick; notify + @sick|@absence; excuse; phone + @sick; mark + @sick|@absence; log + @sick; let~let + know + @absence|@sick',
    assign:
      'put~put + @issue; get~got + to + @issue|@task; make~made + responsible|owner; assign; hand + to|over; give~given + @issue|@task|@pull; put~put + on; delegate; reassign; pass + to',
    submit: `put~put + @leave; book + off; send~sent + in; get~got + in + @expense; submit; file; hand + in; apply; request; send~sent + off|@expense|@leave; put~put + in|through; claim; enter; lodge; register;
      turn + in; take~taken + off; book + @leave; ask + @leave; log + @expense; expense; get~got + @leave`,
    pause: 'pause; suspend; freeze~frozen + @membership; hold~held; put~put + hold; stop + @membership',
    upload:
      'drop + @channel + @file; pop + @file; send~sent + @file + @channel; upload; put~put + @file; attach; drop + @file; share + @channel; add + @file; post + @file; send~sent + @file + @channel; stick~stuck + @file',
    enrol:
      'put~put + @trip|@class; enrol; enroll; sign + up; register; put~put + down; add + @trip|@class|@member; join',
    delegate:
      'do~done + instructions|actions|tasks|todos|steps; follow + instructions|steps; execute + instructions|actions; perform + instructions|actions; carry + out',
    read: `show; answer + question|questions; read; find~found; list; search; look; check; summarise; summarize; translate; compare; get; give; see; explain; tell~told + me|us;
      let~let + me|us; view; keep~kept; leave~left; fetch; download; count; review; compute; describe; calculate; group; sort; help; go; open + @file; think; wonder; ring; call; buy + @nothing`,
  },
  things: {
    mail: 'email emails e-mail e-mails mail mails inbox mailbox thread newsletter gmail spam',
    message: 'message messages msg note line word dm dms sms text texts chat',
    sms: 'sms text texts mobile',
    letter: 'letter letters',
    draft: 'draft drafts',
    reminder: 'reminder reminders',
    event: `event events meeting meetings appointment appointments calendar call calls invite invitation lunch dinner breakfast session
      checkup check-up consultation standup stand-up one-on-one 1:1 slot class lesson party interview workshop offsite kickoff
      kick-off agenda catch-up date o'clock visit webinar conference birthday anniversary retro review`,
    channel: 'channel channels group team chat room everyone everybody',
    private: 'private privately direct directly dm dms personally confidentially',
    payment: `payment payments transfer transfers money transaction transactions amount euro euros dollar dollars pound pounds quid bucks
      eur usd gbp £ $ € rent cash deposit sum iban payee`,
    standing: `standing recurring monthly weekly regular regularly month interval intervals every`,
    card: 'card cards visa mastercard wallet',
    limit: 'limit limits cap',
    invoice: 'invoice invoices bill bills',
    fine: 'fine fines fee fees penalty',
    refund: 'refund refunds money-back',
    account: 'account accounts savings checking',
    issue: 'issue issues ticket tickets bug bugs tracker defect crash feature-request',
    pull: 'pr prs pull pulls merge',
    branch: 'branch branches',
    repo: 'repo repos repository repositories collaborator collaborators',
    workflow: 'workflow workflows pipeline build ci job nightly run tests',
    comment: 'comment comments remark',
    label: 'label labels tag tags',
    reaction: 'reaction reactions emoji thumbs thumbs-up heart smiley',
    status: 'status availability',
    file: 'file files document documents doc docs pdf spreadsheet sheet photo photos picture pictures image images slides deck scan scans report reports recording handbook minutes contract',
    folder: 'folder folders directory',
    link: 'link links url',
    note: 'note notes memo',
    list: 'list lists to-do todo to-dos todos checklist shopping',
    task: 'task tasks follow-up action',
    contact: 'contact contacts person record lead address-book',
    deal: 'deal deals opportunity stage pipeline',
    offer: 'offer offers quote quotes quotation proposal prices',
    activity: 'activity call meeting visit note conversation',
    light: 'light lights lamp lamps lighting brightness',
    heat: 'heating heat temperature thermostat degrees degree warmer cooler colder radiator celsius',
    door: 'door doors gate garage lock',
    blinds: 'blind blinds shutter shutters curtain curtains shades',
    vacuum: 'vacuum hoover robot',
    music: 'music song songs radio playlist album jazz rock classical tune tunes podcast speaker something',
    code: 'code codes pin passcode',
    routine: 'routine routines automation automations scene',
    leave: 'leave holiday holidays vacation vacations pto day-off days-off',
    expense: 'expense expenses claim claims receipt receipts reimbursement',
    sick: 'sick ill flu cold migraine unwell fever sickness',
    hours: 'hour hours timesheet time worked',
    patient: 'patient patients',
    prescription: 'prescription prescriptions repeat medication tablets pills inhaler',
    referral: 'referral referrals',
    waitlist: 'waitlist waiting waiting-list',
    post: 'post posts tweet tweets photo picture story publication reel caption',
    user: 'user account accounts profile handle follower followers',
    flight: 'flight flights plane seat seats flying fly airline',
    train: 'train trains rail',
    hotel: 'hotel hotels room rooms single double inn hostel b&b apartment suite guesthouse night nights',
    table: 'table tables restaurant bistro dinner lunch',
    car: 'car cars rental van suv',
    taxi: 'taxi taxis cab cabs ride',
    trip: 'trip trips itinerary excursion outing journey travel',
    booking: 'booking bookings reservation reservations reserved',
    order: 'order orders parcel delivery package',
    product: 'product products item items crates pack packs batteries',
    cart: 'cart basket bag trolley',
    wishlist: 'wishlist wish wish-list',
    return: 'return returns send-back label',
    review: 'review reviews rating stars star feedback',
    support: 'support customer-service helpdesk service',
    address: 'address addresses phone moved street',
    loan: 'loan loans borrowed due',
    book: 'book books novel title library',
    room: 'room rooms',
    food: 'food drinks drink coffee tea sandwiches lunch lunches breakfast catering snacks water meal meals cake pastries buffet',
    member: 'member members',
    circular: 'circular newsletter',
    website: 'website site web homepage blog page',
    absence: 'absence absent',
    parents: 'parents families mums dads parent',
    service: 'service services server servers worker api',
    host: 'host hosts machine box server',
    snapshot: 'snapshot snapshots backup',
    access: 'access permission permissions rights',
    version: 'version build release production staging environment',
    alarm: 'alarm alarms wake',
    phone: 'phone number numbers',
    class: 'class classes course courses yoga pilates spinning lesson',
    membership: 'membership subscription',
    trainer: 'trainer coach instructor',
    tenant: 'tenant tenants',
    lease: 'lease leases tenancy',
    repair: 'repair repairs leak broken leaking',
    supplier: 'supplier suppliers vendor vendors',
    customer: 'customer customers client clients',
    oncall: 'on-call oncall engineer duty',
    debit: 'debit debits',
    city: 'streetlight pothole',
  },
  verbThings: {
    alarm: 'wake',
    oncall: 'page',
    mail: 'email e-mail mail cc bcc',
    sms: 'text',
    message: 'message ping dm text',
    private: 'dm',
    post: 'tweet blog retweet repost',
    comment: 'comment',
    reminder: 'remind',
    payment: 'pay transfer wire',
    light: 'dim brighten light',
    heat: 'heat warm cool',
    label: 'label tag',
    event: 'reschedule schedule',
    branch: 'merge',
    pull: 'merge',
    vacuum: 'vacuum hoover',
    expense: 'expense claim',
    reaction: 'react like heart upvote',
    door: 'lock unlock',
    referral: 'refer',
    deal: 'promote',
  },
  verbless: {
    set: 'on;off;up;down;out;degrees',
    grant:
      'be able to edit;be able to view;be able to see;be able to open;should have access;needs access;need access',
    destroy: 'can go;in the trash;in the bin;to the bin;has to go;have to go;must go',
  },
  leads: `and then also just now so but ok okay hi hey hello well next afterwards finally first quickly kindly please pls plz or yes
    maybe perhaps right oh alright simply always only immediately quick once again actually still go ahead secondly lastly instead therefore today tomorrow`,
  please: 'please pls plz kindly',
  asks: `can you;could you;would you;will you;can you please;could you please;would you please;could you maybe;would you mind;do you mind;could somebody;can
    somebody;could someone;can someone;i want you to;i need you to;i'd like you to;i would like you to;i want to;i need to;i'd like to;i would
    like to;i'd love to;i'd love you to;let's;let us;we need to;we want to;we should;we have to;i have to;you can;you may;you could;you should;feel
    free to;make sure to;make sure you;be sure to;remember to;don't forget to;do not forget to;never forget to;go ahead and;can we;could we;it's time to;it would
    be great if you could;it would be nice if you could;would be great if you could;i'd appreciate it if you could;if you could;please do;be so kind as to;i was hoping you could;any chance you could;mind;want you to;need you to;may i ask you to;i must;you must;don't
    hesitate to;would it be possible to;would you be able to;are you able to;what about;how about;love it if you;appreciate it if you;nice if you;great if you;helpful if you;grateful if you;if you can;i was wondering if you could;i wonder if you could;you'll want to;you had better;why don't you;help me;help me to;can you go and;try to;you need to;you'll need to;you have to;time to;want to;we'd like to;we would like to;can you also;can you just;could you just;could
    you also;i'd rather you;might you;could you kindly;could you quickly;i'd be grateful if you would;i'd be grateful if you could`,
  wishes: `needs;i need;i want;i'd like;i would like;we need;we want;we'd like;i'll have;i'll take;can i have;could i have;can i get;could i get;can we
    have;can we get;could we have;could we get;may i have;get me;get us;how about;should get;should receive;must get;needs to get;need to get`,
  may: `needs;can be;could be;should be;must be;may be;needs to be;need to be;has to be;have to be;to be;can get;i'd like;i would like;i want;i need;have;get;we need;we'd like;want;ought to be;is to be;are to be;should get`,
  denials:
    "don't dont not never without doesn't no nothing nobody cannot won't wouldn't shouldn't needn't can't isn't aren't neither nor none",
  denialPhrases:
    'no need to;instead of;rather than;hold off;stop short of;refrain from;anything but;too early to;think twice before',
  reminders: 'forget fail hesitate',
  byMyself: 'myself;ourselves',
  questions: `what which who whom whose when where why how what's who's where's when's how's wheres whats whos whether`,
  inversions: `did do does has have had is are was were am can could should would will may might isn't aren't wasn't hasn't
    haven't didn't shouldn't`,
  reports: 'says said wrote writes reads read states asks asked told tells goes',
  conditions: 'if unless suppose supposing assuming',
  subordinators: `that because since although though while until till before after when whenever where which who whose whom as than
    whether if unless`,
  contents: 'that saying whether if why how what when where asking telling to',
  coordinators: 'and then or but plus nor so',
  alternatives: 'or nor',
  articles: 'the a an',
  indefinite: 'a an some two three four five six another one any',
  self: 'me us myself',
  pronouns:
    'i you he she it we they him her them this that these those somebody someone everybody everyone anyone both all',
  finite: `is are was were am be been has have had do does did will would shall should can could may might must i'm i'd i've i'll
    it's he's she's we're they're you're that's there's isn't aren't won't don't didn't wrote sent came went said wants needs`,
  to: 'to with at for into in on',
  of: 'of from about on by regarding concerning',
  owners: 'from by of',
  abouts: 'about regarding concerning as',
  purposes: 'for',
  prepositions: `to with at for into in on of from about by regarding concerning via through under over after before between until till
    since as that saying whether if who which without around and then so but because while`,
  possessives: 'my your his her its our their whose',
  each: 'each every all everything everyone everybody any both',
  superlatives:
    'latest newest oldest largest biggest smallest cheapest highest lowest last first most least longest shortest earliest next best worst',
  days: 'monday tuesday wednesday thursday friday saturday sunday mon tue wed thu fri sat sun mondays tuesdays wednesdays thursdays fridays saturdays sundays',
  months:
    'january february march april may june july august september october november december jan feb mar apr jun jul aug sept sep oct nov dec',
  times: `today tomorrow tonight yesterday now later soon morning afternoon evening noon midnight week weekend month year day days
    weekly daily monthly early asap straightaway immediately easter christmas`,
  numbers: {
    zero: 0,
    one: 1,
    two: 2,
    three: 3,
    four: 4,
    five: 5,
    six: 6,
    seven: 7,
    eight: 8,
    nine: 9,
    ten: 10,
    eleven: 11,
    twelve: 12,
    thirteen: 13,
    fourteen: 14,
    fifteen: 15,
    sixteen: 16,
    seventeen: 17,
    eighteen: 18,
    nineteen: 19,
    twenty: 20,
    thirty: 30,
    forty: 40,
    fifty: 50,
    sixty: 60,
    seventy: 70,
    eighty: 80,
    ninety: 90,
    hundred: 100,
    thousand: 1000,
    million: 1_000_000,
    dozen: 12,
  },
  ordinals: 'first second third fourth fifth sixth seventh eighth ninth tenth',
  currencies:
    'euro euros eur dollar dollars usd pound pounds gbp quid bucks buck cents cent pence p chf franc francs grand yen k',
  units: `percent % degrees degree kg kilo kilos g grams litres liters litre liter miles km pieces packs boxes bottles crates copies people
    persons guests adults seats rooms tickets items nights`,
  durations:
    'second seconds sec secs minute minutes min mins hour hours hr hrs h day days week weeks month months year years night nights',
  named: `order orders issue issues ticket pr pull invoice page room number no nr id flight account version chapter line item apartment flat unit suite
    gate platform section project bug case request on of duplicate table house`,
  clock: 'at by around until till from before after past',
  describing: `mentioned listed named noted described shown found given written contained included assigned discussed referenced stated`,
  changedTo: `to by at`,
  formats: `format formats`,
  sharing: `each every per apiece split divide divided share shared evenly equally`,
  adding: `plus add added adding together total altogether sum combined both more extra tip top increase increased raise raised`,
  lessening: `minus less without subtract deduct difference rest remaining remainder reduce reduced lower discount off`,
  abbreviations: 'mr mrs ms dr prof st no e.g i.e etc vs approx inc ltd jr sr a.m p.m',
}
