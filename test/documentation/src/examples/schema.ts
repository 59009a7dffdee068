import { Tool } from '@toolwright/tools';

/** A page that was found. */
export interface Hit {
  title: string;
}

// #region sources
export interface SearchRequest {
  /** What to look for. */
  text: string;
  /**
   * @TJS-type integer
   * @minimum 1
   * @maximum 50
   */
  limit?: number;
  order: 'newest' | 'relevance';
}

export class Documents {
  /** @param request what to find */
  @Tool({ description: 'Finds documents' })
  async search(request: SearchRequest): Promise<Hit[]> {
    return [{ title: `${request.text} by ${request.order}` }].slice(0, request.limit);
  }
}
// #endregion
