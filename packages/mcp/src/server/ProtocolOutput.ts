import { createWriteStream } from 'node:fs';
import type { Writable } from 'node:stream';
import { lazyPackage } from '@toolwright/core';

const net = lazyPackage<typeof import('node:net')>('node:net', import.meta.url);
const nodeStream = lazyPackage<typeof import('node:stream')>('node:stream', import.meta.url);
const tty = lazyPackage<typeof import('node:tty')>('node:tty', import.meta.url);

/** How many servers hold standard output. */
let claims = 0;
let replaced: PropertyDescriptor | undefined;
let tolerant = false;
/** What takes the messages in place of standard output. */
let apart: Writable | undefined;

/**
 * Standard output as the protocol's own (MS-04). From the claim until the release everything else of the process that is
 * written to `process.stdout`, `console.log` included, goes to standard error, as the specification demands. Claims nest.
 */
export class ProtocolOutput {
  /** Writes to the real standard output, whatever replaced `process.stdout.write`. */
  readonly stream: Writable;
  #released = false;

  private constructor() {
    const { stdout } = process;
    const target = apart ?? stdout;
    const write = Reflect.get(Object.getPrototypeOf(target) as object, 'write') as (
      ...args: readonly unknown[]
    ) => void;
    const { Writable } = nodeStream();
    this.stream = new Writable({
      write: (...args) => {
        Reflect.apply(write, target, args);
      },
    });
  }

  /**
   * Takes standard output.
   *
   * @param descriptor a file descriptor that the client reads instead, of a process that was started with standard error
   *   for its standard output: then nothing that writes to descriptor 1 itself reaches the client either. It counts until
   *   the process ends
   */
  static claim(descriptor?: number): ProtocolOutput {
    if (descriptor !== undefined) apart = tolerate(streamTo(descriptor));
    claims += 1;
    if (claims === 1) divert();
    return new ProtocolOutput();
  }

  /** Gives it back; what comes late from a library is standard output again. */
  release(): void {
    if (this.#released) return;
    this.#released = true;
    claims -= 1;
    if (claims === 0) restore();
  }
}

function divert(): void {
  const { stdout } = process;
  replaced = Object.getOwnPropertyDescriptor(stdout, 'write');
  const toStandardError = ((...args: Parameters<typeof stdout.write>) =>
    process.stderr.write(...args)) as typeof stdout.write;
  Object.defineProperty(stdout, 'write', { value: toStandardError, configurable: true, writable: true });
  if (tolerant) return;
  tolerant = true;
  tolerate(stdout);
}

/** A client that is gone is reported by the callbacks of the writes; an event that nobody hears would end the process. */
function tolerate(stream: Writable): Writable {
  return stream.on('error', () => undefined);
}

/** Does not ask `fstat` for the kind: of a pipe it would mislead the resolution of symbolic links in Node.js 20. */
function streamTo(descriptor: number): Writable {
  const { isatty, WriteStream } = tty();
  if (isatty(descriptor)) return new WriteStream(descriptor);
  try {
    const { Socket } = net();
    return new Socket({ fd: descriptor, readable: false, writable: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_INVALID_FD_TYPE') throw error;
    return createWriteStream('', { fd: descriptor });
  }
}

function restore(): void {
  if (replaced) Object.defineProperty(process.stdout, 'write', replaced);
  // What was inherited shows again.
  else Reflect.deleteProperty(process.stdout, 'write');
}
