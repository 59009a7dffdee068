import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  ChatClientAutoConfiguration,
  ToolCallingAutoConfiguration,
  ToolSchemaAutoConfiguration,
  ToolSchemaManifests,
} from '@toolwright/autoconfigure';
import { Bean, Configuration, Order } from '@toolwright/boot';
import { ChatClient } from '@toolwright/chat';
import { IllegalArgumentException, IllegalStateException, RecordingLogProvider } from '@toolwright/core';
import { ChatModel } from '@toolwright/model';
import { ApplicationContextRunner, ScriptedChatModel, textReply } from '@toolwright/testing';
import {
  FunctionToolCallback,
  hashSource,
  isToolCallingChatOptions,
  type JsonSchemaNode,
  SchemaCustomizer,
  Tool,
  ToolCallback,
  ToolCallbackResolver,
  ToolCallingChatOptions,
  ToolParam,
} from '@toolwright/tools';

const model = new ScriptedChatModel([textReply('a'), textReply('b'), textReply('c'), textReply('d')], {
  defaultOptions: ToolCallingChatOptions.builder().build(),
});

class Limit extends SchemaCustomizer {
  constructor(private readonly maxLength: number) {
    super();
  }

  override customizeParameter(node: JsonSchemaNode): JsonSchemaNode {
    return { ...node, maxLength: this.maxLength, title: JSON.stringify(node['maxLength'] ?? 'first') };
  }
}

@Configuration()
class Application {
  @Bean()
  model(): ChatModel {
    return model;
  }
}

@Configuration()
class Customizers {
  @Bean()
  @Order(2)
  later(): SchemaCustomizer {
    return new Limit(9);
  }

  @Bean()
  @Order(1)
  earlier(): SchemaCustomizer {
    return new Limit(5);
  }
}

class Weather {
  @Tool({ name: 'get weather' })
  weather(@ToolParam() city: string): string {
    return city;
  }
}

@Configuration()
class ManifestTool {
  /** Without the manifest nobody knows what the function takes, so that it cannot be built. */
  @Bean()
  tool(): ToolCallback {
    return FunctionToolCallback.builder<{ city: string }>('declared', ({ city }) => city).build();
  }
}

const runner = new ApplicationContextRunner()
  .withAutoConfiguration(ToolCallingAutoConfiguration, ToolSchemaAutoConfiguration, ChatClientAutoConfiguration)
  .withUserConfiguration(Application);

async function sentTools(client: ChatClient): Promise<readonly ToolCallback[]> {
  await client.prompt().user('go').tools(new Weather()).call().content();
  const options = model.prompts.at(-1)?.options;
  return isToolCallingChatOptions(options) ? (options.toolCallbacks ?? []) : [];
}

describe('names by tools.names.policy', () => {
  it('[TX-16] are replaced where they do not fit', async () => {
    await runner.withPropertyValues('tools.names.policy=sanitize').run(async (context) => {
      const [tool] = await sentTools(context.get(ChatClient.Builder).build());
      expect(tool?.definition.name).toBe('get_weather');
      expect(tool?.definition.originalName).toBe('get weather');
    });
  });

  it('[TX-16] are refused where they do not fit', async () => {
    await runner.withPropertyValues('tools.names.policy=reject').run((context) => {
      const spec = context.get(ChatClient.Builder).build().prompt();
      expect(() => spec.tools(new Weather())).toThrow("Tool name 'get weather' is not accepted by all providers");
    });
  });
});

describe('SchemaCustomizer beans', () => {
  it('[TX-21] change the schemas of the tools of requests, in order', async () => {
    await runner.withUserConfiguration(Customizers).run(async (context) => {
      const [tool] = await sentTools(context.get(ChatClient.Builder).build());
      expect(JSON.parse(tool?.definition.inputSchema ?? '')).toMatchObject({
        properties: { city: { type: 'string', maxLength: 9, title: '5' } },
        additionalProperties: false,
      });
    });
  });
});

describe('the manifest of tools.schema.manifest', () => {
  let folder: string;
  let file: string;
  const source = 'export const a = 1;\n';

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tool-schema-'));
    file = join(folder, 'tool-schemas.json');
    await writeFile(
      file,
      JSON.stringify({
        version: 1,
        root: '.',
        files: { 'a.ts': hashSource(source) },
        classes: [],
        functions: [
          {
            name: 'declared',
            file: 'a.ts',
            schema: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
          },
        ],
      }),
    );
  });

  afterAll(async () => {
    await rm(folder, { recursive: true, force: true });
  });

  it('[JS-45] is loaded before tools are made, and counts until the context is closed', async () => {
    await writeFile(join(folder, 'a.ts'), source);
    await runner
      .withUserConfiguration(ManifestTool)
      .withPropertyValues(`tools.schema.manifest=${file}`)
      .run(async (context) => {
        const tool = await (await context.getAsync(ToolCallbackResolver)).resolve('declared');
        expect(JSON.parse(tool?.definition.inputSchema ?? '')).toMatchObject({
          properties: { city: { type: 'string' } },
          required: ['city'],
        });
      });
    await runner.withUserConfiguration(ManifestTool).run((failed) => {
      expect(failed.startupFailure?.cause).toEqual(new IllegalArgumentException('inputType cannot be null'));
    });
  });

  it('[JS-45] is a warning where it is older than a source, and stops the start with tools.schema.strict', async () => {
    await writeFile(join(folder, 'a.ts'), 'export const a = 2;\n');
    const message = 'The tool schema manifest is older than a.ts; run toolwright-schema.';
    const logs = RecordingLogProvider.install();
    try {
      await runner.withPropertyValues(`tools.schema.manifest=${file}`).run((context) => {
        expect(context.get(ToolSchemaManifests).loaded).toHaveLength(1);
      });
      expect(logs.messages('warn')).toContain(message);
    } finally {
      logs.uninstall();
    }
    await runner.withPropertyValues(`tools.schema.manifest=${file}`, 'tools.schema.strict=true').run((failed) => {
      expect(failed.startupFailure).toEqual(new IllegalStateException(message));
    });
  });

  it('[JS-45] stops the start where it is missing', async () => {
    const missing = join(folder, 'missing.json');
    await runner.withPropertyValues(`tools.schema.manifest=${missing}`).run((failed) => {
      expect(String(failed.startupFailure)).toContain(`Cannot read the tool schema manifest ${missing}`);
    });
  });
});
