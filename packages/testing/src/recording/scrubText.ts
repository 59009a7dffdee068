/** What must not get into a file that is checked in: keys, tokens, and data of persons. */
const RULES: readonly (readonly [RegExp, string])[] = [
  [/\b(?:sk|pk|rk|ak)[-_][A-Za-z0-9_-]{16,}/g, '[key]'],
  [/\bAIza[A-Za-z0-9_-]{30,}/g, '[key]'],
  [/\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g, '[key]'],
  [/\bgh[pousr]_[A-Za-z0-9]{30,}/g, '[key]'],
  [/\beyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}/g, '[token]'],
  [/\b(Bearer|Basic) [A-Za-z0-9._~+/-]{8,}=*/g, '$1 [token]'],
  [/\b[A-Za-z0-9._%+-]{1,64}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){1,8}/g, '[email]'],
  [/\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){3,7}(?: ?[A-Z0-9]{1,3})?\b/g, '[iban]'],
  [/(?<![\w.])\+\d{1,3}(?:[ ()/.-]{0,2}\d){6,12}/g, '[phone]'],
];

/**
 * The text without what looks like a key, a token, a mail address, an account, card or phone number. Equal texts stay
 * equal, so that a scrubbed request can be compared with a scrubbed recording.
 */
export function scrubText(text: string): string {
  let scrubbed = text;
  for (const [pattern, replacement] of RULES) scrubbed = scrubbed.replace(pattern, replacement);
  return scrubbed.replace(CARD, (number) => (isCardNumber(number) ? '[card]' : number));
}

const CARD = /\b(?:\d[ -]?){14,15}\d\b/g;

/** Other long numbers, such as times in milliseconds, do not have the check digit of a card. */
function isCardNumber(text: string): boolean {
  const digits = (text.match(/\d/g) ?? []).reverse().map(Number);
  const sum = digits.reduce((total, digit, place) => {
    const weighted = place % 2 === 1 ? digit * 2 : digit;
    return total + (weighted > 9 ? weighted - 9 : weighted);
  }, 0);
  return sum % 10 === 0;
}

/** A value with every text in it scrubbed; keys of objects stay. */
export function scrubValue<T>(value: T, scrub: (text: string) => string): T {
  if (typeof value === 'string') return scrub(value) as T;
  if (Array.isArray(value)) return value.map((each: unknown) => scrubValue(each, scrub)) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, scrubValue(each as unknown, scrub)])) as T;
}
