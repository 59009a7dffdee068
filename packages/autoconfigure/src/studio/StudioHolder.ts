import type { Studio } from '@toolwright/studio';

/** The studio of the application. A class of its own, because that of the studio is not there in every application. */
export class StudioHolder {
  constructor(readonly studio: Studio) {}
}
