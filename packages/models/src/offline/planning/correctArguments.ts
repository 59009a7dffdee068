import { findEnumValues } from '../arguments/findEnumValues.js';
import { fillArguments } from '../arguments/fillArguments.js';
import type { RequestText } from '../arguments/RequestText.js';
import { fitOf } from '../arguments/valueFit.js';
import type { ToolProfile } from '../ranking/ToolProfile.js';
import type { ToolParameter } from '../schema/ToolParameter.js';

const ALLOWED = /(?:one of|allowed values?|valid values?|expected|choose from|must be)\b[^:]*:?\s*(.+)$/is;

/**
 * Other arguments after an error that names one of them, with a value that the request has for it: one of the values
 * that the error allows, or one that a parameter which turned out to be needed can take.
 *
 * @returns null if the error names no argument or the request has no other value
 */
export function correctArguments(
  profile: ToolProfile,
  request: RequestText,
  values: ReadonlyMap<ToolParameter, unknown>,
  error: string,
): ReadonlyMap<ToolParameter, unknown> | null {
  const parameter = profile.parameters.find(({ name }) => names(error, name));
  if (!parameter) return null;
  const current = values.get(parameter);
  const allowed = ALLOWED.exec(error)?.[1]?.match(/[\p{L}\p{N}_-]+/gu) ?? [];
  let value: unknown = findEnumValues(allowed, request).find((candidate) => candidate.value !== current)?.value;
  value ??= request.candidates
    .map((candidate) => fitOf(parameter, candidate))
    .filter(
      (fit) => fit !== null && fit.score >= 4 && fit.value !== current && ![...values.values()].includes(fit.value),
    )
    .sort((a, b) => (b?.score ?? 0) - (a?.score ?? 0))[0]?.value;
  if (value === undefined && current === undefined) value = askedFor(profile, parameter, request);
  return value === undefined ? null : new Map([...values, [parameter, value]]);
}

/** The value that the request would have had for the parameter if the schema had required it. */
function askedFor(profile: ToolProfile, parameter: ToolParameter, request: RequestText): unknown {
  const needed = { ...parameter, required: true };
  const parameters = profile.parameters.map((other) => (other === parameter ? needed : other));
  return fillArguments({ ...profile, parameters }, request).values.get(needed);
}

/** Whether the error has the name as a word of its own: `$.unit`, `'unit'`, `unit must be …`. */
function names(error: string, name: string): boolean {
  let index = error.indexOf(name);
  while (index >= 0) {
    const around = (error[index - 1] ?? ' ') + (error[index + name.length] ?? ' ');
    if (!/[\p{L}\p{N}_]/u.test(around)) return true;
    index = error.indexOf(name, index + 1);
  }
  return false;
}
