import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { askJson, calledTools, type PrintedTurn, ROOT, runAssistant } from './runAssistant.js';

jest.setTimeout(60_000);

const LIMITS_QUESTION = 'Which page explains how to limit tool calls?';
const TWO_TOOLS_QUESTION = "Convert 12 miles to km and count the words of 'a rose is a rose'";
const SEARCH_FLAG = '--chat.client.tool-search-advisor.enabled=true';

/** A folder with configuration of its own, so that a test can change it. */
let workspace: string;
beforeAll(async () => {
  workspace = await mkdtemp(join(tmpdir(), 'toolwright-e2e-'));
  await cp(join(ROOT, 'docs'), join(workspace, 'docs'), { recursive: true });
  await cp(join(ROOT, 'README.md'), join(workspace, 'README.md'));
  await mkdir(join(workspace, 'config'));
});
afterAll(() => rm(workspace, { recursive: true, force: true }));

async function configure(files: Readonly<Record<string, string>>): Promise<void> {
  await rm(join(workspace, 'config'), { recursive: true });
  await mkdir(join(workspace, 'config'));
  for (const [name, text] of Object.entries(files)) await writeFile(join(workspace, 'config', name), text);
}

describe('answering', () => {
  it('answers from searchDocs with a page that exists', async () => {
    const { turn, exitCode } = await askJson(LIMITS_QUESTION);
    expect(exitCode).toBe(0);
    expect(turn.finishReason).toBe('STOP');
    expect(calledTools(turn)).toEqual(['searchDocs']);
    expect(turn.answer).toContain('docs/limits.md');
    expect(existsSync(join(ROOT, 'docs/limits.md'))).toBe(true);
    expect(turn.rounds).toHaveLength(2);
    expect(turn.rounds[0]?.toolsSent.length).toBeGreaterThan(40);
    expect(turn.rounds[0]?.results[0]?.name).toBe('searchDocs');
    expect(turn.usage.promptTokens).toBe(turn.rounds.reduce((sum, { promptTokens }) => sum + promptTokens, 0));
  });

  it('makes two calls for a question that needs two tools', async () => {
    const { turn } = await askJson(TWO_TOOLS_QUESTION);
    expect(calledTools(turn)).toEqual(['convertUnit', 'wordCount']);
    expect(turn.rounds.flatMap(({ results }) => results)).toHaveLength(2);
    expect(turn.answer).toContain('19.3');
  });

  it('asks back for a missing argument', async () => {
    const { turn, exitCode } = await askJson('Count the words');
    expect(exitCode).toBe(0);
    expect(calledTools(turn)).toEqual([]);
    expect(turn.answer).toMatch(/^To use `wordCount` I still need: Text \(`text`\)/);
  });

  it('prints exactly one JSON document on standard output, whatever is logged', async () => {
    const run = await runAssistant(['--json', '--logging.level.root=trace', LIMITS_QUESTION]);
    expect(() => JSON.parse(run.stdout) as PrintedTurn).not.toThrow();
    expect(run.stderr).not.toBe('');
  });

  it('says on its first line that the model is an offline one', async () => {
    const text = await runAssistant([LIMITS_QUESTION]);
    expect(text.stdout.split('\n')[0]).toMatch(/^Offline model: no language model/);
    const json = await runAssistant(['--json', LIMITS_QUESTION]);
    expect(json.stderr.split('\n')[0]).toMatch(/^Offline model: no language model/);
  });

  it('prints each round, then the answer and the tokens', async () => {
    const { stdout, exitCode } = await runAssistant([LIMITS_QUESTION]);
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/^Round 1: \d+ tool\(s\) sent \(.+\), \d+ prompt tokens$/m);
    expect(stdout).toMatch(/^ {2}call {3}searchDocs \{.*\}$/m);
    expect(stdout).toMatch(/^ {2}result searchDocs \S/m);
    expect(stdout).toMatch(/^2 round\(s\), \d+ prompt tokens, \d+ completion tokens, finish reason STOP$/m);
  });
});

describe('tool search by a flag', () => {
  let plain: PrintedTurn;
  let searching: PrintedTurn;
  beforeAll(async () => {
    plain = (await askJson(LIMITS_QUESTION)).turn;
    searching = (await askJson(LIMITS_QUESTION, [SEARCH_FLAG])).turn;
  });

  it('sends exactly the search tool in round one, discovers, calls and answers', () => {
    expect(searching.rounds[0]?.toolsSent).toEqual(['toolSearchTool']);
    expect(searching.rounds[0]?.toolCalls.map(({ name }) => name)).toEqual(['toolSearchTool']);
    expect(searching.rounds[1]?.toolsSent[0]).toBe('toolSearchTool');
    expect(searching.rounds[1]?.toolsSent).toContain('searchDocs');
    expect(calledTools(searching)).toEqual(['toolSearchTool', 'searchDocs']);
    expect(searching.answer).toBe(plain.answer);
  });

  it('returns the same tool results for at most 40 % of the prompt tokens', () => {
    const results = ({ rounds }: PrintedTurn) =>
      rounds.flatMap((round) => round.results).filter(({ name }) => name !== 'toolSearchTool');
    expect(results(searching)).toEqual(results(plain));
    const share = searching.usage.promptTokens / plain.usage.promptTokens;
    process.stdout.write(
      `prompt tokens: ${plain.usage.promptTokens} with all definitions, ${searching.usage.promptTokens} with tool search (${Math.round(share * 100)} %)\n`,
    );
    expect(share).toBeLessThanOrEqual(0.4);
  });

  it('is switched by the file alone, too', async () => {
    await configure({ 'application.properties': 'chat.client.tool-search-advisor.enabled=true\n' });
    const { turn } = await askJson(LIMITS_QUESTION, [], { cwd: workspace });
    expect(turn.rounds[0]?.toolsSent).toEqual(['toolSearchTool']);
  });
});

