-- The ids of the latest writes to each conversation, so that one that is sent again because its answer was lost is not made
-- twice. Rows of earlier versions have none, and need none.
ALTER TABLE {chat_memory_conversation} ADD COLUMN appends uuid[] NOT NULL DEFAULT ARRAY[]::uuid[];
