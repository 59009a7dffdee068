/** What a model and its provider take beyond a plain request. A missing entry means that they do not. */
export interface ChatModelCapabilities {
  /**
   * Whether the provider has a field of its own for the input examples of a tool: the model then sends the
   * `inputExamples` of a definition there, with its `plainDescription`. A model that knows of nothing sends `description`,
   * which holds them (EG-01, EG-02).
   */
  readonly supportsInputExamples?: boolean;
  /**
   * Whether the provider can be sent tool definitions that it shows to the model only after a search of its own (NT-02).
   */
  readonly supportsDeferredTools?: boolean;
}

/** The capabilities of a model that declares none. */
export const NO_CAPABILITIES: ChatModelCapabilities = Object.freeze({});
