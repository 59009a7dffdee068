import type { JsonSchemaNode } from '../schema/JsonSchemaNode.js';
import type { TypeSpec } from '../schema/TypeSpec.js';

/** One argument that is asked of the model beside those of a tool. */
export interface AugmentedArgumentType {
  /** The key in the arguments. */
  readonly name: string;
  readonly type: TypeSpec;
  /** What the model should put here. */
  readonly description: string;
  readonly required: boolean;
  /** Constraints added to the type's node. */
  readonly schema?: JsonSchemaNode;
}
