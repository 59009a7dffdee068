/** Everyday units of measurement by what they measure. What is one letter is a unit only beside a number. */
const UNITS: Readonly<Record<string, string>> = {
  length:
    'm meter meters metre metres km kilometer kilometers kilometre kilometres cm centimeter centimeters centimetre ' +
    'centimetres mm millimeter millimeters millimetre millimetres mile miles mi yard yards yd foot feet ft inch inches',
  mass:
    'g gram grams mg milligram milligrams kg kilogram kilograms kilo kilos tonne tonnes ton tons pound pounds lb lbs ' +
    'ounce ounces oz',
  temperature: 'c f k celsius centigrade fahrenheit kelvin',
  volume:
    'l liter liters litre litres ml milliliter milliliters millilitre millilitres gallon gallons pint pints quart quarts ' +
    'cup cups teaspoon teaspoons tablespoon tablespoons',
  area: 'hectare hectares acre acres sqft sqmi',
  time:
    's second seconds min minute minutes h hr hour hours day days week weeks month months year years millisecond ' +
    'milliseconds ms',
  speed: 'mph kph kmh knot knots km/h m/s mi/h ft/s',
  data:
    'bit bits byte bytes kb kilobyte kilobytes mb megabyte megabytes gb gigabyte gigabytes tb terabyte terabytes kib ' +
    'mib gib tib',
  energy: 'j joule joules kj kilojoule kilojoules calorie calories cal kcal kilocalories kwh',
  power: 'w watt watts kw kilowatt kilowatts hp horsepower',
  pressure: 'pa pascal pascals hpa kpa bar bars psi atm',
  angle: 'degree degrees radian radians rad deg',
};

const BY_UNIT = new Map(
  Object.entries(UNITS).flatMap(([quantity, units]) => units.split(' ').map((unit) => [unit, quantity] as const)),
);

/** What the unit measures; undefined if the word is no unit. */
export function quantityOf(word: string): string | undefined {
  return BY_UNIT.get(word.toLowerCase());
}
