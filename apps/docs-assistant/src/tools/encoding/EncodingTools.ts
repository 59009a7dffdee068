import { createHash, randomUUID } from 'node:crypto';
import { Component } from '@toolwright/boot';
import { Tool, ToolParam, ToolUserError } from '@toolwright/tools';
import { requireMaxLength } from '../input/requireMaxLength.js';
import { requireRange } from '../input/requireRange.js';

const HashAlgorithm = { Sha256: 'sha256', Sha512: 'sha512', Sha1: 'sha1', Md5: 'md5' } as const;
type HashAlgorithm = (typeof HashAlgorithm)[keyof typeof HashAlgorithm];

const Direction = { Encode: 'encode', Decode: 'decode' } as const;
type Direction = (typeof Direction)[keyof typeof Direction];

const MAX_TEXT_LENGTH = 1_000_000;
/** Both alphabets, with or without padding; spaces and line breaks are dropped before. */
const BASE64 = /^[\w+/-]*={0,2}$/;

/** Checksums and encodings of text; text is always UTF-8. */
@Component()
export class EncodingTools {
  @Tool({
    description: 'Computes the hash (checksum, digest) of a text: SHA-256, SHA-512, SHA-1 or MD5, in hexadecimal.',
  })
  hashText(
    @ToolParam({ description: 'Text' }) text: string,
    @ToolParam({ type: { enum: HashAlgorithm } }) algorithm: HashAlgorithm = HashAlgorithm.Sha256,
  ): { algorithm: HashAlgorithm; hash: string } {
    requireMaxLength(text, MAX_TEXT_LENGTH, 'text');
    return { algorithm, hash: createHash(algorithm).update(text, 'utf8').digest('hex') };
  }

  @Tool({ description: 'Encodes text as Base64, or decodes Base64 to text.' })
  base64(
    @ToolParam({ description: 'Text or Base64' }) text: string,
    @ToolParam({ type: { enum: Direction } }) direction: Direction = Direction.Encode,
  ): { result: string } {
    requireMaxLength(text, MAX_TEXT_LENGTH, 'text');
    if (direction === Direction.Encode) return { result: Buffer.from(text, 'utf8').toString('base64') };
    const encoded = text.replaceAll(/\s/g, '');
    if (!BASE64.test(encoded) || encoded.replace(/=+$/, '').length % 4 === 1) {
      throw new ToolUserError('The text is not Base64: it has other characters or a wrong length.');
    }
    try {
      return { result: new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(encoded, 'base64')) };
    } catch (cause) {
      throw new ToolUserError('The Base64 holds binary data, not text, so it cannot be shown.', { cause });
    }
  }

  @Tool({ description: 'Percent-encodes text for use in a URL, or decodes a URL-encoded text.' })
  urlEncoding(
    @ToolParam({ description: 'Text' }) text: string,
    @ToolParam({ type: { enum: Direction } }) direction: Direction = Direction.Encode,
  ): { result: string } {
    requireMaxLength(text, MAX_TEXT_LENGTH, 'text');
    try {
      return { result: direction === Direction.Encode ? encodeURIComponent(text) : decodeURIComponent(text) };
    } catch (cause) {
      throw new ToolUserError('The text is not valid: a % needs two hexadecimal digits that form UTF-8.', { cause });
    }
  }

  @Tool({ description: 'Generates random UUIDs (unique identifiers).' })
  generateUuid(@ToolParam({ description: 'How many, 1 to 20', type: 'integer' }) count: number = 1): {
    uuids: readonly string[];
  } {
    requireRange(count, 1, 20, 'count');
    return { uuids: Array.from({ length: count }, () => randomUUID()) };
  }
}
