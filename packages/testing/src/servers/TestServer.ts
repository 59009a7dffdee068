/** A database server that a test has started for itself, with its data in a temporary folder. */
export interface TestServer {
  /** Where clients connect to, on 127.0.0.1. */
  readonly url: string;
  readonly port: number;

  /** Ends the process at once, as a crash would. The data stays. Resolves when the process is gone. */
  kill(): Promise<void>;

  /** Starts the server again on the same port with the same data, after {@link kill}. */
  restart(): Promise<void>;

  /** Ends the process and removes its data. */
  stop(): Promise<void>;
}
