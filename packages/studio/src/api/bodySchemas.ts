const DECISION = {
  type: 'object',
  required: ['type'],
  additionalProperties: false,
  properties: {
    type: { enum: ['approve', 'deny', 'edit'] },
    hash: { type: 'string', maxLength: 200 },
    reason: { type: 'string', maxLength: 10_000 },
    remember: { enum: ['tool', 'arguments'] },
    arguments: { type: 'object' },
  },
  if: { properties: { type: { const: 'edit' } } },
  // eslint-disable-next-line unicorn/no-thenable
  then: { required: ['arguments'] },
};

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
