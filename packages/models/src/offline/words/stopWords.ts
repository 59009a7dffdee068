/** Words that say nothing about the subject of a request. */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  (
    'a an the this that these those some any all each every both either of in on at to into onto from for with without by ' +
    'as via per than about between among over under within during until till since and or but nor so if then else not no ' +
    'i me my mine we us our ours you your yours he him his she her it its they them their theirs one ones am is are was ' +
    "were be been being isn't aren't do does did doing done don't doesn't has have had having will would shall should can " +
    'could may might must ought let lets please kindly thanks thank hello hi hey there here just also only too very much ' +
    "many more most such same own other another what which who whom whose when where why how i'd i'm i'll what's where's " +
    "who's how's it's that's let's can't cannot want wants wanted need needs needed like know tell give show get now ok okay " +
    'whats im id ill want me up out off again next after before first second finally'
  ).split(' '),
);

/** Words that introduce what is asked for, but do not describe it: they end up in no search query. */
export const BOILERPLATE_WORDS: ReadonlySet<string> = new Set(
  (
    'documented written found find search look lookup searching explain explains explained describe describes described mention mentions mentioned ' +
    'cover covers covered discuss discusses say says said tell tells show shows list lists give gives read reads say talk ' +
    'talks contain contains containing match matches matching named called titled regarding concerning related information ' +
    'info details detail help assist everything anything something thing things way ways use using used compute calculate ' +
    'determine figure check see try run make'
  ).split(' '),
);

/** Words that can begin a request of its own, beside the first words of the tools' names and descriptions. */
export const CLAUSE_STARTERS: ReadonlySet<string> = new Set(
  (
    'what which who whom whose when where why how is are does do can could please add append calculate change check compare ' +
    'compute convert copy count create decode delete describe download encode estimate explain extract fetch find format ' +
    'get give hash import insert list load look make measure move multiply open parse print put read remove rename replace ' +
    'report reverse round run save search send set show sort split start stop subtract sum summarize summarise tell ' +
    'transform translate turn update uppercase lowercase validate write'
  ).split(' '),
);
