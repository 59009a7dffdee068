import { once } from 'node:events';
import { approve } from '@toolwright/chat';
import { openStore } from './openStore.js';
import { bankClient, runTurn } from './turns.js';

/** What a process of the tests does: `turns` of a conversation at once, or resuming a turn. */
export type Work =
  | { readonly kind: 'turns'; readonly conversationId: string; readonly names: readonly string[] }
  | {
      readonly kind: 'resume';
      readonly turnId: string;
      readonly callIds: readonly string[];
      readonly log: string;
      /** Whether the process dies as soon as a refund was made. */
      readonly dies: boolean;
    };

const [, , url = '', json = ''] = process.argv;
const work = JSON.parse(json) as Work;
const store = await openStore(url);
await store.conversations.findConversationIds();
// All processes begin when the last one is ready.
process.stdout.write('ready\n');
await once(process.stdin, 'data');
try {
  process.stdout.write(`${JSON.stringify(await run())}\n`);
} catch (error) {
  process.stdout.write(`${JSON.stringify({ failed: (error as { code?: string }).code ?? String(error) })}\n`);
}
await store.close();
process.stdin.destroy();

async function run(): Promise<object> {
  if (work.kind === 'turns') {
    const { conversationId, names } = work;
    await Promise.all(names.map((name) => runTurn(store.conversations, conversationId, name)));
    return { done: names.length };
  }
  const die = (): void => {
    if (work.dies) process.kill(process.pid, 'SIGKILL');
  };
  const client = bankClient(store.turns, work.log, ['done'], die);
  const decisions = Object.fromEntries(work.callIds.map((id) => [id, approve]));
  return { answer: await client.resume(work.turnId, decisions).content() };
}
