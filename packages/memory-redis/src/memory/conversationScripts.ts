import { RedisScript } from '../connection/RedisScript.js';

/**
 * How a conversation is kept. KEYS of all scripts that touch one, in this order:
 *
 * 1. `messages`: a sorted set. The score is the number of the first message of the turn, so that later steps of a turn
 *    stay with it; within a turn members sort by the number of the message that they begin with.
 * 2. `system`: the members of `messages` that are system messages, for finding and replacing them.
 * 3. `turns`: a sorted set of the latest turns and the numbers of their first messages.
 * 4. `next`: how many messages were ever added.
 * 5. the index: a sorted set of all conversations and the times of their last writes, in milliseconds.
 * 6. `appends`: a sorted set of the ids of the latest writes and their times, so that a write that is sent again because its
 *    answer was lost is not made twice. It expires by itself.
 *
 * The times are those of the server.
 */
const NOW = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)`;

/** How long a write is known by its id, in milliseconds; longer than anybody waits for an answer. */
const KNOWN_FOR = 600_000;

/**
 * ARGV: conversation id, time to live in milliseconds or 0, turn or '', whether to replace, id of the write; then messages.
 */
const ADD = `${NOW}
local id, ttl, turn, replace = ARGV[1], tonumber(ARGV[2]), ARGV[3], ARGV[4]
local count = #ARGV - 5
if redis.call('ZADD', KEYS[6], 'NX', now, ARGV[5]) == 0 then return 0 end
redis.call('ZREMRANGEBYSCORE', KEYS[6], '-inf', now - ${KNOWN_FOR})
redis.call('PEXPIRE', KEYS[6], ttl > 0 and math.min(ttl, ${KNOWN_FOR}) or ${KNOWN_FOR})
if replace == 'all' then
  redis.call('DEL', KEYS[1], KEYS[2], KEYS[3], KEYS[4])
  redis.call('ZREM', KEYS[5], id)
elseif replace == 'system' then
  for _, member in ipairs(redis.call('ZRANGE', KEYS[2], 0, -1)) do redis.call('ZREM', KEYS[1], member) end
  redis.call('DEL', KEYS[2])
end
if count == 0 then return 0 end
local first = redis.call('INCRBY', KEYS[4], count) - count
local place = first
if turn ~= '' then
  local known = redis.call('ZSCORE', KEYS[3], turn)
  if known then
    place = tonumber(known)
  else
    redis.call('ZADD', KEYS[3], first, turn)
    redis.call('ZREMRANGEBYRANK', KEYS[3], 0, -1001)
  end
end
for index = 1, count do
  local kind, json = string.sub(ARGV[index + 5], 1, 1), string.sub(ARGV[index + 5], 2)
  local member = string.format('%016.0f', first + index - 1) .. json
  redis.call('ZADD', KEYS[1], place, member)
  if kind == 's' then redis.call('ZADD', KEYS[2], place, member) end
end
redis.call('ZADD', KEYS[5], now, id)
for index = 1, 4 do
  if ttl > 0 then redis.call('PEXPIRE', KEYS[index], ttl) else redis.call('PERSIST', KEYS[index]) end
end
return count`;

export const SAVE = new RedisScript('save a conversation', ADD, true);
export const APPEND = new RedisScript('append to a conversation', `-- append${ADD}`, true);

/** ARGV: how many messages that are no system messages are wanted at least. Returns members. */
export const FIND_LATEST = new RedisScript(
  'read a conversation',
  `
local wanted = tonumber(ARGV[1]) + redis.call('ZCARD', KEYS[2])
local before = redis.call('ZCARD', KEYS[1]) - wanted
local found = {}
if before > 0 then
  for _, member in ipairs(redis.call('ZRANGE', KEYS[2], 0, -1)) do
    if redis.call('ZRANK', KEYS[1], member) < before then found[#found + 1] = member end
  end
end
for _, member in ipairs(redis.call('ZRANGE', KEYS[1], -wanted, -1)) do found[#found + 1] = member end
return found`,
  true,
);

/** ARGV: conversation id. */
export const DELETE = new RedisScript(
  'delete a conversation',
  `
redis.call('DEL', KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[6])
return redis.call('ZREM', KEYS[5], ARGV[1])`,
  true,
);

/**
 * KEYS: the index. ARGV: how many ids at most, key prefix of `messages`. Returns the ids of the conversations that were
 * written to last; what has expired leaves the index.
 */
export const LIST = new RedisScript(
  'list conversations',
  `
local limit, found, from = tonumber(ARGV[1]), {}, 0
while #found < limit do
  local ids = redis.call('ZREVRANGE', KEYS[1], from, from + limit - 1)
  if #ids == 0 then break end
  for _, id in ipairs(ids) do
    if redis.call('EXISTS', ARGV[2] .. id) == 1 then
      if #found < limit then found[#found + 1] = id end
      from = from + 1
    else
      redis.call('ZREM', KEYS[1], id)
    end
  end
end
return found`,
  true,
);

/** KEYS: the index. ARGV: time in milliseconds, how many at most, then the key prefixes of the keys of a conversation. */
export const DELETE_IDLE = new RedisScript(
  'delete idle conversations',
  `
local ids, deleted = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', '(' .. ARGV[1], 'LIMIT', 0, ARGV[2]), 0
for _, id in ipairs(ids) do
  deleted = deleted + math.min(1, redis.call('DEL', ARGV[3] .. id))
  for index = 4, 7 do redis.call('DEL', ARGV[index] .. id) end
  redis.call('ZREM', KEYS[1], id)
end
return { #ids, deleted }`,
);

/** KEYS: where the version stands, the index, which must be in the same slot of a cluster. ARGV: the version. Returns the version that is there afterwards. */
export const STAMP = new RedisScript(
  'check the layout of the keys',
  `
redis.call('SET', KEYS[1], ARGV[1], 'NX')
return redis.call('GET', KEYS[1])`,
  true,
);
