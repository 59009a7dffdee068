/**
 * What a breach of a limit means: the end of the turn, an answer to the model that tells it so, or one last model request
 * without tools, whose answer is that of the turn. A manager that is called by hand throws for `FINAL_ANSWER` as for
 * `THROW`: the last request is the loop's to make.
 */
export type OnLimitExceeded = 'THROW' | 'RETURN_ERROR_RESPONSE' | 'FINAL_ANSWER';
