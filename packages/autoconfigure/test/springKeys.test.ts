import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { autoConfigurations } from '@toolwright/autoconfigure';
import { checkUnknownKeys, describeProperties, type DescribedProperty, prepareEnvironment } from '@toolwright/boot';
import { LoggerFactory, RecordingLogProvider } from '@toolwright/core';
import { ApplicationContextRunner } from '@toolwright/testing';
import { beforeAll, describe, expect, it } from '@jest/globals';

const page = join(process.cwd(), 'docs/spring-keys.md');

/** The keys of Spring AI that are understood, without `spring.ai.`; `<name>` stands for a key of the application's choice. */
const KEYS: readonly string[] = [
  'tools.throw-exception-on-error',
  'tools.resolution.fallback.enabled',
  'tools.limits.max-calls-per-tool-default',
  'tools.limits.max-calls-per-tool.<name>',
  'tools.limits.max-total-tool-calls',
  'tools.limits.excluded-tools',
  'tools.limits.on-limit-exceeded',
  'tools.observations.include-content',
  'chat.client.enabled',
  'chat.client.tool-calling.enabled',
  'chat.client.tool-calling.advisor-order',
  'chat.client.observations.log-prompt',
  'chat.client.observations.log-completion',
  'chat.client.tool-search-advisor.enabled',
  'chat.client.tool-search-advisor.tool-index-type',
  'chat.client.tool-search-advisor.advisor-order',
  'chat.client.tool-search-advisor.max-results',
  'chat.client.tool-search-advisor.session-id-key-name',
  'chat.client.tool-search-advisor.system-message-suffix',
  'chat.client.tool-search-advisor.reference-tool-name-accumulation',
  'chat.client.tool-search-advisor.lucene.min-score-threshold',
  'chat.client.tool-search-advisor.eviction.lru-max-sessions',
  'chat.client.tool-search-advisor.eviction.ttl',
  'chat.memory.repository.redis.host',
  'chat.memory.repository.redis.port',
  'chat.memory.repository.redis.username',
  'chat.memory.repository.redis.password',
  'chat.memory.repository.redis.index-name',
  'chat.memory.repository.redis.key-prefix',
  'chat.memory.repository.redis.time-to-live',
  'chat.memory.repository.redis.initialize-schema',
  'chat.memory.repository.redis.max-conversation-ids',
  'chat.memory.repository.redis.max-messages-per-conversation',
  'chat.memory.redis.host',
  'chat.memory.redis.port',
  'chat.memory.redis.index-name',
  'chat.memory.redis.key-prefix',
  'chat.memory.redis.time-to-live',
  'chat.memory.repository.jdbc.initialize-schema',
  'mcp.client.enabled',
  'mcp.client.name',
  'mcp.client.version',
  'mcp.client.type',
  'mcp.client.initialized',
  'mcp.client.request-timeout',
  'mcp.client.root-change-notification',
  'mcp.client.toolcallback.enabled',
  'mcp.client.annotation-scanner.enabled',
  'mcp.client.stdio.servers-configuration',
  'mcp.client.stdio.connections.<name>.command',
  'mcp.client.stdio.connections.<name>.args',
  'mcp.client.stdio.connections.<name>.env',
  'mcp.client.streamable-http.connections.<name>.url',
  'mcp.client.streamable-http.connections.<name>.endpoint',
  'mcp.client.sse.connections.<name>.url',
  'mcp.client.sse.connections.<name>.sse-endpoint',
  'mcp.server.enabled',
  'mcp.server.stdio',
  'mcp.server.protocol',
  'mcp.server.name',
  'mcp.server.version',
  'mcp.server.instructions',
  'mcp.server.request-timeout',
  'mcp.server.tool-callback-converter',
  'mcp.server.expose-mcp-client-tools',
  'mcp.server.capabilities.tool',
  'mcp.server.capabilities.resource',
  'mcp.server.capabilities.prompt',
  'mcp.server.capabilities.completion',
  'mcp.server.tool-change-notification',
  'mcp.server.resource-change-notification',
  'mcp.server.prompt-change-notification',
  'mcp.server.tool-response-mime-type.<name>',
  'mcp.server.streamable-http.mcp-endpoint',
  'mcp.server.streamable-http.keep-alive-interval',
  'mcp.server.streamable-http.disallow-delete',
];

