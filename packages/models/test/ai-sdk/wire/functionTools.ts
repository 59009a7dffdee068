/** The two tools of every wire as OpenAI's chat completions describe them, a form that others have taken over. */
export const FUNCTION_TOOLS = ['status', 'stock'].map((name) => ({
  type: 'function',
  function: {
    name,
    description: `The ${name} of a number`,
    parameters: { type: 'object', properties: { number: { type: 'integer' } }, required: ['number'] },
  },
}));
