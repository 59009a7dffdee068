import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isToolwrightException } from '@toolwright/core';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { builtInFailureAnalyzers } from '../../dist/diagnostics/builtInFailureAnalyzers.js';
import { configFolder } from '../env/configFolder.js';
import { failureOf } from '../runContext.js';
import { beanScenarios } from './errors-page/beanScenarios.js';
import { configurationScenarios } from './errors-page/configurationScenarios.js';
import type { ErrorScenario } from './errors-page/ErrorScenario.js';

const page = join(process.cwd(), 'docs/errors.md');
/** What follows belongs to the tests of packages/mcp. */
const MCP_PART = '\n## MCP\n';
const BANNER = '***************************\nAPPLICATION FAILED TO START\n***************************\n\n';

const INTRODUCTION = `# When an application cannot start

A failed start ends in a typed exception, and prints what happened and what to do about it. The messages below are those
that the tests produce; every place in a file is shown as \`file - line:column\`.

The stack is logged at debug level: \`--logging.level.toolwright.boot=debug\`. \`--debug\` prints which conditions matched.
`;

interface Outcome {
  readonly scenario: ErrorScenario;
  readonly failure: Error;
  readonly printed: string;
}

/** Runs a scenario in a folder of its own, so that places are shown as they would be in an application. */
async function outcomeOf(scenario: ErrorScenario): Promise<Outcome> {
  const folder = configFolder(scenario.files ?? {});
  const previous = process.cwd();
  process.chdir(folder);
  try {
    const { failure, printed } = await failureOf(scenario.application, {
      config: folder,
      root: folder,
      ...scenario.options,
    });
    return { scenario, failure, printed };
  } finally {
    process.chdir(previous);
    rmSync(folder, { recursive: true });
  }
}

function sectionOf({ scenario, printed }: Outcome): string {
  const { title, about } = scenario;
  const message = printed.trim().replace(BANNER, '').replaceAll('\t', '    ');
  return `### ${title}\n\n${about}\n\n\`\`\`text\n${message}\n\`\`\`\n`;
}

describe('the page of failure messages', () => {
  const outcomes = { beans: [] as Outcome[], configuration: [] as Outcome[] };

  beforeAll(async () => {
    for (const scenario of beanScenarios) outcomes.beans.push(await outcomeOf(scenario));
    for (const scenario of configurationScenarios) outcomes.configuration.push(await outcomeOf(scenario));
  });

  it('is docs/errors.md, message by message; UPDATE_DOCS=1 writes it', () => {
    const text = [
      INTRODUCTION,
      '## Beans\n',
      ...outcomes.beans.map(sectionOf),
      '## Configuration\n',
      ...outcomes.configuration.map(sectionOf),
    ].join('\n');
    const [, ...rest] = readFileSync(page, 'utf8').split(MCP_PART);
    if (process.env['UPDATE_DOCS'] === '1') writeFileSync(page, [text, ...rest].join(MCP_PART));
    expect(readFileSync(page, 'utf8').split(MCP_PART)[0]).toBe(text);
  });

  it('has a description for every scenario, and an action wherever one is known', () => {
    const all = [...outcomes.beans, ...outcomes.configuration];
    const titled = (pattern: RegExp) =>
      all.filter(({ printed }) => pattern.test(printed)).map((one) => one.scenario.title);
    const titles = all.map(({ scenario }) => scenario.title);
    expect(titled(/\nDescription:\n\n\S/)).toEqual(titles);
    // What code throws on its own account explains itself, or not.
    expect(titled(/\nAction:\n\n\S/)).toEqual(titles.filter((title) => title !== 'A bean cannot be made'));
  });

  it('shows a failure of every kind that has an analyzer', () => {
    const codes = new Set<string>();
    for (const { failure } of [...outcomes.beans, ...outcomes.configuration]) {
      for (let current: unknown = failure; current instanceof Error; current = current.cause) {
        if (isToolwrightException(current)) codes.add(current.code);
      }
    }
    const known = builtInFailureAnalyzers().flatMap((analyzer) => {
      const { failureCode } = analyzer as unknown as { readonly failureCode?: string };
      return failureCode === undefined ? [] : [failureCode];
    });
    expect(known.filter((code) => !codes.has(code))).toEqual([]);
  });
});
