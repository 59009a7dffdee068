/** Words that say nothing about what a tool does, in lower case; what is left of `don't` and `I'm` counts as well. */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  `a an the is are was were be been being am have has had having do does did doing done will would could should may
  might must shall can cannot need needs dare ought used to of in for on with at by from as into through during before
  after above below between about against and or but if because until while although though than then this that these
  those there here what which who whom whose when where why how i me my mine myself we us our ours you your yours
  yourself he him his she her hers it its itself they them their theirs all any both each every either neither some no
  not nor only just also very too so such own same other please want wants wanted like s d t ll re ve m let lets help
  get gets got know tell give given using use via per etc e g ie eg im`.split(/\s+/),
);
