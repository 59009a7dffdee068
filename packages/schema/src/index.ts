export { runSchemaCommand, type SchemaCommandEnvironment } from './command/runSchemaCommand.js';
export type { SourceProblem } from './compiler/SourceProblem.js';
export { compileToolSchemas, type ToolSchemaCompilation } from './compiler/ToolSchemaCompiler.js';