describe('limits', () => {
  const LIMIT_KEY = 'tools.limits.max-total-tool-calls';

  function expectBreach({ turn, exitCode }: Awaited<ReturnType<typeof askJson>>): void {
    expect(exitCode).toBe(3);
    expect(turn.finishReason).toBe('toolCallLimitExceeded');
    expect(turn.answer).toBe('Total tool call limit (1) exceeded for this turn. No further tool calls are allowed.');
    const completed = turn.rounds.flatMap(({ results }) => results);
    expect(completed.map(({ name }) => name)).toEqual(['convertUnit']);
    expect(completed[0]?.result).toContain('19.3');
    expect(turn.partialToolResponses?.map(({ name }) => name)).toEqual(['convertUnit']);
    expect(turn.partialToolResponses?.[0]?.responseData).toBe(completed[0]?.result);
  }

  it('end the turn with the completed result, set by an argument', async () => {
    expectBreach(await askJson(TWO_TOOLS_QUESTION, [`--${LIMIT_KEY}=1`]));
  });

  it('end it the same way, set in the file', async () => {
    await configure({ 'application.properties': `${LIMIT_KEY}=1\n` });
    expectBreach(await askJson(TWO_TOOLS_QUESTION, [], { cwd: workspace }));
  });

  it('end it the same way, set in the environment', async () => {
    expectBreach(await askJson(TWO_TOOLS_QUESTION, [], { env: { TOOLS_LIMITS_MAXTOTALTOOLCALLS: '1' } }));
  });

  it('end it the same way, set in a profile', async () => {
    await configure({
      'application.properties': `${LIMIT_KEY}=100\n`,
      'application-careful.properties': `${LIMIT_KEY}=1\n`,
    });
    expectBreach(await askJson(TWO_TOOLS_QUESTION, ['--profiles.active=careful'], { cwd: workspace }));
  });
});

describe('configuration mistakes', () => {
  it('warns of an unknown key and names the right one', async () => {
    await configure({
      'application.properties': '# limits\ntools.limits.max-total-tool-cals=1\nlogging.level.root=warn\n',
    });
    const { turn, stderr, exitCode } = await askJson(TWO_TOOLS_QUESTION, [], { cwd: workspace });
    expect(exitCode).toBe(0);
    expect(calledTools(turn)).toHaveLength(2);
    expect(stderr).toMatch(/application\.properties.*2.*tools\.limits\.max-total-tool-cals/s);
    expect(stderr).toContain('tools.limits.max-total-tool-calls');
  });

  it('stops the start at a wrong value with file, line, key, value and what is allowed', async () => {
    await configure({ 'application.properties': 'docs.root=.\ntools.limits.max-total-tool-calls=many\n' });
    const { stdout, stderr, exitCode } = await runAssistant(['--json', LIMITS_QUESTION], { cwd: workspace });
    expect(exitCode).toBe(1);
    expect(stdout).toBe('');
    expect(stderr).toContain('APPLICATION FAILED TO START');
    expect(stderr).toMatch(/application\.properties - 2:35/);
    expect(stderr).toContain('tools.limits.max-total-tool-calls');
    expect(stderr).toContain('"many"');
    expect(stderr).toMatch(/integer/);
  });

  it('lists the allowed values of an enumeration', async () => {
    await configure({ 'application.properties': 'tools.limits.on-limit-exceeded=explode\n' });
    const { stderr, exitCode } = await runAssistant([LIMITS_QUESTION], { cwd: workspace });
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(/^ +FINAL_ANSWER\n +RETURN_ERROR_RESPONSE\n +THROW$/m);
  });
});

describe('what is attached', () => {
  const OPEN_ISSUE = 'Open an issue with the title "Broken link" and the body "The link to limits is broken"';

  it('is not openIssue without --maintainer, whatever is asked', async () => {
    await configure({});
    const { turn } = await askJson(OPEN_ISSUE, [], { cwd: workspace });
    expect(turn.rounds.every(({ toolsSent }) => !toolsSent.includes('openIssue'))).toBe(true);
    expect(calledTools(turn)).not.toContain('openIssue');
    expect(existsSync(join(workspace, 'outbox'))).toBe(false);
  });

  it('is openIssue with --maintainer, which writes a draft', async () => {
    await configure({});
    const { turn, exitCode } = await askJson(OPEN_ISSUE, ['--maintainer'], { cwd: workspace });
    expect(exitCode).toBe(0);
    expect(calledTools(turn)).toEqual(['openIssue']);
    expect(await readdir(join(workspace, 'outbox'))).toHaveLength(1);
  });
});

describe('other flags', () => {
  it('print the condition report with --debug, on standard error', async () => {
    const { stdout, stderr } = await runAssistant(['--json', '--debug', LIMITS_QUESTION]);
    expect(() => JSON.parse(stdout) as PrintedTurn).not.toThrow();
    expect(stderr).toContain('Positive matches');
    expect(stderr).toContain('ToolSearchAdvisorAutoConfiguration');
    expect(stderr).toContain('Negative matches');
  });

  it('switch the loop off: the request to run a tool comes back', async () => {
    const { turn, exitCode } = await askJson(LIMITS_QUESTION, ['--chat.client.tool-calling.enabled=false']);
    expect(exitCode).toBe(0);
    expect(turn.answer).toBeNull();
    expect(turn.rounds).toHaveLength(1);
    expect(turn.rounds[0]?.toolCalls.map(({ name }) => name)).toEqual(['searchDocs']);
    expect(turn.rounds[0]?.results).toEqual([]);
  });
});
