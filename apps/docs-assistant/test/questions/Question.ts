/** Arguments that a call has to have: equal values, texts that match a pattern, or one of several values. */
export type ExpectedArguments = Readonly<Record<string, unknown>>;

/** A call that answers a question, or a part of it. */
export type ExpectedCall = readonly [tool: string, args: ExpectedArguments];

/** A question as a user types it, and the calls that answer it; none if no tool can. */
export type Question = readonly [text: string, ...calls: readonly ExpectedCall[]];

/** A value that an argument may have if it is there at all: it says what the tool does anyway. */
export class Optional {
  constructor(readonly value: unknown) {}
}

/** An argument that is as good when it is left out. */
export function optional(value: unknown): Optional {
  return new Optional(value);
}

/** Whether the arguments are those that are expected, and no others. */
export function matchesArguments(expected: ExpectedArguments, actual: Readonly<Record<string, unknown>>): boolean {
  if (!Object.keys(actual).every((name) => name in expected)) return false;
  return Object.entries(expected).every(([name, value]) => {
    if (!(value instanceof Optional)) return name in actual && matchesValue(value, actual[name]);
    return !(name in actual) || matchesValue(value.value, actual[name]);
  });
}

function matchesValue(expected: unknown, actual: unknown): boolean {
  if (expected instanceof RegExp) return typeof actual === 'string' && expected.test(actual);
  return JSON.stringify(expected) === JSON.stringify(actual);
}
