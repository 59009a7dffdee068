import type { BeanDescription } from '@toolwright/boot';
import { Option } from 'commander';
import { formatBeanGraph } from '../output/formatBeanGraph.js';
import { formatNumberOf } from '../output/formatNumberOf.js';
import { formatTable } from '../output/formatTable.js';
import { type AddCommand, type ApplicationCommandOptions, applicationCommand } from './CommandContext.js';

interface BeansOptions extends ApplicationCommandOptions {
  readonly mermaid?: true;
}

/** `toolwright beans`: every bean and what it needs. */
export const addBeansCommand: AddCommand = (program, { terminal, withApplication }) => {
  applicationCommand(program, 'beans', 'show every bean and what it needs')
    .addOption(new Option('--mermaid', 'print the graph for Mermaid').conflicts('json'))
    .action(async (options: BeansOptions) => {
      await withApplication(options, async ({ context, name }) => {
        const beans = context.beans();
        if (options.json) terminal.json(beans);
        else if (options.mermaid) terminal.out(formatBeanGraph(beans));
        else {
          const head = ['BEAN', 'TYPE', 'SCOPE', 'ROLE', 'NEEDS'];
          terminal.out(
            `${formatTable(terminal, head, beans.map(toRow))}\n${formatNumberOf(beans.length, 'bean')} of ${name}\n`,
          );
        }
      });
    });
};

function toRow({ name, type, scope, role, primary, dependencies }: BeanDescription): readonly string[] {
  const needs = [
    ...new Set(dependencies.map(({ name: needed, kind }) => (kind === 'provider' ? `(${needed})` : needed))),
  ];
  return [name, `${type ?? '?'}${primary ? ' (primary)' : ''}`, scope, role, needs.join(', ')];
}
