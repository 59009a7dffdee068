/** A bean that has a say in the exit code of the process. */
export abstract class ExitCodeGenerator {
  /** 0 for no objection. */
  abstract readonly exitCode: number;
}
