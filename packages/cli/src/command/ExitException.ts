/** Ends a command with an exit code; everything has been said. */
export class ExitException extends Error {
  constructor(readonly exitCode: number) {
    super(`Exit code ${exitCode}`);
  }
}
