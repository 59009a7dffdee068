import { suggestName } from '@toolwright/core';
import { ToolUserError } from '@toolwright/tools';
import { IANAZone } from 'luxon';

/**
 * The IANA name of a time zone that is given by that name or by its city: `Europe/Paris`, `paris`, `New York`.
 *
 * @throws {ToolUserError} if no zone has that name; it names one that comes close
 */
export function resolveTimeZone(name: string): string {
  const wanted = fold(name);
  if (['utc', 'gmt', 'z'].includes(wanted)) return 'UTC';
  const zones = Intl.supportedValuesOf('timeZone');
  const found =
    zones.find((zone) => fold(zone) === wanted) ?? zones.find((zone) => fold(zone.split('/').at(-1) ?? '') === wanted);
  if (found !== undefined) return found;
  if (IANAZone.isValidZone(name.trim())) return name.trim();
  const near = suggestName(wanted.slice(0, 60), [...zones, ...zones.map((zone) => zone.split('/').at(-1) ?? '')]);
  const hint = near === undefined ? '' : ` Did you mean ${near}?`;
  throw new ToolUserError(`Unknown time zone '${name}'.${hint} Use a name such as Europe/Paris.`);
}

function fold(name: string): string {
  return name.trim().toLowerCase().replaceAll(' ', '_');
}
