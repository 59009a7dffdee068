import { ToolwrightException } from '@toolwright/core';

/** A scripted model was asked more often than its script has replies. */
export class ScriptExhaustedException extends ToolwrightException {
  override readonly code = 'SCRIPT_EXHAUSTED';

  /**
   * @param replies the number of replies that the script has
   * @param request the request that found none, counted from 1
   * @param lastText the text of that request's last message, to recognise it by
   */
  constructor(
    readonly replies: number,
    readonly request: number,
    readonly lastText: string,
  ) {
    super(
      `The script of the ScriptedChatModel has ${replies} replies, but this is request ${request} ` +
        `(its last message: ${JSON.stringify(lastText.slice(0, 120))}). Add a reply, or set repeatLast.`,
    );
  }
}
