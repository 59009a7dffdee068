import { type AbstractClassType, suggestName } from '@toolwright/core';
import type { BeanDefinition } from '../bean/BeanDefinition.js';
import type { BeanDefinitionRegistry } from '../bean/BeanDefinitionRegistry.js';
import type { SuppressedBean, Suppression } from '../bean/SuppressedBean.js';
import { typeName } from '../bean/typeName.js';
import type { ConditionEvaluationReport } from '../condition/ConditionEvaluationReport.js';
import { describeRemedies } from '../diagnostics/describeRemedies.js';

/** A bean that exists, and what let it in. */
export interface PresentBean {
  readonly name: string;
  readonly type: string;
  /** `defined by method 'toolIndex' in ToolsConfiguration` */
  readonly description: string;
  /** The messages of the conditions that matched, those of its class first. */
  readonly reasons: readonly string[];
}

/** A bean that does not exist, and what kept it out. */
export interface AbsentBean extends Omit<Suppression, 'missingBeanTypes'> {
  readonly name: string;
  /** `Bean method 'toolIndex' in 'ToolsConfiguration'` */
  readonly source: string;
  /** What would let it in: `Set 'x.enabled' to 'true' (now 'false', config/application.properties - 3:11)`. */
  readonly remedies: readonly string[];
}

/** Why a bean is there, or is not: plain data that JSON can hold. */
export interface BeanExplanation {
  /** What was asked for. */
  readonly subject: string;
  /** `unknown`: nothing in the application declares it. */
  readonly outcome: 'present' | 'absent' | 'unknown';
  readonly present: readonly PresentBean[];
  readonly absent: readonly AbsentBean[];
  /** For an unknown one: the name that was probably meant. */
  readonly suggestion: string | null;
  /** The explanation in at most ten lines, for people. */
  readonly lines: readonly string[];
}

const MAX_LINES = 10;

/**
 * Answers "why (not) this bean?" (BH-03).
 *
 * @param what a class, or the name of a bean, of a class or of an auto-configuration
 * @internal
 */
export function explainBean(
  what: AbstractClassType | string,
  registry: BeanDefinitionRegistry,
  report: ConditionEvaluationReport,
  suppressed: readonly SuppressedBean[],
): BeanExplanation {
  const fits = (name: string, types: readonly AbstractClassType[]): boolean =>
    typeof what === 'string' ? name === what || types.some((type) => type.name === what) : types.includes(what);
  const present = registry.definitions
    .filter(({ name, types }) => fits(name, types))
    .map((definition): PresentBean => presentBean(definition, report));
  const absent = suppressed
    .filter(({ name, types }) => fits(name, types))
    .map((bean): AbsentBean => {
      const { name, source, reason, properties, missingPackages } = bean;
      return { name, source, reason, properties, missingPackages, remedies: describeRemedies(bean) };
    });
  const subject = typeof what === 'string' ? what : typeName(what);
  const outcome = present.length > 0 ? 'present' : absent.length > 0 ? 'absent' : 'unknown';
  const names = [...registry.definitions, ...suppressed].flatMap(({ name, types }) => [name, ...types.map(typeName)]);
  const suggestion = outcome === 'unknown' ? (suggestName(subject, [...new Set(names)]) ?? null) : null;
  const lines = describe({ subject, outcome, present, absent, suggestion });
  return { subject, outcome, present, absent, suggestion, lines };
}

function presentBean(definition: BeanDefinition, report: ConditionEvaluationReport): PresentBean {
  const { name, declaredType, description, definedIn } = definition;
  const method = /^defined by method '(.*)' in /.exec(description)?.[1];
  const evaluations = [report.find(definedIn), method === undefined ? undefined : report.find(definedIn, method)];
  const reasons = evaluations.flatMap((evaluation) => evaluation?.results ?? []).map(({ message }) => message);
  return { name, type: typeName(declaredType), description, reasons: [...new Set(reasons)] };
}

function describe({
  subject,
  outcome,
  present,
  absent,
  suggestion,
}: Omit<BeanExplanation, 'lines'>): readonly string[] {
  if (outcome === 'unknown') {
    const hint = suggestion === null ? '' : ` Did you mean '${suggestion}'?`;
    return [`Nothing in this application declares '${subject}'.${hint}`];
  }
  const lines =
    outcome === 'present'
      ? present.flatMap(({ name, type, description, reasons }) => [
          `'${name}' (${type}) is there, ${description}.`,
          ...reasons.map((reason) => `  because ${reason}`),
        ])
      : [
          `'${subject}' is not there.`,
          ...absent.flatMap(({ source, reason, remedies }) => [
            `${source} not loaded because ${reason}`,
            ...remedies.map((remedy) => `  ${remedy}`),
          ]),
        ];
  if (lines.length <= MAX_LINES) return lines;
  return [...lines.slice(0, MAX_LINES - 1), `... and ${lines.length - MAX_LINES + 1} more lines`];
}
