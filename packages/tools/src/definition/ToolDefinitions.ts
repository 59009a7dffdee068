import { requireNonNull } from '@toolwright/core';
import { toolOptions } from '../annotation/Tool.js';
import type { MethodHandle } from '../method/MethodHandle.js';
import { JsonSchemaGenerator } from '../schema/JsonSchemaGenerator.js';
import type { SchemaCustomizer } from '../schema/SchemaCustomizer.js';
import { getToolDescription } from './getToolDescription.js';
import { getToolName, toolNameOf } from './getToolName.js';
import { DefaultToolDefinition, type ToolDefinition } from './ToolDefinition.js';

/** Makes definitions from methods. */
export class ToolDefinitions {
  /**
   * The definition of a method: name and description from `@Tool` or the method's name, schema from its parameters.
   *
   * @throws {IllegalArgumentException} `method cannot be null`
   * @throws {IllegalStateException} if nobody knows the name of a parameter (JS-39)
   */
  static from(method: MethodHandle): ToolDefinition {
    return ToolDefinitions.customized(requireNonNull(method, 'method cannot be null'), [], true);
  }

  /** @internal The definition of a method whose schema goes through customizers. */
  static customized(
    method: MethodHandle,
    customizers: readonly SchemaCustomizer[],
    warnOfName: boolean,
  ): ToolDefinition {
    return new DefaultToolDefinition(
      warnOfName ? getToolName(method) : toolNameOf(method),
      getToolDescription(method),
      JsonSchemaGenerator.generateCustomized(method, customizers),
      toolOptions.inherited(method.owner, method.key)?.examples,
    );
  }
}
