const HASH = { type: 'string', maxLength: 200 };
const RERUN = { type: 'boolean' };
const REMEMBER = { enum: ['tool', 'arguments'] };

/** One of the decisions, told apart by its type. */
const DECISION = {
  type: 'object',
  discriminator: { propertyName: 'type' },
  oneOf: [
    decision('approve', { hash: HASH, remember: REMEMBER, rerun: RERUN }),
    decision('deny', { reason: { type: 'string', maxLength: 10_000 }, hash: HASH, remember: REMEMBER }),
    decision('edit', { arguments: { type: 'object' }, hash: HASH, rerun: RERUN }, ['arguments']),
  ],
};

function decision(type: string, properties: Readonly<Record<string, unknown>>, required: readonly string[] = []) {
  return {
    type: 'object',
    required: ['type', ...required],
    properties: { type: { const: type }, ...properties },
    additionalProperties: false,
  };
}

/** The form of an `ApprovalRequest`. */
export const APPROVAL_SCHEMA = {
  type: 'object',
  required: ['decisions'],
  additionalProperties: false,
  properties: { decisions: { type: 'object', minProperties: 1, additionalProperties: DECISION } },
};

/** The form of a `ToolCallRequest`. */
export const TOOL_CALL_SCHEMA = {
  type: 'object',
  required: ['arguments'],
  additionalProperties: false,
  properties: { arguments: { type: 'object' }, toolContext: { type: 'object' } },
};

/** The form of a `ChatRequest`. */
export const CHAT_SCHEMA = {
  type: 'object',
  required: ['message'],
  additionalProperties: false,
  properties: {
    message: { type: 'string', pattern: '\\S' },
    conversationId: { type: 'string', minLength: 1, maxLength: 500 },
  },
};

/** The form of a `ContentRequest`. */
export const CONTENT_SCHEMA = {
  type: 'object',
  required: ['visible'],
  additionalProperties: false,
  properties: { visible: { type: 'boolean' } },
};
