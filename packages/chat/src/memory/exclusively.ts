/** For each store the last piece of work per conversation that is not done yet. */
const tails = new WeakMap<object, Map<string, Promise<unknown>>>();

/**
 * Runs `work` when all earlier work on the same conversation of the same store is done, in the order of the calls
 * (CX-117). Work that fails does not keep later work from running. Other conversations are not held up.
 */
export function exclusively<T>(store: object, conversationId: string, work: () => Promise<T>): Promise<T> {
  let ofStore = tails.get(store);
  if (!ofStore) tails.set(store, (ofStore = new Map<string, Promise<unknown>>()));
  const conversations = ofStore;
  const earlier = conversations.get(conversationId);
  const result = earlier ? earlier.then(work, work) : work();
  conversations.set(conversationId, result);
  const release = (): void => {
    if (conversations.get(conversationId) === result) conversations.delete(conversationId);
  };
  result.then(release, release);
  return result;
}
