/** What stands where something was removed. */
const MASK = '***';

/** Each pattern is linear in the text: no nested or adjacent unbounded repetitions. */
const RULES: readonly (readonly [RegExp, string])[] = [
  // Frames of a stack trace, with their line; a time of day at the end of a line is none.
  [/^[ \t]*at (?=[^\n]{0,500}?[\\/.(])[^\n]{1,500}:\d+:\d+\)?[ \t]*(?:\n|$)/gm, ''],
  [/^[ \t]+at (?:[^\n]{1,500} \((?:<anonymous>|native|index \d+)\)|<anonymous>)[ \t]*(?:\n|$)/gm, ''],
  // Credentials in a URI: scheme://user:password@host.
  [/\b([a-z][a-z0-9+.-]{1,20}:\/\/)[^\s/@]{1,500}@/gi, `$1${MASK}@`],
  // A token has a digit, a dot or a change of case inside; words such as `Basic authentication` do not.
  [/\b([Bb]earer|[Bb]asic)\s+(?=\S{0,400}?(?:\d|=|\.\w|[a-z][A-Z]))[\w.~+/=-]{6,}/g, `$1 ${MASK}`],
  // password=…, "apiKey": "…"; a colon only after a quoted key or a word that means nothing but a secret.
  [
    /\b((?:[\w-]{0,40}[_-])?(?:password|passwd|passphrase|pwd|secret|token|api[_-]?key|access[_-]?key|private[_-]?key|credentials?))\s*=\s*(?:"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|[^\s,;&"')\]}]+)/gi,
    `$1=${MASK}`,
  ],
  [
    /(["'])((?:[\w-]{0,40}[_-])?(?:password|passwd|passphrase|pwd|secret|token|api[_-]?key|access[_-]?key|private[_-]?key|credentials?|authorization))\1\s*:\s*(?:"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|[^\s,}]+)/gi,
    `$1$2$1:"${MASK}"`,
  ],
  [/\b(password|passwd|passphrase|api[_-]?key|client[_-]?secret)\s*:\s*[^\s,;]+/gi, `$1: ${MASK}`],
  // Keys by the form that their issuers gave them, and tokens of three base64 parts.
  [/\b(?:sk|pk|rk)[-_][\w-]{12,}/g, MASK],
  [/\b(?:gh[pousr]_|github_pat_|glpat-|xox[abprs]-|AKIA|ASIA|AIza)[\w-]{10,}/g, MASK],
  [/\beyJ[\w-]{5,}\.[\w-]{5,}\.[\w-]{0,2000}/g, MASK],
  [/-----BEGIN [A-Z ]{1,40}-----[^-]*(?:-----END [A-Z ]{1,40}-----)?/g, MASK],
  // Long runs of letters and digits mixed, as generated keys are; hyphens end a run, so a UUID is none.
  [/\b(?=[A-Za-z]{0,200}\d)(?=\d{0,200}[A-Za-z])[A-Za-z0-9]{32,}(?![A-Za-z0-9])/g, MASK],
  // File paths: file URLs, Windows drives and shares, paths from a folder that is meant (`./`, `~/`), those with a line in
  // them, and absolute paths below a usual root or with a file's ending.
  [/\bfile:\/\/[^\s'")]+/gi, MASK],
  [/\b[A-Za-z]:\\[^\s'":*?<>|]+(?::\d+){0,2}/g, MASK],
  [/(?<![\w\\])\\\\[\w.$-]{1,255}\\[^\s'":*?<>|]+/g, MASK],
  [/(?<![\w:/.~-])(?:~|\.{1,2})\/[\w@+.-][^\s'"():,;]*(?::\d+){0,2}/g, MASK],
  [/(?<![\w:/.~@-])[\w@+-][\w.@+-]{0,254}(?:\/[\w.@+-]{1,255}){1,40}\.[A-Za-z]\w{0,5}(?::\d+){1,2}\b/g, MASK],
  [
    /(?<![\w:/.~-])\/(?:home|root|usr|var|etc|opt|tmp|srv|mnt|proc|private|Users|app|workspace|node_modules)\/[^\s'"():,;]+(?::\d+){0,2}/g,
    MASK,
  ],
  [/(?<![\w:/.~-])(?:\/[\w@+-][\w.@+-]{0,254}){1,40}(?::\d+){1,2}/g, MASK],
  [/(?<![\w:/.~-])(?:\/[\w@+-][\w.@+-]{0,254}){1,40}\/[\w@+-]{1,255}\.[A-Za-z][A-Za-z0-9]{0,5}(?![\w/])/g, MASK],
];

/**
 * Takes out of a text for the model what it must not see: credentials in URIs, bearer tokens, `password=…`, strings that
 * look like keys, stack frames and file paths (TX-11). A safety net for errors of libraries, not a licence to put
 * secrets into messages.
 */
export function redactText(text: string): string {
  let redacted = text;
  for (const [pattern, replacement] of RULES) redacted = redacted.replace(pattern, replacement);
  return redacted === text ? text : redacted.trimEnd();
}
