-- Times of turns and rules are milliseconds since 1970, as the application counts them.
CREATE TABLE {pending_turn} (
  turn_id         text PRIMARY KEY,
  conversation_id text,
  version         bigint NOT NULL,
  created_at      double precision NOT NULL,
  expires_at      double precision,
  calls           json NOT NULL,
  lease           json,
  -- JSON text as a JSON string, so that it comes back byte by byte.
  snapshot        json NOT NULL
);
CREATE INDEX {pending_turn_conversation} ON {pending_turn} (conversation_id, created_at) WHERE conversation_id IS NOT NULL;
CREATE INDEX {pending_turn_expires_at} ON {pending_turn} (expires_at) WHERE expires_at IS NOT NULL;

CREATE TABLE {approval_rule} (
  conversation_id text NOT NULL,
  rule_id         text NOT NULL,
  rule            json NOT NULL,
  expires_at      double precision,
  PRIMARY KEY (conversation_id, rule_id)
);
