import ts from 'typescript';
import { COMPILER_OPTIONS, type SchemaProject } from './SchemaProject.js';

/** Calls `compiled` with the program of a project, now and after each change of its sources, until the signal fires. */
export async function watchProject(
  project: SchemaProject,
  compiled: (program: ts.Program) => void,
  failed: (message: string) => void,
  signal: AbortSignal,
): Promise<void> {
  const host = ts.createWatchCompilerHost(
    project.configFile,
    COMPILER_OPTIONS,
    ts.sys,
    ts.createAbstractBuilder,
    (diagnostic) => failed(ts.flattenDiagnosticMessageText(diagnostic.messageText, '\n')),
    () => undefined,
  );
  // The default would type-check and emit the whole project.
  host.afterProgramCreate = (builder) => {
    try {
      compiled(builder.getProgram());
    } catch (error) {
      // The next change may mend it.
      failed(error instanceof Error ? error.message : String(error));
    }
  };
  const watch = ts.createWatchProgram(host);
  await new Promise<void>((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
  watch.close();
}
