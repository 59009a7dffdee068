import type { Candidate } from './Candidate.js';

const FUNCTION = String.raw`(?:sqrt|cbrt|sin|cos|tan|log|ln|exp|abs|round|floor|ceil)\s?(?=\()`;
const OPERAND = String.raw`(?:[(\s]|${FUNCTION})*[-+]?\d+(?:\.\d+)?[)\s]*`;
const ALONE = String.raw`${FUNCTION}\([-+]?\d+(?:\.\d+)?\)|(?:the )?(?:square|cube) root of \d+(?:\.\d+)?`;
const OPERATOR = String.raw`(?:\*\*|[-+*/^%×÷]|\b(?:plus|minus|times|multiplied by|divided by|over|to the power of|modulo|mod)\b)`;
const EXPRESSION = new RegExp(`(?<![\\p{L}\\p{N}_.-])(?:${OPERAND}(?:${OPERATOR}${OPERAND})+|${ALONE})`, 'giu');
const SPOKEN: readonly (readonly [RegExp, string])[] = [
  [/(?:the )?square root of (\S+)/gi, 'sqrt($1)'],
  [/(?:the )?cube root of (\S+)/gi, 'cbrt($1)'],
  [/\bplus\b/gi, '+'],
  [/\bminus\b/gi, '-'],
  [/\b(?:times|multiplied by)\b|×/gi, '*'],
  [/\b(?:divided by|over)\b|÷/gi, '/'],
  [/\bto the power of\b|\*\*/gi, '^'],
  [/\b(?:modulo|mod)\b/gi, '%'],
];

/** The calculations of a text: `2*(3+4)`, `12 times 7`; spoken operators become signs. */
export function findExpressions(text: string): readonly Candidate[] {
  const found: Candidate[] = [];
  for (const { 0: match, index } of text.matchAll(EXPRESSION)) {
    const written = balance(match.trim());
    if (!written) continue;
    const start = index + match.indexOf(written);
    let value = written;
    for (const [pattern, sign] of SPOKEN) value = value.replace(pattern, sign);
    found.push({
      kind: 'expression',
      start,
      end: start + written.length,
      text: written,
      value: value.replace(/\s+/g, ' '),
    });
  }
  return found;
}

/** Drops a bracket at either end that has no partner. */
function balance(text: string): string {
  let result = text;
  const count = (sign: string) => result.split(sign).length - 1;
  while (count(')') > count('(') && result.endsWith(')')) result = result.slice(0, -1).trimEnd();
  while (count('(') > count(')') && result.startsWith('(')) result = result.slice(1).trimStart();
  return result;
}
