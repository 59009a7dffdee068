// The keyword index in the interface of the retrieval benchmark: build(catalog) -> { search(query, k) -> names }.
import { KeywordToolIndex } from '@toolwright/tool-search';
import { ToolDefinition } from '@toolwright/tools';
import { toolReferenceOf } from '../../../packages/tool-search/dist/disclosure/toolReferenceOf.js';

const SESSION = 'benchmark';

/** What the index is told about a row of a catalogue. */
export const referenceOf = ({ name, description, inputSchema, category, server }) =>
  toolReferenceOf(
    ToolDefinition.builder()
      .name(name)
      .description(description || name)
      .inputSchema(JSON.stringify(inputSchema ?? { type: 'object', properties: {} }))
      .build(),
    category ?? server,
  );

/** Searches a catalogue by an index. */
export async function rankerOf(index, catalog) {
  await index.indexTools(SESSION, catalog.map(referenceOf));
  await index.search({ sessionId: SESSION, query: 'prepare' });
  return {
    async search(query, k) {
      const { toolReferences } = await index.search({ sessionId: SESSION, query, maxResults: k });
      return toolReferences.map(({ toolName }) => toolName);
    },
  };
}

export const build = (catalog) => rankerOf(new KeywordToolIndex(), catalog);
