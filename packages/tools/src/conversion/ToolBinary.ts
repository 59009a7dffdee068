/** Bytes with their type, as a tool may return them. */
export interface ToolBinary {
  readonly mimeType: string;
  readonly data: Uint8Array;
}

/** @internal Whether a result is bytes in any of the forms that tools return: a buffer, a blob or a {@link ToolBinary}. */
export function isBinary(value: object): value is Uint8Array | Blob | ToolBinary {
  if (value instanceof Uint8Array || value instanceof Blob) return true;
  const { mimeType, data } = value as Partial<ToolBinary>;
  return typeof mimeType === 'string' && data instanceof Uint8Array;
}

/** @internal Bytes as a {@link ToolBinary}; the type of a bare buffer is read from its first bytes (RC-09). */
export async function toBinary(value: Uint8Array | Blob | ToolBinary): Promise<ToolBinary> {
  if (value instanceof Uint8Array) return { mimeType: detectMimeType(value), data: value };
  if (!(value instanceof Blob)) return value;
  const data = new Uint8Array(await value.arrayBuffer());
  return { mimeType: value.type === '' ? detectMimeType(data) : value.type, data };
}

const SIGNATURES: readonly (readonly [mimeType: string, offset: number, bytes: string])[] = [
  ['image/png', 0, '\x89PNG\r\n\x1a\n'],
  ['image/jpeg', 0, '\xff\xd8\xff'],
  ['image/gif', 0, 'GIF8'],
  ['image/webp', 8, 'WEBP'],
  ['application/pdf', 0, '%PDF-'],
];

function detectMimeType(data: Uint8Array): string {
  const start = Buffer.from(data.buffer, data.byteOffset, Math.min(data.byteLength, 16)).toString('latin1');
  const match = SIGNATURES.find(([, offset, bytes]) => start.startsWith(bytes, offset));
  return match?.[0] ?? 'application/octet-stream';
}
