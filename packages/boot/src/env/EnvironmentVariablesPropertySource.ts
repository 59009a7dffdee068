import type { Origin } from './Origin.js';
import { PropertyName, type PropertyNameElement, toKebabCase } from './PropertyName.js';
import { type PropertyDescendant, type PropertyEntry, PropertySource } from './PropertySource.js';

const PROCESS = {
  name: 'environment variables',
  originOf: (variable: string): Origin => ({ source: `environment variable ${variable}` }),
};

/**
 * The environment variables. `TOOLS_LIMITS_MAXCALLS` is `tools.limits.max-calls`: dots become underscores, dashes go,
 * case does not matter. The older form `TOOLS_LIMITS_MAX_CALLS` is understood too; the first wins (BP-02).
 */
export class EnvironmentVariablesPropertySource extends PropertySource {
  override readonly name: string;
  override readonly exactNames = false;
  override readonly entries: readonly PropertyEntry[];
  /** By lower-case variable name without Spring's prefix. */
  readonly #byVariable = new Map<string, PropertyEntry>();
  /** What the variables begin with, up to the first character that is neither letter nor digit. */
  readonly #beginnings: readonly string[];

  /** @param from where the variables come from; default: the environment of the process */
  constructor(
    variables: Readonly<Record<string, string | undefined>>,
    from: { readonly name: string; readonly originOf: (variable: string) => Origin } = PROCESS,
  ) {
    super();
    this.name = from.name;
    const entries: PropertyEntry[] = [];
    for (const [variable, value] of Object.entries(variables)) {
      const name = value === undefined ? undefined : environmentVariableName(variable);
      if (value === undefined || name === undefined) continue;
      const entry: PropertyEntry = { name, value, origin: from.originOf(variable) };
      entries.push(entry);
      const plain = name.aliased ? withoutSpringPrefix(variable, name) : normalized(variable);
      const earlier = this.#byVariable.get(plain);
      if (!earlier || earlier.name.aliased) this.#byVariable.set(plain, entry);
    }
    this.entries = entries;
    const variablesRead = [...this.#byVariable.keys()];
    this.#beginnings = [...new Set(variablesRead.map((variable) => /^[\p{L}\p{N}]*/u.exec(variable)?.[0] ?? ''))];
  }

  override find(name: PropertyName): PropertyEntry | undefined {
    if (!this.#mayHave(name)) return undefined;
    for (const variable of variablesOf(name.elements)) {
      const entry = this.#byVariable.get(variable);
      if (entry) return entry;
    }
    return undefined;
  }

  override descendants(name: PropertyName): readonly PropertyDescendant[] {
    if (!this.#mayHave(name)) return [];
    const found: PropertyDescendant[] = [];
    const seen = new Set<PropertyEntry>();
    for (const prefix of variablesOf(name.elements)) {
      for (const [variable, entry] of this.#byVariable) {
        if (seen.has(entry) || !variable.startsWith(`${prefix}_`)) continue;
        const rest = elementsOf(variable.slice(prefix.length + 1));
        if (rest.length === 0) continue;
        seen.add(entry);
        found.push({ entry, rest });
      }
    }
    return found;
  }

  /** Spares the usual key, which no variable sets, the work of writing it as variables. */
  #mayHave({ elements, uniform }: PropertyName): boolean {
    return elements[0]?.bracketed === true || this.#beginnings.some((beginning) => uniform.startsWith(beginning));
  }
}

/**
 * The key that an environment variable sets: `HOST_0_NAME` is `host[0].name` (BP-03).
 *
 * @returns undefined for a variable of underscores only
 */
export function environmentVariableName(variable: string): PropertyName | undefined {
  const elements = elementsOf(normalized(variable));
  return elements.length === 0 ? undefined : PropertyName.ofElements(elements);
}

/** Some platforms take names with dots and dashes as well, written like the key itself. */
function normalized(variable: string): string {
  return variable.toLowerCase().replace(/[.-]/g, '_');
}

function elementsOf(variable: string): readonly PropertyNameElement[] {
  return variable
    .split('_')
    .filter((part) => part !== '')
    .map((text) => ({ text, bracketed: /^\d+$/.test(text) }));
}

function withoutSpringPrefix(variable: string, name: PropertyName): string {
  const all = elementsOf(normalized(variable)).length;
  return normalized(variable)
    .split('_')
    .filter((part) => part !== '')
    .slice(all - name.elements.length)
    .join('_');
}

/**
 * The names a key may have among environment variables, lower case, preferred ones first: all of its parts without dashes,
 * all of them with underscores for dashes, some of them so.
 */
function variablesOf(elements: readonly PropertyNameElement[]): readonly string[] {
  const parts = elements.map(({ text }) => toKebabCase(text));
  const canonical = parts.map((part) => part.replace(/-/g, '')).join('_');
  const legacy = parts.map((part) => part.replace(/-/g, '_')).join('_');
  if (canonical === legacy) return [canonical];
  const mixed = parts.reduce<readonly string[]>(
    (starts, part) =>
      [...new Set([part.replace(/-/g, ''), part.replace(/-/g, '_')])].flatMap((end) =>
        starts.map((start) => (start === '' ? end : `${start}_${end}`)),
      ),
    [''],
  );
  return mixed.length === 2 ? [canonical, legacy] : [...new Set([canonical, legacy, ...mixed])];
}
