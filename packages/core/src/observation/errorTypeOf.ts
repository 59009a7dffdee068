/** The value of the attribute `error.type`: the name of the error's class, never its message. */
export function errorTypeOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return typeof error;
  const { constructor } = error;
  const className = typeof constructor === 'function' ? constructor.name : 'Object';
  // The class of an abort or a timeout says nothing; its name does.
  return className === 'DOMException' ? String((error as { name?: unknown }).name) : className;
}
