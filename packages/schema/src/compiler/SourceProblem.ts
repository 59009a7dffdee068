import ts from 'typescript';

/** Something to say about a place in the sources. */
export interface SourceProblem {
  readonly file: string;
  /** Counted from 1; 0 where the whole file is meant. */
  readonly line: number;
  readonly message: string;
}

/** A problem at a node. */
export function problemAt(node: ts.Node, file: string, message: string): SourceProblem {
  const { line } = ts.getLineAndCharacterOfPosition(node.getSourceFile(), node.getStart());
  return { file, line: line + 1, message };
}

/** `src/a.ts:3: message`. */
export function describeProblem({ file, line, message }: SourceProblem): string {
  return line > 0 ? `${file}:${line}: ${message}` : `${file}: ${message}`;
}
