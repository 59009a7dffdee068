import type { JsonSchemaNode } from '../schema/JsonSchemaNode.js';

/**
 * What `toolwright-schema` writes: the declarations of tools as the compiler saw them. Paths are relative to `root`
 * and use `/`.
 */
export interface ToolSchemaManifestData {
  /** The form of this file; others are refused. */
  readonly version: 1;
  /** The folder of the sources, relative to the folder of the manifest. */
  readonly root: string;
  /** The sources that the schemas were read from, with the SHA-256 (hex) of their text with `\n` line ends. */
  readonly files: Readonly<Record<string, string>>;
  /** Classes with tools and classes that are types of arguments. */
  readonly classes: readonly ManifestClass[];
  /** Tools made by `FunctionToolCallback.builder('name', …)`. */
  readonly functions: readonly ManifestFunction[];
}

/** A class. At run time it is recognised by its name and the members of its prototype. */
export interface ManifestClass {
  readonly name: string;
  readonly file: string;
  /** Methods and accessors of instances, in code-unit order. */
  readonly members: readonly string[];
  /** Its doc comment. */
  readonly description?: string;
  /** Tools called on an instance, by method. */
  readonly methods?: Readonly<Record<string, ManifestMethod>>;
  /** Tools called on the class itself, by method. */
  readonly staticMethods?: Readonly<Record<string, ManifestMethod>>;
  /** What a model may fill, where the class is the type of an argument. */
  readonly properties?: Readonly<Record<string, ManifestValue>>;
}

/** A tool method. */
export interface ManifestMethod {
  readonly parameters: readonly ManifestParameter[];
  /** What the method returns, promises resolved; absent where the declaration does not say (`any`, `unknown`). */
  readonly returns?: 'void' | 'value' | 'function';
}

/** The type of an argument or property. */
export interface ManifestValue {
  /** JSON Schema (draft 2020-12); absent where a decorator gives it. References point into `definitions`. */
  readonly schema?: JsonSchemaNode;
  readonly definitions?: Readonly<Record<string, JsonSchemaNode>>;
  /** The text of its own doc comment; that of its type is in the schema. */
  readonly description?: string;
  /** Whether `?`, a default value or `| undefined` lets a model leave it out. */
  readonly optional?: true;
}

/** A parameter of a tool method. */
export interface ManifestParameter extends ManifestValue {
  readonly name: string;
  /** Set where not the model but the framework gives the value. */
  readonly role?: 'context' | 'signal';
}

/** A function tool: its whole input is one value. */
export interface ManifestFunction extends ManifestValue {
  readonly name: string;
  readonly file: string;
}
