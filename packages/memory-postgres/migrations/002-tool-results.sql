CREATE TABLE {tool_result} (
  conversation_id text NOT NULL,
  handle          text NOT NULL,
  -- A JSON string: texts may hold characters that the type text refuses.
  content         json NOT NULL,
  expires_at      timestamptz NOT NULL,
  PRIMARY KEY (conversation_id, handle)
);
CREATE INDEX {tool_result_expires_at} ON {tool_result} (expires_at);
