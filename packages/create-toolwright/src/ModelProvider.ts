/** A model that a project can begin with. */
export interface ModelProvider {
  /** As in `chat.model.provider`. */
  readonly name: string;
  /** For people. */
  readonly title: string;
  /** The starter that brings the client of the provider; null for what the core starter has itself. */
  readonly starter: string | null;
  /** As in `chat.model.name`; null for the only one. */
  readonly model: string | null;
  /** The environment variable with the key; null where none is needed. */
  readonly keyVariable: string | null;
}

/** The models to choose from; the first is the default. */
export const MODEL_PROVIDERS: readonly ModelProvider[] = [
  { name: 'offline', title: 'Offline, without a key', starter: null, model: null, keyVariable: null },
  {
    name: 'openai',
    title: 'OpenAI',
    starter: '@toolwright/starter-openai',
    model: 'gpt-5-mini',
    keyVariable: 'OPENAI_API_KEY',
  },
  {
    name: 'anthropic',
    title: 'Anthropic',
    starter: '@toolwright/starter-anthropic',
    model: 'claude-sonnet-4-5',
    keyVariable: 'ANTHROPIC_API_KEY',
  },
  {
    name: 'google',
    title: 'Google Gemini',
    starter: '@toolwright/starter-google',
    model: 'gemini-2.5-flash',
    keyVariable: 'GOOGLE_GENERATIVE_AI_API_KEY',
  },
  {
    name: 'mistral',
    title: 'Mistral',
    starter: '@toolwright/starter-mistral',
    model: 'mistral-small-latest',
    keyVariable: 'MISTRAL_API_KEY',
  },
  { name: 'ollama', title: 'Ollama', starter: '@toolwright/starter-ollama', model: 'qwen3', keyVariable: null },
];

/** @throws {RangeError} if there is none of that name */
export function modelProvider(name: string): ModelProvider {
  const provider = MODEL_PROVIDERS.find((each) => each.name === name);
  if (provider) return provider;
  throw new RangeError(
    `There is no provider '${name}'; there are ${MODEL_PROVIDERS.map((each) => each.name).join(', ')}`,
  );
}
