import { readFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import {
  AiSdkChatModelAutoConfiguration,
  AiSdkEmbeddingModelAutoConfiguration,
  autoConfigurations,
} from '@toolwright/autoconfigure';
import { Bean, Configuration } from '@toolwright/boot';
import { ChatClient } from '@toolwright/chat';
import { ChatModel, EmbeddingModel, Prompt } from '@toolwright/model';
import { AiSdkChatModel, AiSdkEmbeddingModel, MODEL_PROVIDERS, OfflineChatModel } from '@toolwright/models';
import { ApplicationContextRunner, ScriptedChatModel } from '@toolwright/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';

interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Record<string, unknown>;
}

@Configuration()
class NeedsModel {
  @Bean({ type: Object })
  assistant(model: ChatModel): object {
    return model;
  }
}

@Configuration()
class NeedsBuilder {
  @Bean({ type: Object })
  assistant(builder: ChatClient.Builder): object {
    return builder;
  }
}

@Configuration()
class NeedsEmbeddings {
  @Bean({ type: Object })
  index(model: EmbeddingModel): object {
    return model;
  }
}

@Configuration()
class OwnConfiguration {
  @Bean()
  ownModel(): ScriptedChatModel {
    return new ScriptedChatModel(['hello']);
  }
}

let server: Server;
let received: Received[];
let embeddings = 1;
let failures = 0;

