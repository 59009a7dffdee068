import { MODEL_PROVIDERS } from './ModelProvider.js';

/** What somebody answered; null if they left. */
export interface Answers {
  readonly directory: string;
  readonly provider: string;
  readonly mcp: boolean;
}

/** Asks on the terminal what was not said on the command line. */
export async function askForProject(preset: {
  readonly provider: string;
  readonly mcp: boolean;
}): Promise<Answers | null> {
  const { cancel, confirm, intro, isCancel, select, text } = await import('@clack/prompts');
  intro('A project with Toolwright');
  const directory = await text({
    message: 'Where?',
    placeholder: 'my-project',
    defaultValue: 'my-project',
  });
  if (isCancel(directory)) return left(cancel);
  const provider = await select({
    message: 'Which model?',
    initialValue: preset.provider,
    options: MODEL_PROVIDERS.map(({ name, title }) => ({ value: name, label: title })),
  });
  if (isCancel(provider)) return left(cancel);
  const mcp = await confirm({ message: 'Offer the tools over MCP, too?', initialValue: preset.mcp });
  if (isCancel(mcp)) return left(cancel);
  return { directory, provider, mcp };
}

function left(cancel: (message: string) => void): null {
  cancel('Nothing was made.');
  return null;
}
