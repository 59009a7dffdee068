import type { Readable, Writable } from 'node:stream';
import { MODEL_PROVIDERS } from './ModelProvider.js';

/** What somebody answered; null if they left. */
export interface Answers {
  readonly directory: string;
  readonly provider: string;
  readonly mcp: boolean;
}

const DEFAULT_DIRECTORY = 'my-project';

/** Where is asked, and where the answers come from. */
export interface AskingTerminal {
  readonly input: Readable;
  readonly output: Writable;
}

/**
 * Asks what was not said on the command line.
 *
 * @param preset what is chosen if nothing else is
 * @param problemWith why a project cannot be made in a folder; undefined if it can
 * @param terminal default that of the process
 */
export async function askForProject(
  preset: { readonly provider: string; readonly mcp: boolean },
  problemWith: (directory: string) => string | undefined,
  terminal: AskingTerminal = { input: process.stdin, output: process.stdout },
): Promise<Answers | null> {
  const { cancel, confirm, intro, isCancel, select, text } = await import('@clack/prompts');
  const leave = (): null => {
    cancel('Nothing was made.', terminal);
    return null;
  };
  intro('A project with Toolwright', terminal);
  const directory = await text({
    ...terminal,
    message: 'Where?',
    placeholder: DEFAULT_DIRECTORY,
    defaultValue: DEFAULT_DIRECTORY,
    validate: (answer) => problemWith(answer?.trim() || DEFAULT_DIRECTORY),
  });
  if (isCancel(directory)) return leave();
  const provider = await select({
    ...terminal,
    message: 'Which model?',
    initialValue: preset.provider,
    options: MODEL_PROVIDERS.map(({ name, title }) => ({ value: name, label: title })),
  });
  if (isCancel(provider)) return leave();
  const mcp = await confirm({ ...terminal, message: 'Offer the tools over MCP, too?', initialValue: preset.mcp });
  if (isCancel(mcp)) return leave();
  return { directory: directory.trim() || DEFAULT_DIRECTORY, provider, mcp };
}
