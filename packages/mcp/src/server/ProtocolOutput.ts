import { Writable } from 'node:stream';

/** How many servers hold standard output. */
let claims = 0;
let replaced: PropertyDescriptor | undefined;
let tolerant = false;

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
    const write = Reflect.get(Object.getPrototypeOf(stdout) as object, 'write') as (
      ...args: readonly unknown[]
    ) => void;
    this.stream = new Writable({
      write: (...args) => {
        Reflect.apply(write, stdout, args);
      },
    });
  }

  /** Takes standard output. */
  static claim(): ProtocolOutput {
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
  // A client that is gone is reported by the callbacks of the writes; an event that nobody hears would end the process.
  stdout.on('error', () => undefined);
}

function restore(): void {
  if (replaced) Object.defineProperty(process.stdout, 'write', replaced);
  // What was inherited shows again.
  else Reflect.deleteProperty(process.stdout, 'write');
}
