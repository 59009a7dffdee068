import type { Environment } from '@toolwright/boot';

/** Whether a flag such as `--json` or `--maintainer` is given: present and not `false`. */
export function isSwitchedOn(environment: Environment, flag: string): boolean {
  return environment.containsProperty(flag) && environment.getProperty(flag)?.trim().toLowerCase() !== 'false';
}
