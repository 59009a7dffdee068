import type { SuppressedBean } from '../bean/SuppressedBean.js';
import type { ConditionProperty } from '../condition/ConditionOutcome.js';
import { describeOrigin } from '../env/Origin.js';

/**
 * What would let a bean in that was kept out, one line per property and one for all packages: `Set 'x.enabled' to 'true'
 * (now 'false', config/application.properties - 3:11)` (BH-04). Empty if that is not known.
 *
 * @internal
 */
export function describeRemedies({ properties, missingPackages }: SuppressedBean): readonly string[] {
  const install = [...new Set(missingPackages.map((missing) => missing.install))];
  return [
    ...properties.map(describeProperty),
    ...(install.length > 0 ? [`Install what is missing: npm install ${install.join(' ')}`] : []),
  ];
}

function describeProperty({ key, value, origin, enabledBy }: ConditionProperty): string {
  const at = origin === null ? '' : `, ${describeOrigin(origin)}`;
  const now = value === null ? 'not set now' : `now '${value}'${at}`;
  return enabledBy === null ? `Change or remove '${key}' (${now})` : `Set '${key}' to '${enabledBy}' (${now})`;
}
