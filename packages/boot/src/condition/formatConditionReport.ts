import type { ConditionEvaluation, ConditionEvaluationReport, ConditionResult } from './ConditionEvaluationReport.js';

/** The report as text, for people: what `--debug` prints. Sections are sorted by name. */
export function formatConditionReport(report: ConditionEvaluationReport): string {
  const lines = [
    '============================',
    'CONDITIONS EVALUATION REPORT',
    '============================',
    ...section('Positive matches', sorted(report.positiveMatches).flatMap(positive)),
    ...section('Negative matches', sorted(report.negativeMatches).flatMap(negative)),
    ...section('Exclusions', names(report.exclusions)),
    ...section('Unconditional classes', names(report.unconditionalClasses)),
    ...(report.warnings.length > 0 ? section('Warnings', names(report.warnings)) : []),
  ];
  return `\n${lines.join('\n')}\n`;
}

function section(title: string, lines: readonly string[]): readonly string[] {
  return ['', '', `${title}:`, '-'.repeat(title.length + 1), '', ...(lines.length > 0 ? lines : ['    None', ''])];
}

function sorted(evaluations: readonly ConditionEvaluation[]): readonly ConditionEvaluation[] {
  return [...evaluations].sort((a, b) => (a.source < b.source ? -1 : a.source > b.source ? 1 : 0));
}

function positive({ source, results }: ConditionEvaluation): readonly string[] {
  return [`   ${source} matched:`, ...results.map((result) => `      ${line(result)}`), ''];
}

function negative({ source, results }: ConditionEvaluation): readonly string[] {
  const matched = results.filter((result) => result.matched);
  return [
    `   ${source}:`,
    '      Did not match:',
    ...results.filter((result) => !result.matched).map((result) => `         ${line(result)}`),
    ...(matched.length > 0 ? ['      Matched:', ...matched.map((result) => `         ${line(result)}`)] : []),
    '',
  ];
}

function line({ message, condition }: ConditionResult): string {
  return `- ${message} (${condition})`;
}

function names(values: readonly string[]): readonly string[] {
  return [...values].sort().flatMap((value) => [`    ${value}`, '']);
}
