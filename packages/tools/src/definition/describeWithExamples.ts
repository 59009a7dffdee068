/** Examples that a description holds at most; each costs tokens in every request. */
const MAX_EXAMPLES = 5;

/** The description with a compact line of JSON for each of the first examples (EG-02). */
export function describeWithExamples(description: string, examples: readonly object[]): string {
  if (examples.length === 0) return description;
  const lines = examples.slice(0, MAX_EXAMPLES).map((example) => JSON.stringify(example));
  return `${description}\n\nExamples:\n${lines.join('\n')}`;
}
