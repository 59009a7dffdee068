/** One part of a key: `limits`, or `0` and `weather/get` when written in brackets. */
export interface PropertyNameElement {
  /** As written, without brackets. */
  readonly text: string;
  /** Whether it was written in brackets. */
  readonly bracketed: boolean;
}

/** Roots of the container's own keys, which Spring Boot writes with `spring.` in front. */
const BOOT_ROOTS: ReadonlySet<string> = new Set(['application', 'autoconfigure', 'config', 'main', 'profiles']);

/**
 * A key of the configuration, in the relaxed form: `tools.limits.maxCalls`, `tools.limits.max-calls` and
 * `tools.limits.max_calls` are one name (BP-01). The prefix `spring.ai.`, and `spring.` of the container's own keys, are
 * dropped; {@link aliased} remembers that they were there.
 */
export class PropertyName {
  readonly elements: readonly PropertyNameElement[];
  /** Whether the key was written with a prefix of Spring. */
  readonly aliased: boolean;
  /** Whether that prefix was `spring.ai.`. */
  readonly springAi: boolean;
  /** Equal for all ways to write one name. */
  readonly uniform: string;

  /**
   * @param dropped how many parts of a Spring prefix stood in front
   * @param uniform that of the elements
   */
  private constructor(elements: readonly PropertyNameElement[], dropped: number, uniform: string) {
    this.elements = elements;
    this.aliased = dropped > 0;
    this.springAi = dropped > 1;
    this.uniform = uniform;
  }

  /** Reads a key as a person writes it in a file, such as `servers[0].name` or `limits.[weather/get]`. */
  static of(key: string): PropertyName {
    return PropertyName.ofElements(parseNameElements(key));
  }

  /** A name of given parts; a Spring prefix is dropped. */
  static ofElements(elements: readonly PropertyNameElement[]): PropertyName {
    const dropped = springPrefixLength(elements);
    const own = dropped === 0 ? elements : elements.slice(dropped);
    return new PropertyName(own, dropped, uniformOf(own));
  }

  /** This name followed by more parts. */
  append(...elements: readonly PropertyNameElement[]): PropertyName {
    const dropped = this.springAi ? 2 : this.aliased ? 1 : 0;
    return new PropertyName([...this.elements, ...elements], dropped, uniformOf(elements, this.uniform));
  }

  /** The key as it was written, without a Spring prefix. */
  toString(): string {
    return joinElements(this.elements);
  }
}

/** Writes parts as one key: `servers[0].name`. */
export function joinElements(elements: readonly PropertyNameElement[]): string {
  let text = '';
  for (const element of elements) {
    if (element.bracketed) text += `[${element.text}]`;
    else text += text === '' ? element.text : `.${element.text}`;
  }
  return text;
}

/** One part in the form that all its spellings share. */
export function uniformElement({ text, bracketed }: PropertyNameElement): string {
  if (bracketed) return `[${text}]`;
  // Nearly all are plain words, and a start looks at thousands.
  return /^[a-z\d]*$/.test(text) ? text : text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}

/** `maxTotalToolCalls` as `max-total-tool-calls`, the canonical form of a key's part. */
export function toKebabCase(name: string): string {
  return name
    .replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1-$2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1-$2')
    .replace(/_/g, '-')
    .toLowerCase();
}

/** @param start the uniform name that the elements follow */
function uniformOf(elements: readonly PropertyNameElement[], start = ''): string {
  let text = start;
  for (const element of elements) {
    const part = uniformElement(element);
    text += element.bracketed || text === '' ? part : `.${part}`;
  }
  return text;
}

function springPrefixLength(elements: readonly PropertyNameElement[]): number {
  const [first, second] = elements;
  if (first?.text.toLowerCase() !== 'spring' || second === undefined) return 0;
  const root = second.text.toLowerCase();
  if (root === 'ai' && elements.length > 2) return 2;
  return BOOT_ROOTS.has(root) ? 1 : 0;
}

/** The parts of a key as it was written, a Spring prefix included. */
export function parseNameElements(key: string): readonly PropertyNameElement[] {
  const elements: PropertyNameElement[] = [];
  let part = '';
  const flush = (): void => {
    if (part !== '') elements.push({ text: part, bracketed: false });
    part = '';
  };
  for (let index = 0; index < key.length; index++) {
    const character = key.charAt(index);
    const end = character === '[' ? key.indexOf(']', index) : -1;
    if (end > index) {
      flush();
      elements.push({ text: key.slice(index + 1, end), bracketed: true });
      index = end;
    } else if (character === '.') flush();
    else part += character;
  }
  flush();
  return elements;
}
