import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import {
  ChatMemoryAutoConfiguration,
  ToolCallingAutoConfiguration,
  ToolCallingProperties,
  ToolResultAutoConfiguration,
} from '@toolwright/autoconfigure';
import { Bean, Configuration } from '@toolwright/boot';
import { ChatMemory } from '@toolwright/chat';
import { ApplicationContextRunner } from '@toolwright/testing';
import {
  FolderToolResultRepository,
  FunctionToolCallback,
  InMemoryToolResultRepository,
  TextToolCallResultConverter,
  ToolCallingManager,
  ToolResultRepository,
} from '@toolwright/tools';
import { lastResponses, promptAfter, responseCalling } from './support/tools.js';

const runner = new ApplicationContextRunner().withAutoConfiguration(
  ToolCallingAutoConfiguration,
  ToolResultAutoConfiguration,
  ChatMemoryAutoConfiguration,
);
const tool = FunctionToolCallback.builder('list', () => 'x'.repeat(100))
  .toolCallResultConverter(new TextToolCallResultConverter())
  .build();
const own = new InMemoryToolResultRepository();

@Configuration()
class OwnRepository {
  @Bean()
  repository(): ToolResultRepository {
    return own;
  }
}

async function given(manager: ToolCallingManager): Promise<string | undefined> {
  const result = await manager.executeToolCalls(promptAfter([tool]), responseCalling('list'), { conversationId: 'c1' });
  return lastResponses(result.conversationHistory)[0];
}

describe('where long results are kept', () => {
  it('[OF-01] is nowhere unless tools.results.offload-over is set', async () => {
    await runner.withPropertyValues('tools.results.type=folder').run(async (context) => {
      expect(context.getAll(ToolResultRepository)).toEqual([]);
      expect(context.get(ToolCallingManager).offersTools).toBe(false);
      expect(await given(context.get(ToolCallingManager))).toBe('x'.repeat(100));
    });
  });

  it('[OF-04] is this process by default, for an hour', async () => {
    await runner.withPropertyValues('tools.results.offload-over=40').run(async (context) => {
      expect(context.get(ToolResultRepository)).toBeInstanceOf(InMemoryToolResultRepository);
      expect(context.get(ToolCallingProperties).results.ttl).toBe(3_600_000);
      expect(context.get(ToolCallingManager).offersTools).toBe(true);
      expect(await given(context.get(ToolCallingManager))).toMatch(/^x{10}\n… \[80 of 100 characters are left out\./);
      expect(await context.get(ToolResultRepository).hasResults('c1')).toBe(true);
    });
  });

  it('[OF-04] is a folder with tools.results.type=folder', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'tool-results-'));
    try {
      await runner
        .withPropertyValues(
          'tools.results.offload-over=40',
          'tools.results.type=folder',
          `tools.results.folder=${folder}`,
        )
        .run(async (context) => {
          expect(context.get(ToolResultRepository)).toBeInstanceOf(FolderToolResultRepository);
          await given(context.get(ToolCallingManager));
          expect(await readdir(folder)).toHaveLength(1);
        });
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

  it('[OF-04] is as long as tools.results.ttl says', async () => {
    await runner.withPropertyValues('tools.results.offload-over=40', 'tools.results.ttl=20ms').run(async (context) => {
      const repository = context.get(ToolResultRepository);
      await given(context.get(ToolCallingManager));
      while (await repository.hasResults('c1')) await new Promise((resolve) => setTimeout(resolve, 5));
    });
  });

  it("[OF-04] is the application's own repository where there is one, also with limits by name", async () => {
    await runner
      .withPropertyValues('tools.results.offload-over=40', 'tools.limits.max-calls-per-tool.list=3')
      .withUserConfiguration(OwnRepository)
      .run(async (context) => {
        expect(context.getAll(ToolResultRepository)).toEqual([own]);
        expect(context.get(ToolCallingManager).offersTools).toBe(true);
        await given(context.get(ToolCallingManager));
        expect(await own.hasResults('c1')).toBe(true);
      });
  });

  it('[OF-04] forgets them with the conversation', async () => {
    await runner.withPropertyValues('tools.results.offload-over=40').run(async (context) => {
      await given(context.get(ToolCallingManager));
      await context.get(ChatMemory).clear('c1');
      expect(await context.get(ToolResultRepository).hasResults('c1')).toBe(false);
    });
  });

  it('[OF-04] names the package that a store needs', async () => {
    await runner.withPropertyValues('tools.results.offload-over=40', 'tools.results.type=redis').run((failed) => {
      expect(String(failed.startupFailure)).toContain('@toolwright/memory-redis');
    });
  });
});
