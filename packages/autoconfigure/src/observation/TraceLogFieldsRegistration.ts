import { LoggerFactory, type LogFields } from '@toolwright/core';

/** Adds the ids of the active span to every line of the log, until the context closes. */
export class TraceLogFieldsRegistration {
  readonly #previous: (() => LogFields | undefined) | undefined;

  /** @param fields gives the ids of the active span */
  constructor(fields: () => LogFields | undefined) {
    this.#previous = LoggerFactory.setFlowFields(fields);
  }

  close(): void {
    LoggerFactory.setFlowFields(this.#previous);
  }
}
