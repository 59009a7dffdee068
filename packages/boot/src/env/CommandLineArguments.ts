import { ListedPropertySource } from './ListedPropertySource.js';
import { PropertyName } from './PropertyName.js';
import type { PropertySource } from './PropertySource.js';

/** The command line, split into `--key=value` options and other arguments (BS-02). */
export class CommandLineArguments {
  readonly source: PropertySource;
  readonly nonOptionArguments: readonly string[];

  /** @param args without the interpreter and the script; an option without `=` has the empty text as its value */
  constructor(args: readonly string[]) {
    const options = new Map<string, string>();
    const others: string[] = [];
    for (const argument of args) {
      if (!argument.startsWith('--') || argument.length === 2) {
        others.push(argument);
        continue;
      }
      const equals = argument.indexOf('=');
      const key = argument.slice(2, equals < 0 ? undefined : equals);
      const value = equals < 0 ? '' : argument.slice(equals + 1);
      const earlier = options.get(key);
      // A repeated option is a list, as in Spring Boot.
      options.set(key, earlier === undefined ? value : `${earlier},${value}`);
    }
    this.source = new ListedPropertySource(
      'command line',
      [...options].map(([key, value]) => ({ name: PropertyName.of(key), value, origin: { source: 'command line' } })),
    );
    this.nonOptionArguments = others;
  }
}