beforeAll(async () => {
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = JSON.parse(Buffer.concat(chunks).toString('utf8')) as Record<string, unknown>;
      received.push({ path: request.url ?? '', headers: request.headers, body });
      if (failures-- > 0) {
        response.writeHead(503).end('{}');
        return;
      }
      // Enough for the embeddings of every provider and for the answer of an OpenAI-compatible server.
      const vectors = Array.from({ length: embeddings }, (_, index) => [index, 0.5]);
      response.writeHead(200, { 'content-type': 'application/json' }).end(
        JSON.stringify({
          choices: [{ index: 0, message: { role: 'assistant', content: 'hello' }, finish_reason: 'stop' }],
          data: vectors.map((embedding, index) => ({ index, embedding })),
          embeddings: (body['requests'] ? vectors.map((values) => ({ values })) : vectors) as unknown,
          embedding: { values: vectors[0] },
          usage: { prompt_tokens: 3, total_tokens: 3 },
          model: 'some-model',
          total_duration: 1,
          load_duration: 1,
          prompt_eval_count: 3,
        }),
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
beforeEach(() => {
  received = [];
  embeddings = 1;
  failures = 0;
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const url = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const runner = new ApplicationContextRunner().withAutoConfiguration(...autoConfigurations);
const chat = (provider: string, ...properties: string[]) =>
  runner.withPropertyValues(
    `chat.model.provider=${provider}`,
    'chat.model.name=some-model',
    'chat.model.api-key=the-key',
    `chat.model.base-url=${url()}`,
    ...properties,
  );

describe('the chat model', () => {
  it('is the offline one unless a provider is chosen', async () => {
    await runner.withUserConfiguration(NeedsModel).run((context) => {
      expect(context.get(ChatModel)).toBeInstanceOf(OfflineChatModel);
    });
  });

  it.each(MODEL_PROVIDERS)('is that of $name, asked with the settings of the application', async ({ name }) => {
    await chat(name, 'chat.model.max-tokens=77', 'chat.model.retry.max-attempts=1').run(async (context) => {
      const model = context.get(ChatModel);
      expect(model).toBeInstanceOf(AiSdkChatModel);
      expect(model.defaultOptions).toMatchObject({ model: 'some-model', maxTokens: 77 });
      await model.call(new Prompt('Hello')).catch(() => undefined);
    });
    expect(received).toHaveLength(1);
    expect(JSON.stringify(received[0]?.headers)).toContain('the-key');
    expect(JSON.stringify(received[0]?.body)).toContain('77');
    expect(JSON.stringify([received[0]?.path, received[0]?.body])).toContain('some-model');
  });

  it.each(MODEL_PROVIDERS)('of $name is missing with a line for npm', async ({ name, packageName, version }) => {
    const without = chat(name).withoutPackages(packageName).withUserConfiguration(NeedsModel);
    await without.run(({ startupFailure, output }) => {
      expect(startupFailure).toBeDefined();
      expect(output).toContain(`Install what is missing: npm install ${packageName}@${version}`);
    });
  });

  it('is missing with a line for npm where only a client is injected', async () => {
    await chat('mistral')
      .withoutPackages('@ai-sdk/mistral')
      .withUserConfiguration(NeedsBuilder)
      .run(({ startupFailure, output }) => {
        expect(startupFailure).toBeDefined();
        const { description, action } = /Description:\n\n(?<description>.*)\nAction:\n\n(?<action>.*)/s.exec(output)
          ?.groups as { description: string; action: string };
        expect(description.split('\n').slice(0, 4)).toEqual([
          "Parameter 0 of method assistant in NeedsBuilder required a bean of type 'ChatClient.Builder' that could not " +
            'be found.',
          '',
          'The following candidates were found but could not be injected:',
          "\t- Bean method 'chatClientBuilder' in 'ChatClientAutoConfiguration' not loaded because @ConditionalOnBean " +
            '(types: ChatModel) did not find any beans of type ChatModel',
        ]);
        expect(description).toContain(
          "\t- Bean method 'mistralChatModel' in 'AiSdkChatModelAutoConfiguration' not loaded because " +
            "@ConditionalOnPackage did not find required package '@ai-sdk/mistral'\n",
        );
        expect(action.split('\n').slice(0, 6)).toEqual([
          "Consider revisiting the entries above or defining a bean of type 'ChatClient.Builder' in your configuration.",
          '',
          'To let a candidate in:',
          '',
          "Bean method 'mistralChatModel' in 'AiSdkChatModelAutoConfiguration':",
          '\t- Install what is missing: npm install @ai-sdk/mistral@3',
        ]);
      });
  });

  it('yields to one of the application', async () => {
    await chat('openai')
      .withUserConfiguration(OwnConfiguration)
      .run((context) => {
        expect(context.get(ChatModel)).toBeInstanceOf(ScriptedChatModel);
      });
  });

  it('takes every setting', async () => {
    const properties = [
      'temperature=0.1',
      'top-p=0.9',
      'frequency-penalty=0.2',
      'presence-penalty=0.3',
      'stop-sequences=END,STOP',
      'seed=7',
      'headers.X-Tenant=acme',
      'provider-options.reasoningEffort=low',
      'retry.initial-interval=0',
      'timeout=5s',
      'stream-idle-timeout=1s',
      'concurrency=2',
    ].map((property) => `chat.model.${property}`);
    failures = 1;
    await chat('openai-compatible', ...properties).run(async (context) => {
      const { result } = await context.get(ChatModel).call(new Prompt('Hello'));
      expect(result?.output.text).toBe('hello');
    });
    expect(received).toHaveLength(2);
    expect(received[1]?.headers).toMatchObject({ 'x-tenant': 'acme', authorization: 'Bearer the-key' });
    expect(received[1]?.body).toMatchObject({
      model: 'some-model',
      temperature: 0.1,
      top_p: 0.9,
      frequency_penalty: 0.2,
      presence_penalty: 0.3,
      stop: ['END', 'STOP'],
      seed: 7,
      reasoning_effort: 'low',
    });
  });

  it('of OpenAI is asked by responses or by chat completions', async () => {
    for (const api of ['responses', 'chat']) {
      await chat('openai', `chat.model.api=${api}`).run(async (context) => {
        await context
          .get(ChatModel)
          .call(new Prompt('Hello'))
          .catch(() => undefined);
      });
    }
    expect(received.map(({ path }) => path)).toEqual(['/responses', '/chat/completions']);
  });

  it('may be another one of the provider for a request', async () => {
    await chat('openai-compatible').run(async (context) => {
      const model = context.get(ChatModel);
      await model.call(new Prompt('Hello', model.defaultOptions.mutate().model('other').build()));
    });
    expect(received[0]?.body['model']).toBe('other');
  });

  it('takes its key from the variable of the provider, and the start fails without one', async () => {
    const keyless = runner
      .withPropertyValues('chat.model.provider=anthropic', 'chat.model.name=some-model')
      .withPropertyValues(`chat.model.base-url=${url()}`);
    await keyless.withEnvironmentVariables({ ANTHROPIC_API_KEY: 'from-variable' }).run(async (context) => {
      await context
        .get(ChatModel)
        .call(new Prompt('Hello'))
        .catch(() => undefined);
    });
    expect(received[0]?.headers['x-api-key']).toBe('from-variable');
    await keyless.run(({ startupFailure, output }) => {
      expect(startupFailure).toBeDefined();
      expect(output).toContain('chat.model.api-key');
      expect(output).toContain("Provider 'anthropic' needs a key: set it, or the variable ANTHROPIC_API_KEY.");
    });
  });

  it.each([
    ['chat.model.provider=opnai', 'chat.model.provider'],
    ['chat.model.provider=openai', 'chat.model.name'],
    ['chat.model.temperature=hot', 'chat.model.temperature'],
  ])('is refused with the key at fault: %s', async (property, key) => {
    await runner.withPropertyValues(property, 'chat.model.api-key=k').run(({ startupFailure, output }) => {
      expect(startupFailure).toBeDefined();
      expect(output).toContain(key);
    });
  });

  it('of a server without an address of its own needs one', async () => {
    const properties = ['chat.model.provider=openai-compatible', 'chat.model.name=m'];
    await runner.withPropertyValues(...properties).run(({ startupFailure, output }) => {
      expect(startupFailure).toBeDefined();
      expect(output).toContain("Provider 'openai-compatible' has no address of its own: set it.");
    });
  });

  it('never shows its key', async () => {
    await chat('anthropic', 'chat.model.name=', 'chat.model.headers.X-Secret=tell-nobody').run(
      ({ startupFailure, output }) => {
        expect(startupFailure).toBeDefined();
        expect(output).not.toContain('the-key');
        expect(output).not.toContain('tell-nobody');
      },
    );
  });
});

describe('the embedding model', () => {
  const embedding = (provider: string, ...properties: string[]) =>
    runner.withPropertyValues(
      `embedding.model.provider=${provider}`,
      'embedding.model.name=some-model',
      'embedding.model.api-key=the-key',
      `embedding.model.base-url=${url()}`,
      ...properties,
    );

  it('is there only if a provider is chosen', async () => {
    await runner.run((context) => {
      expect(() => context.get(EmbeddingModel)).toThrow("bean of type 'EmbeddingModel'");
    });
  });

  it.each(MODEL_PROVIDERS.filter(({ hasEmbeddings }) => hasEmbeddings))('is that of $name', async ({ name }) => {
    embeddings = 2;
    await embedding(name).run(async (context) => {
      const model = context.get(EmbeddingModel);
      expect(model).toBeInstanceOf(AiSdkEmbeddingModel);
      expect(await model.embed(['a', 'b'])).toEqual([Float32Array.of(0, 0.5), Float32Array.of(1, 0.5)]);
    });
    expect(JSON.stringify(received[0]?.headers)).toContain('the-key');
    expect(JSON.stringify([received[0]?.path, received[0]?.body])).toContain('some-model');
  });

  it('is missing with a line for npm', async () => {
    await embedding('mistral')
      .withoutPackages('@ai-sdk/mistral')
      .withUserConfiguration(NeedsEmbeddings)
      .run(({ startupFailure, output }) => {
        expect(startupFailure).toBeDefined();
        expect(output).toContain('npm install @ai-sdk/mistral@3');
      });
  });

  it('of a provider that has none is refused', async () => {
    await embedding('anthropic').run(({ startupFailure, output }) => {
      expect(startupFailure).toBeDefined();
      expect(output).toContain('embedding.model.provider');
    });
  });

  it('fails if a vector is missing', async () => {
    await embedding('openai').run(async (context) => {
      await expect(context.get(EmbeddingModel).embed(['a', 'b'])).rejects.toThrow('it has 1 vectors for 2 texts');
    });
  });
});

describe('the table of providers', () => {
  it.each([
    ['README.md', 'docs/offline-model.md'],
    ['docs/models.md', 'offline-model.md'],
  ])('in %s says what the auto-configurations do', (page, offlineModel) => {
    const methods = (type: { prototype: object }) => Object.getOwnPropertyNames(type.prototype).slice(1);
    expect(methods(AiSdkChatModelAutoConfiguration)).toHaveLength(MODEL_PROVIDERS.length);
    expect(methods(AiSdkEmbeddingModelAutoConfiguration)).toHaveLength(
      MODEL_PROVIDERS.filter(({ hasEmbeddings }) => hasEmbeddings).length,
    );
    const rows = MODEL_PROVIDERS.map(({ name, title, packageName, version, apiKeyVariable, hasEmbeddings }) => [
      `\`${name}\``,
      title,
      `\`npm install ${packageName}@${version}\``,
      apiKeyVariable === null ? '' : `\`${apiKeyVariable}\``,
      hasEmbeddings ? 'yes' : 'no',
    ]);
    const table = [
      ['`chat.model.provider`', 'provider', 'package', 'variable with the key', 'embedding models'],
      ['---', '---', '---', '---', '---'],
      ['`offline`', `the [offline model](${offlineModel}), the default`, '', '', 'no'],
      ...rows,
    ].map((cells) => cells.join('|'));
    const compact = readFileSync(join(process.cwd(), page), 'utf8')
      .split('\n')
      .filter((line) => line.startsWith('|'))
      .map((line) =>
        line
          .slice(1, -1)
          .split('|')
          .map((cell) => cell.trim().replace(/^-+$/, '---'))
          .join('|'),
      );
    const from = compact.indexOf(table[0] ?? '');
    expect(compact.slice(Math.max(from, 0), from + table.length)).toEqual(table);
  });
});
