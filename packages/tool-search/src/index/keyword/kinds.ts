import { stemOf } from './analyze.js';

/**
 * What a word in a query is about, `kinds: members`: who names a member may mean a tool that speaks of its kind, but not
 * the other way round. General English and general knowledge, no catalogue's own words.
 */
const KINDS = `
  city location travel: london paris berlin tokyo rome madrid sydney toronto chicago boston seattle beijing shanghai mumbai delhi dubai singapore amsterdam barcelona vienna moscow istanbul seoul bangkok miami dallas houston denver atlanta francisco angeles
  country: usa america england britain france germany italy spain japan china india brazil canada mexico australia russia korea netherlands sweden norway switzerland turkey egypt africa argentina
  language translate: english french spanish german italian portuguese russian chinese japanese korean arabic hindi dutch turkish latin
  currency money convert exchange: dollar euro yen pound rupee yuan won franc peso usd eur gbp jpy inr cny cad aud krw chf
  crypto cryptocurrency price: bitcoin ethereum btc eth dogecoin solana litecoin ripple token blockchain
  stock company finance: share shareholder nasdaq dow ticker dividend earnings apple tesla google microsoft amazon nvidia
  fruit food nutrition: apple banana orange mango grape strawberry pineapple lemon
  food nutrition recipe: chicken beef rice pasta pizza salad cheese egg bread soup vegetable sandwich dessert cake vegetarian vegan
  nutrition diet health: calorie protein carbohydrate vitamin fat gluten keto
  drink: coffee tea wine beer cocktail juice sake whisky
  animal: dog cat bird horse fish elephant lion tiger bear rabbit wolf whale
  sport: football soccer basketball baseball tennis golf cricket hockey rugby volleyball nba nfl mlb fifa uefa olympics
  team player match score: nba nfl mlb premier championship tournament playoff
  math calculate arithmetic: plus minus multiply divide multiplication addition subtraction equation algebra factorial logarithm sine cosine derivative integral
  geometry area: triangle circle rectangle sphere cylinder cube polygon
  unit convert: kilometer mile meter foot inch celsius fahrenheit kilogram gram ounce liter gallon
  temperature weather: celsius fahrenheit degree hot cold
  weather: rain snow sunny cloudy humidity wind storm umbrella temperature
  health medical: symptom pain headache fever cough allergy diabetes cancer blood pressure heart sleep
  exercise fitness: gym yoga running muscle workout weight
  music: song album artist band playlist guitar piano jazz rock singer concert spotify
  movie: actor actress director film series episode imdb netflix
  video: youtube film clip subtitle
  book: novel author chapter isbn fiction
  anime: manga
  game: chess player puzzle quiz minecraft pokemon
  image: logo drawing painting poster illustration sketch
  art: painting sculpture artist museum gallery
  travel trip: vacation itinerary sightseeing attraction hotel flight tourist destination landmark
  flight: airport airline layover passenger boarding
  hotel: room suite check-in overnight
  restaurant: dinner lunch reservation cuisine sushi
  car vehicle: engine tire fuel mileage gasoline
  house property real estate: bedroom apartment mortgage realtor villa condo
  job: interview hiring recruiter resume salary vacancy position hire
  law legal: contract lawsuit court attorney statute regulation patent trademark copyright
  tax: deduction irs vat
  finance: budget loan mortgage saving investment portfolio debt retirement interest
  charity: donation nonprofit volunteer
  shopping product: buy purchase price cheap discount sale store gift laptop smartphone headphone shoe dress
  clothing: shirt dress shoe jacket jeans sneaker
  education learn: homework lesson exam tutor curriculum lecture syllabus
  children: kid toddler baby child
  research paper: arxiv pubmed doi citation journal scientific study
  science: physics chemistry biology gravity velocity acceleration force molecule atom
  astronomy planet: mars jupiter moon star galaxy nasa
  history: century ancient war medieval empire
  religion: bible prayer church quran verse
  website url: http https www domain html
  web search internet: google
  website seo: keyword backlink traffic ranking
  email: inbox gmail recipient mailbox attachment
  message: sms slack whatsapp telegram discord chat
  social post: twitter tweet facebook instagram linkedin hashtag follower
  calendar schedule: meeting appointment reminder tomorrow
  file: csv pdf docx txt xlsx json folder
  document: pdf docx word report
  spreadsheet: excel csv xlsx column row
  code: python javascript java function script compile github repository algorithm
  repository github: commit branch pull merge
  database: sql query postgres mysql sqlite schema
  package npm: dependency
  chart data: pie bar histogram scatter dashboard visualization
  statistics data: average median mean variance regression correlation probability
  server network: ip dns port ping host
  security: password encryption hack breach vulnerability
  user: username login signup
  order: cart checkout
  payment: card invoice paypal stripe
  news: headline breaking journalist latest
  environment air: pollution emission carbon
  device: lamp thermostat bulb
  time: timezone clock
  name: surname
  person: who
  location: where
  date time: when today tomorrow yesterday
  genetics gene: dna protein chromosome
  transport: bus subway metro taxi uber
  astrology: horoscope zodiac tarot
`;

const NO_TERMS: readonly string[] = Object.freeze([]);

let kinds: ReadonlyMap<string, ReadonlySet<string>> | undefined;

/** The terms that name what `term` is about; made at the first use. */
export function kindsOf(term: string): Iterable<string> {
  kinds ??= readKinds();
  return kinds.get(term) ?? NO_TERMS;
}

function readKinds(): ReadonlyMap<string, ReadonlySet<string>> {
  const read = new Map<string, Set<string>>();
  for (const line of KINDS.trim().split('\n')) {
    const [names = '', members = ''] = line.split(':');
    const kind = names.trim().split(' ').map(stemOf);
    for (const member of members.trim().split(' ').map(stemOf)) {
      const known = read.get(member) ?? new Set<string>();
      for (const name of kind) if (name !== member) known.add(name);
      read.set(member, known);
    }
  }
  return read;
}
