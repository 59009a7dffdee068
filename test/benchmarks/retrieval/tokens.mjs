// What a turn costs in tokens with and without tool search: node tokens.mjs [FOLDER]
// A scripted turn calls one tool and answers. Without search each of its 2 requests holds all definitions; with search it has
// 3: one searches (keyword index, its 5 best), one calls, one answers. Counted are the tokens of all requests as they are
// sent (encoding o200k_base), over requests whose tool the search found, and the size at which both cost the same.
import { ChatClient } from '@toolwright/chat';
import { TokenCounter } from '@toolwright/models';
import { ScriptedChatModel, toolCall } from '@toolwright/testing';
import { KeywordToolIndex, ToolSearchToolCallingAdvisor } from '@toolwright/tool-search';
import { FunctionToolCallback, ToolCallingChatOptions } from '@toolwright/tools';
import { queriesOf, rowsOf, SUITES } from './catalogues.mjs';

const TURNS = 20;
const SYSTEM = 'You are a helpful assistant. Use the tools where they help and answer briefly.';

const counter = await TokenCounter.load();

const callbackOf = ({ name, description, inputSchema }) =>
  FunctionToolCallback.builder(name, () => 'The result of the tool in a sentence of ordinary length.')
    .description(description || name)
    .inputSchema(JSON.stringify(inputSchema ?? { type: 'object', properties: {} }))
    .build();

/** The tokens of all requests of one turn; null if the search did not find the tool. */
async function tokensOfTurn(tools, { query, relevant }, toolCallingAdvisorBuilder, session) {
  const call = toolCall(relevant[0], {});
  const script = toolCallingAdvisorBuilder ? [toolCall('toolSearchTool', { query }), call, 'Done.'] : [call, 'Done.'];
  const model = new ScriptedChatModel(script, { defaultOptions: new ToolCallingChatOptions() });
  const client = ChatClient.create(model, toolCallingAdvisorBuilder && { toolCallingAdvisorBuilder });
  await client
    .prompt()
    .system(SYSTEM)
    .user(query)
    .tools(tools)
    .advisors((a) => a.param('chat_memory_conversation_id', session))
    .call()
    .content();
  const sent = model.prompts.at(-1).options.toolCallbacks.map(({ definition }) => definition.name);
  if (!sent.includes(relevant[0])) return null;
  return model.prompts.reduce((sum, prompt) => sum + counter.countPrompt(prompt), 0);
}

/** Mean tokens of a turn without and with search over these tools. */
async function compare(tools, queries) {
  const builder = ToolSearchToolCallingAdvisor.builder().toolIndex(new KeywordToolIndex());
  let without = 0;
  let withSearch = 0;
  let turns = 0;
  for (const query of queries) {
    if (turns === TURNS) break;
    const searched = await tokensOfTurn(tools, query, builder, `s${turns}`);
    if (searched === null) continue;
    withSearch += searched;
    without += await tokensOfTurn(tools, query, undefined, 'plain');
    turns += 1;
  }
  return { turns, without: without / turns, withSearch: withSearch / turns };
}

console.log('catalogue | tools | without search | with search | reduction');
for (const suite of SUITES) {
  const tools = rowsOf(suite).map(callbackOf);
  const names = new Set(tools.map(({ definition }) => definition.name));
  const queries = queriesOf(suite).filter(({ relevant }) => relevant.length === 1 && names.has(relevant[0]));
  const { without, withSearch } = await compare(tools, queries);
  const reduction = (100 * (1 - withSearch / without)).toFixed(1);
  console.log([suite, tools.length, without.toFixed(0), withSearch.toFixed(0), `${reduction} %`].join(' | '));
}

console.log('\ncatalogue | break-even, tools');
for (const suite of SUITES) {
  const rows = rowsOf(suite);
  const queries = queriesOf(suite).filter(({ relevant }) => relevant.length === 1);
  const byName = new Map(rows.map((row) => [row.name, row]));
  let breakEven = '-';
  for (let size = 2; size <= Math.min(60, rows.length); size++) {
    const chosen = queries.slice(0, TURNS).filter(({ relevant }) => byName.has(relevant[0]));
    let without = 0;
    let withSearch = 0;
    for (const [n, query] of chosen.entries()) {
      const own = byName.get(query.relevant[0]);
      const others = rows.filter((row) => row !== own).slice(0, size - 1);
      const tools = [own, ...others].map(callbackOf);
      const builder = ToolSearchToolCallingAdvisor.builder().toolIndex(new KeywordToolIndex());
      const searched = await tokensOfTurn(tools, query, builder, `b${n}`);
      if (searched === null) continue;
      withSearch += searched;
      without += await tokensOfTurn(tools, query, undefined, 'plain');
    }
    if (withSearch > 0 && withSearch <= without) {
      breakEven = size;
      break;
    }
  }
  console.log(`${suite} | ${breakEven}`);
}