const INTRODUCTION = `# Keys of Spring AI

Property files of a Spring AI application can be taken over: a key that starts with \`spring.ai.\` means the same as the rest of
it, and if both are set in one source the shorter one wins. Keys of Spring Boot work with and without \`spring.\`:
\`spring.profiles.active\`, \`spring.config.import\`, \`spring.config.location\`, \`spring.config.additional-location\`,
\`spring.config.name\`, \`spring.autoconfigure.exclude\`, \`spring.main.lazy-initialization\`,
\`spring.main.allow-bean-definition-overriding\`. In environment variables likewise: \`SPRING_AI_TOOLS_THROWEXCEPTIONONERROR\`,
\`SPRING_PROFILES_ACTIVE\`. Other keys below \`spring.ai.\` are reported at the start as not supported.

These keys are Spring AI's own; \`toolwright config\` shows all that there are.
`;

/** `a.<name>.b` as the key that describes it. */
function describedKey(key: string): string {
  return key.replace(/\.<name>$/, '').replace('<name>', '*');
}

function tableOf(described: ReadonlyMap<string, DescribedProperty>): string {
  const rows = KEYS.map((key) => {
    const { description, validValues } = described.get(describedKey(key)) ?? { description: null, validValues: [] };
    const values = validValues.length > 0 ? ` ${validValues.map((value) => `\`${value}\``).join(', ')}.` : '';
    return `| \`spring.ai.${key}\` | \`${key}\` | ${description ?? ''}${values} |`;
  });
  return ['| Spring AI | here | meaning |', '| --- | --- | --- |', ...rows, ''].join('\n');
}

describe('the keys of Spring AI', () => {
  const described = new Map<string, DescribedProperty>();
  let check: (args: readonly string[]) => Promise<readonly string[]>;

  beforeAll(async () => {
    const runner = new ApplicationContextRunner().withAutoConfiguration(...autoConfigurations);
    await runner.run(({ context }) => {
      const types = context.propertiesClasses;
      for (const property of types.flatMap(describeProperties)) described.set(property.key, property);
      check = async (args) => {
        const log = new RecordingLogProvider();
        const previous = LoggerFactory.setProvider(log);
        try {
          checkUnknownKeys(await prepareEnvironment({ env: {}, config: null, args }), types, context.otherKeys);
        } finally {
          LoggerFactory.setProvider(previous);
        }
        return log.messages('warn');
      };
    });
  });

  it('are all known', () => {
    expect(KEYS.filter((key) => !described.has(describedKey(key)))).toEqual([]);
  });

  it('mean the same with and without their prefix, in files, arguments and variables', async () => {
    for (const key of KEYS.map((each) => each.replace('<name>', 'docs'))) {
      const variable = (name: string): string => name.replace(/-/g, '').replace(/\./g, '_').toUpperCase();
      const values = await Promise.all([
        prepareEnvironment({ env: {}, config: null, args: [`--spring.ai.${key}=x`] }),
        prepareEnvironment({ env: {}, config: null, args: [`--${key}=x`] }),
        prepareEnvironment({ env: { [variable(`spring.ai.${key}`)]: 'x' }, config: null }),
        prepareEnvironment({ env: { [variable(key)]: 'x' }, config: null }),
      ]);
      const read = values.flatMap((environment) => [
        environment.getProperty(key),
        environment.getProperty(`spring.ai.${key}`),
      ]);
      expect([key, ...read]).toEqual([key, ...Array.from({ length: 8 }, () => 'x')]);
      expect([key, await check([`--spring.ai.${key}=x`])]).toEqual([key, []]);
    }
  });

  it('yield to the same keys without prefix in one source', async () => {
    const args = ['--tools.limits.max-total-tool-calls=1', '--spring.ai.tools.limits.max-total-tool-calls=2'];
    const environment = await prepareEnvironment({ env: {}, config: null, args });
    expect(environment.getProperty('spring.ai.tools.limits.max-total-tool-calls')).toBe('1');
  });

  it('that nothing here understands are reported', async () => {
    expect(await check(['--spring.ai.bedrock.titan.enabled=true'])).toEqual([
      "command line: 'spring.ai.bedrock.titan.enabled' is not supported",
    ]);
  });

  it('stand in docs/spring-keys.md; UPDATE_DOCS=1 writes it', () => {
    const text = `${INTRODUCTION}\n${tableOf(described)}`;
    if (process.env['UPDATE_DOCS'] === '1') writeFileSync(page, text);
    expect(readFileSync(page, 'utf8')).toBe(text);
  });
});
