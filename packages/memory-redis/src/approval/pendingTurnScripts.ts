import { RedisScript } from '../connection/RedisScript.js';

/** Lets a key live at least as long as what it lists: `expiry` in milliseconds since 1970, '' for ever. */
const EXTEND = `
local function extend(key, expiry, isNew)
  if expiry == '' then
    redis.call('PERSIST', key)
  elseif isNew then
    redis.call('PEXPIREAT', key, expiry)
  else
    redis.call('PEXPIREAT', key, expiry, 'GT')
  end
end`;

/**
 * KEYS: the turn, the turns of its conversation (or the turn again), all turns. ARGV: id of the turn, expiry, time of
 * creation, whether it has a conversation, key prefix of turns, then the fields of the turn. Returns 0 if it is stored
 * already. Of both lists the oldest turns that have expired are taken out, more than are added.
 */
export const CREATE = new RedisScript(
  'store a suspended turn',
  `${EXTEND}
if redis.call('EXISTS', KEYS[1]) == 1 then return 0 end
redis.call('HSET', KEYS[1], unpack(ARGV, 6))
if ARGV[2] ~= '' then redis.call('PEXPIREAT', KEYS[1], ARGV[2]) end
local function prune(key)
  for _, id in ipairs(redis.call('ZRANGE', key, 0, 9)) do
    if redis.call('EXISTS', ARGV[5] .. id) == 0 then redis.call('ZREM', key, id) end
  end
end
if ARGV[4] == '1' then
  prune(KEYS[2])
  local isNew = redis.call('EXISTS', KEYS[2]) == 0
  redis.call('ZADD', KEYS[2], ARGV[3], ARGV[1])
  extend(KEYS[2], ARGV[2], isNew)
end
prune(KEYS[3])
local isFirst = redis.call('EXISTS', KEYS[3]) == 0
redis.call('ZADD', KEYS[3], ARGV[3], ARGV[1])
extend(KEYS[3], ARGV[2], isFirst)
return 1`,
);

export const FIND = new RedisScript('read a suspended turn', `return redis.call('HGETALL', KEYS[1])`, true);

/**
 * KEYS: the turn, all turns. ARGV: version, whether the expiry changes, the new expiry, key prefix of the turns of a
 * conversation, then the fields to set.
 */
export const UPDATE = new RedisScript(
  'change a suspended turn',
  `${EXTEND}
if redis.call('HGET', KEYS[1], 'version') ~= ARGV[1] then return 0 end
redis.call('HINCRBY', KEYS[1], 'version', 1)
if #ARGV > 4 then redis.call('HSET', KEYS[1], unpack(ARGV, 5)) end
if ARGV[2] == '1' then
  local conversation = redis.call('HGET', KEYS[1], 'conversation')
  if conversation then extend(ARGV[4] .. conversation, ARGV[3], false) end
  extend(KEYS[2], ARGV[3], false)
  if ARGV[3] == '' then redis.call('PERSIST', KEYS[1]) else redis.call('PEXPIREAT', KEYS[1], ARGV[3]) end
end
return 1`,
);

/** KEYS: the turn, all turns. ARGV: id of the turn, version or '', key prefix of the turns of a conversation. */
export const DELETE = new RedisScript(
  'delete a suspended turn',
  `
local version = redis.call('HGET', KEYS[1], 'version')
if not version or (ARGV[2] ~= '' and version ~= ARGV[2]) then return 0 end
local conversation = redis.call('HGET', KEYS[1], 'conversation')
if conversation then redis.call('ZREM', ARGV[3] .. conversation, ARGV[1]) end
redis.call('ZREM', KEYS[2], ARGV[1])
return redis.call('DEL', KEYS[1])`,
);

/** KEYS: the turns of a conversation. ARGV: key prefix of turns. Returns the fields of those that are not expired. */
export const FIND_BY_CONVERSATION = new RedisScript(
  'read the suspended turns of a conversation',
  `
local found = {}
for _, id in ipairs(redis.call('ZRANGE', KEYS[1], 0, -1)) do
  local fields = redis.call('HGETALL', ARGV[1] .. id)
  if #fields > 0 then found[#found + 1] = fields else redis.call('ZREM', KEYS[1], id) end
end
return found`,
  true,
);

/** KEYS: all turns. ARGV: key prefix of turns, how many. Returns the fields of the newest that are not expired. */
export const FIND_LATEST = new RedisScript(
  'read the latest suspended turns',
  `
local found = {}
local limit = tonumber(ARGV[2])
while #found < limit do
  local ids = redis.call('ZREVRANGE', KEYS[1], #found, limit - 1)
  if #ids == 0 then break end
  for _, id in ipairs(ids) do
    local fields = redis.call('HGETALL', ARGV[1] .. id)
    if #fields > 0 then found[#found + 1] = fields else redis.call('ZREM', KEYS[1], id) end
  end
end
return found`,
  true,
);

/** KEYS: the rules of a conversation. ARGV: id of the rule, expiry, the rule. */
export const ADD_RULE = new RedisScript(
  'add an approval rule',
  `${EXTEND}
local isNew = redis.call('EXISTS', KEYS[1]) == 0
redis.call('HSET', KEYS[1], ARGV[1], ARGV[3])
extend(KEYS[1], ARGV[2], isNew)
return 1`,
  true,
);

/** KEYS: the rules of a conversation. ARGV: ids and texts of rules that have expired; one that was replaced stays. */
export const DROP_RULES = new RedisScript(
  'drop approval rules',
  `
for index = 1, #ARGV, 2 do
  if redis.call('HGET', KEYS[1], ARGV[index]) == ARGV[index + 1] then redis.call('HDEL', KEYS[1], ARGV[index]) end
end
return 1`,
  true,
);

export const FIND_RULES = new RedisScript('read approval rules', `return redis.call('HVALS', KEYS[1])`, true);

/** KEYS: the turns and the rules of a conversation, all turns. ARGV: key prefix of turns. */
export const DELETE_BY_CONVERSATION = new RedisScript(
  'delete the suspended turns of a conversation',
  `
for _, id in ipairs(redis.call('ZRANGE', KEYS[1], 0, -1)) do
  redis.call('DEL', ARGV[1] .. id)
  redis.call('ZREM', KEYS[3], id)
end
return redis.call('DEL', KEYS[1], KEYS[2])`,
  true,
);
