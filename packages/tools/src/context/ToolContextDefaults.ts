import { IllegalArgumentException } from '@toolwright/core';

/** Where and when a request is, if it does not say so itself (EG-05). */
export interface ToolContextDefaults {
  /** A BCP 47 language tag such as `ko-KR`; default that of the process. */
  readonly locale?: string | undefined;
  /** An IANA time zone such as `Asia/Seoul`; default that of the process. */
  readonly timeZone?: string | undefined;
}

/**
 * The defaults, checked.
 *
 * @throws {IllegalArgumentException} if the locale is no language tag, or if the time zone is not known
 */
export function requireContextDefaults({ locale, timeZone }: ToolContextDefaults): ToolContextDefaults {
  if (locale !== undefined) requireKnown('locale', locale, 'a language tag such as ko-KR', { locale });
  if (timeZone !== undefined) requireKnown('timeZone', timeZone, 'a time zone such as Asia/Seoul', { timeZone });
  return { locale, timeZone };
}

function requireKnown(name: string, value: string, form: string, { locale, timeZone }: ToolContextDefaults): void {
  try {
    new Intl.DateTimeFormat(locale, { timeZone });
  } catch (cause) {
    throw new IllegalArgumentException(`${name} must be ${form}, but is '${value}'`, { cause });
  }
}

let ofProcess: Intl.ResolvedDateTimeFormatOptions | undefined;

/** Locale and time zone of the process, looked up once. */
export function processDefaults(): { readonly locale: string; readonly timeZone: string } {
  return (ofProcess ??= new Intl.DateTimeFormat().resolvedOptions());
}
