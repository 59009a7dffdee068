import type { ToolParameter } from '../schema/ToolParameter.js';

/** Puts the values where the schema wants them. */
export function argumentsOf(
  parameters: readonly ToolParameter[],
  values: ReadonlyMap<ToolParameter, unknown>,
): Readonly<Record<string, unknown>> {
  const entries: [string, unknown][] = [];
  const nested = new Map<string, [ToolParameter, unknown][]>();
  for (const parameter of parameters) {
    if (!values.has(parameter)) continue;
    const [key = '', ...rest] = parameter.path;
    const value = values.get(parameter);
    if (rest.length === 0) entries.push([key, value]);
    else nested.set(key, [...(nested.get(key) ?? []), [{ ...parameter, path: rest }, value]]);
  }
  for (const [key, inner] of nested)
    entries.push([
      key,
      argumentsOf(
        inner.map(([p]) => p),
        new Map(inner),
      ),
    ]);
  return Object.fromEntries(entries);
}
