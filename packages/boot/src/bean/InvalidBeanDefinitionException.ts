import { ToolwrightException } from '@toolwright/core';

/** A class or method that is decorated in a way the container cannot read. */
export class InvalidBeanDefinitionException extends ToolwrightException {
  override readonly code = 'INVALID_BEAN_DEFINITION';

  /**
   * @param source the class or method: `ToolsConfiguration.toolIndex`
   * @param reason what is wrong with it
   * @param remedy what to write instead
   */
  constructor(
    readonly source: string,
    readonly reason: string,
    readonly remedy: string,
  ) {
    super(`Invalid bean definition ${source}: ${reason}. ${remedy}`);
  }
}
