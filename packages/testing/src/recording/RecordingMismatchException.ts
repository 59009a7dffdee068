import { ToolwrightException } from '@toolwright/core';

/** A request differs from what was recorded, or there is no recorded one left. */
export class RecordingMismatchException extends ToolwrightException {
  override readonly code = 'RECORDING_MISMATCH';

  /**
   * @param source the file of the recording
   * @param request the number of the request, from 1
   * @param difference lines with `-` as recorded, with `+` as requested; null if no recorded request is left
   */
  constructor(
    readonly source: string,
    readonly request: number,
    readonly difference: string | null,
  ) {
    super(
      difference === null
        ? `${source} has no answer for request ${request}. Record it again.`
        : `Request ${request} differs from the one in ${source} (- recorded, + now). Record it again if that is meant.\n${difference}`,
    );
  }
}
