import type { BeanExplanation, ConditionEvaluation, ConditionEvaluationReport } from '@toolwright/boot';
import { formatTable } from '../output/formatTable.js';
import type { Terminal } from '../output/Terminal.js';
import { type AddCommand, type ApplicationCommandOptions, applicationCommand } from './CommandContext.js';

/** `toolwright conditions`: what conditions and exclusions decided, or why one bean is there, or is not. */
export const addConditionsCommand: AddCommand = (program, { terminal, withApplication }) => {
  applicationCommand(
    program,
    'conditions',
    'show which conditions matched, which did not and why, and what is excluded',
  )
    .argument('[bean]', 'explain why this bean, class or auto-configuration is there, or is not')
    .action(async (bean: string | undefined, options: ApplicationCommandOptions) => {
      await withApplication(options, async ({ context }) => {
        if (bean === undefined) {
          if (options.json) terminal.json(context.conditions());
          else terminal.out(reportText(terminal, context.conditions()));
          return;
        }
        const explanation = context.explainBean(bean);
        if (options.json) terminal.json(withoutLines(explanation));
        else terminal.out(`${explanation.lines.join('\n')}\n`);
      });
    });
};

function withoutLines({ lines: _lines, ...explanation }: BeanExplanation): Omit<BeanExplanation, 'lines'> {
  return explanation;
}

function reportText(terminal: Terminal, report: ConditionEvaluationReport): string {
  const sections: readonly (readonly [title: string, body: string])[] = [
    ['Matched', evaluations(terminal, report.positiveMatches, () => true)],
    ['Not matched', evaluations(terminal, report.negativeMatches, ({ matched }) => !matched)],
    ['Excluded', list(report.exclusions)],
    ['Without conditions', list(report.unconditionalClasses)],
    ...(report.warnings.length > 0 ? [['Warnings', list(report.warnings)] as const] : []),
  ];
  return sections.map(([title, body]) => `${terminal.colours.bold(title)}\n\n${body}`).join('\n');
}

function evaluations(
  terminal: Terminal,
  found: readonly ConditionEvaluation[],
  shown: (result: ConditionEvaluation['results'][number]) => boolean,
): string {
  if (found.length === 0) return list([]);
  const rows = found
    .toSorted((a, b) => (a.source < b.source ? -1 : a.source > b.source ? 1 : 0))
    .flatMap(({ source, results }) =>
      results.filter(shown).map(({ message }, index) => [index === 0 ? source : '', message]),
    );
  return formatTable(terminal, ['WHAT', 'WHY'], rows);
}

function list(names: readonly string[]): string {
  return names.length === 0 ? 'none\n' : `${names.toSorted().join('\n')}\n`;
}
