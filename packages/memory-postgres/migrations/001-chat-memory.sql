CREATE TABLE {chat_memory_conversation} (
  id            text PRIMARY KEY,
  next_position bigint NOT NULL,
  updated_at    timestamptz NOT NULL,
  expires_at    timestamptz
);
CREATE INDEX {chat_memory_conversation_updated_at} ON {chat_memory_conversation} (updated_at);
CREATE INDEX {chat_memory_conversation_expires_at} ON {chat_memory_conversation} (expires_at) WHERE expires_at IS NOT NULL;

-- turn_position is the position of the first message of the turn, so that later steps of a turn stay with it.
CREATE TABLE {chat_memory_message} (
  conversation_id text NOT NULL REFERENCES {chat_memory_conversation} (id) ON DELETE CASCADE,
  position        bigint NOT NULL,
  turn_position   bigint NOT NULL,
  turn            text,
  type            text NOT NULL CHECK (type IN ('system', 'user', 'assistant', 'tool')),
  -- json and not jsonb: texts may hold characters that jsonb refuses.
  message         json NOT NULL,
  created_at      timestamptz NOT NULL,
  PRIMARY KEY (conversation_id, position)
);
CREATE INDEX {chat_memory_message_order} ON {chat_memory_message} (conversation_id, turn_position, position);
CREATE INDEX {chat_memory_message_turn} ON {chat_memory_message} (conversation_id, turn) WHERE turn IS NOT NULL;
CREATE INDEX {chat_memory_message_system} ON {chat_memory_message} (conversation_id) WHERE type = 'system';
