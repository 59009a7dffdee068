/** Keys that the reference shows under one heading: those below the prefix that no longer prefix takes. */
export interface KeyGroup {
  readonly prefix: string;
  readonly title: string;
  /** What stands under the heading, as Markdown. */
  readonly text: string;
  /** The prefix of a group with the same keys, which are not listed again. */
  readonly sameAs?: string;
}

/** In the order of the page. */
export const GROUPS: readonly KeyGroup[] = [
  { prefix: 'chat.model', title: 'Chat model', text: 'Which model answers, and how it is asked: [models](models.md).' },
  {
    prefix: 'embedding.model',
    title: 'Embedding model',
    text: 'Which model turns texts into vectors: [embedding models](models.md#embedding-models).',
  },
  {
    prefix: 'chat.client',
    title: 'Chat client',
    text: 'The client and its [tool loop](tool-loop-and-advisors.md); what it [tells observers](observability.md).',
  },
  {
    prefix: 'chat.client.approvals',
    title: 'Approvals',
    text: 'Turns that wait for somebody to [approve calls](approvals.md).',
  },
  {
    prefix: 'chat.client.tool-search-advisor',
    title: 'Tool search',
    text: 'Definitions of tools are sent when they were [searched for](tool-search.md).',
  },
  { prefix: 'chat.memory', title: 'Memory', text: 'What is [remembered of conversations](memory.md), and where.' },
  {
    prefix: 'chat.memory.repository.redis',
    title: 'Memory in Redis',
    text: 'With `chat.memory.repository.type=redis`: [Redis](memory.md#redis).',
  },
  {
    prefix: 'chat.memory.redis',
    title: 'Memory in Redis, other name',
    text: 'The same keys below `chat.memory.redis` are read where nothing is set below `chat.memory.repository.redis`.',
    sameAs: 'chat.memory.repository.redis',
  },
  {
    prefix: 'chat.memory.repository.postgres',
    title: 'Memory in PostgreSQL',
    text: 'With `chat.memory.repository.type=postgres`: [PostgreSQL](memory.md#postgresql).',
  },
  {
    prefix: 'chat.memory.repository.jdbc',
    title: 'Memory in PostgreSQL, other name',
    text: 'The same keys below `chat.memory.repository.jdbc` are read where nothing is set below `chat.memory.repository.postgres`.',
    sameAs: 'chat.memory.repository.postgres',
  },
  {
    prefix: 'tools',
    title: 'Tools',
    text: 'How [tools](declaring-tools.md) are run, and what becomes of [failures](tool-errors.md).',
  },
  {
    prefix: 'tools.limits',
    title: 'Limits',
    text: 'What a turn may use: [limits](limits.md). A limit of -1 is off.',
  },
  { prefix: 'tools.prices', title: 'Prices', text: 'What models cost, for a [limit of cost](limits.md#cost).' },
  {
    prefix: 'tools.results',
    title: 'Results',
    text: 'How much of a result the model is given: [long results](declaring-tools.md#long-results).',
  },
  {
    prefix: 'mcp.client',
    title: 'MCP client',
    text: 'Tools of servers of the [Model Context Protocol](mcp.md#use-the-tools-of-servers).',
  },
  { prefix: 'mcp.server', title: 'MCP server', text: 'The application [as a server](mcp.md#be-a-server).' },
  { prefix: 'observations', title: 'Observations', text: '[Traces and metrics](observability.md#opentelemetry).' },
  { prefix: 'studio', title: 'Studio', text: 'The [local page](studio.md) that shows the turns of the application.' },
  { prefix: 'logging', title: 'Logging', text: 'What is [logged](configuration.md#logging), and how it looks.' },
  { prefix: 'profiles', title: 'Profiles', text: 'Which [profiles](configuration.md#profiles) are active.' },
  { prefix: 'config', title: 'Configuration files', text: 'Where [settings](configuration.md) are read from.' },
  { prefix: 'main', title: 'Container', text: 'How the application starts and ends.' },
  { prefix: 'autoconfigure', title: 'Auto-configurations', text: 'Which defaults are left out.' },
  { prefix: 'debug', title: 'Debugging', text: 'The report of all conditions.' },
];
