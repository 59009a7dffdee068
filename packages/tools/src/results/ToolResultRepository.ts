/**
 * Keeps the results of tools that were too long for the model, so that it can read them in parts. A result belongs to the
 * conversation it was made in and to no other: both names are needed to find it. A result is forgotten some time after
 * it was saved; that time is a setting of the repository (OF-04).
 *
 * One instance serves any number of concurrent turns. An implementation is held to this by
 * `toolResultRepositoryContract` of `@toolwright/testing`.
 */
export abstract class ToolResultRepository {
  /**
   * Keeps a result under a handle; the same handle in the same conversation is replaced.
   *
   * @param conversationId any text that is not empty
   * @param handle a name for the result: letters, digits, `-` and `_`, at most 64 of them; not unique beyond the conversation
   * @param text the whole result, any text
   */
  abstract save(conversationId: string, handle: string, text: string): Promise<void>;

  /** The text as it was saved; null if the handle is unknown, expired, or one of another conversation (OF-03). */
  abstract find(conversationId: string, handle: string): Promise<string | null>;

  /** Whether the conversation has a result that {@link find} would return. Asked at the start of each of its turns. */
  abstract hasResults(conversationId: string): Promise<boolean>;

  /** Forgets all results of a conversation; an unknown one is no error. */
  abstract deleteByConversationId(conversationId: string): Promise<void>;
}
