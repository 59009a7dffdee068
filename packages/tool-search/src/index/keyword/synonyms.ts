import { stemOf } from './analyze.js';

/** Words that people and tools use for the same thing, one group a line: general English, no catalogue's own words. */
const GROUPS = `
  create make generate build produce compose
  delete remove erase discard
  update modify change edit alter
  retrieve fetch obtain lookup
  find search locate discover
  show display view
  list enumerate
  buy purchase
  send transmit dispatch
  message text sms
  email mail
  start begin launch initiate
  stop halt end terminate
  cancel abort revoke
  book reserve reservation booking
  schedule plan arrange
  appointment meeting
  calculate compute determine
  calculator math arithmetic
  convert transform translate
  translate translation
  translate language
  compare contrast comparison
  analyze examine inspect analysis
  evaluate assess rate
  recommend suggest recommendation suggestion
  check verify validate
  verify confirm
  download save
  upload attach
  copy duplicate
  rename name
  move transfer
  transfer send
  pay payment
  bill invoice
  price cost fee
  cost expense
  cheap affordable budget inexpensive
  money currency
  currency exchange
  bank account
  stock share equity
  invest investment portfolio
  crypto cryptocurrency bitcoin
  image picture photo photograph
  draw sketch
  logo icon
  video clip
  movie film cinema
  song music track
  audio sound
  game gaming play
  book novel
  author writer
  article paper publication
  news headline
  summary summarize summarise abstract
  document file
  directory folder
  website webpage site web
  url link
  browse visit
  internet online web
  job career employment vacancy
  resume cv
  salary wage pay income
  company business firm corporation
  customer client
  employee staff worker
  user account
  login signin authenticate
  password credential
  person people human
  doctor physician medical
  health medical
  illness disease sickness
  medicine drug medication
  fitness exercise workout
  food meal dish
  recipe cook cooking
  restaurant dining eatery
  drink beverage
  hotel accommodation lodging
  house home property
  apartment flat
  rent rental lease
  estate property
  trip travel journey vacation
  flight airline plane airplane
  car vehicle automobile
  taxi cab ride
  train rail railway
  route direction path
  navigate direction
  map location
  location place address
  city town
  country nation
  near nearby close
  distance far
  weather climate
  weather forecast
  weather temperature
  rain precipitation
  time hour
  date day
  calendar schedule
  event occasion
  holiday festival vacation
  birthday anniversary
  remind reminder
  alarm reminder
  task todo
  ticket issue
  order purchase
  shop store
  shopping shop buy
  product item goods merchandise
  gift present
  clothes clothing apparel outfit fashion
  discount coupon deal promotion
  review rating feedback
  quiz test exam
  learn study education
  student pupil
  teacher tutor instructor
  school university college
  course class lesson
  question query
  answer reply respond response
  chat conversation talk
  post publish tweet
  comment remark
  friend contact
  phone telephone
  phone mobile
  number count quantity amount
  average mean
  sum total
  biggest largest maximum highest
  smallest minimum lowest
  chart graph plot diagram
  visualize chart
  table spreadsheet
  database db
  code program programming
  bug error fault
  repair fix
  log history record
  status state
  detail information info data
  info about
  profile biography
  picture avatar
  pet animal
  dog puppy
  cat kitten
  plant flower garden
  earthquake quake
  space astronomy
  poem poetry
  joke humor
  quote quotation
  lyrics song
  horoscope astrology zodiac
  law legal
  lawyer attorney
  crime criminal
  tax taxation
  loan credit
  mortgage loan
  insurance coverage
  delivery shipping shipment
  package parcel
  track monitor
  pollution air
  energy electricity power
  lock unlock
  light lamp
  increase raise
  decrease reduce lower
  sort order
  split divide
  join merge combine concatenate
  random arbitrary
  square squared
  root sqrt
`;

const NO_TERMS: readonly string[] = Object.freeze([]);

let synonyms: ReadonlyMap<string, ReadonlySet<string>> | undefined;

/** The terms that mean about the same as `term`, without it; made at the first use. */
export function synonymsOf(term: string): Iterable<string> {
  synonyms ??= readGroups();
  return synonyms.get(term) ?? NO_TERMS;
}

function readGroups(): ReadonlyMap<string, ReadonlySet<string>> {
  const read = new Map<string, Set<string>>();
  for (const line of GROUPS.trim().split('\n')) {
    const group = line.trim().split(' ').map(stemOf);
    for (const term of group) {
      const others = read.get(term) ?? new Set<string>();
      for (const other of group) if (other !== term) others.add(other);
      read.set(term, others);
    }
  }
  return read;
}
