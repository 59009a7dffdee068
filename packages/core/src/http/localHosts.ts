/** The names of this machine, as the `Host` and `Origin` headers of its own clients have them. */
export const LOCAL_HOSTS: readonly string[] = Object.freeze(['localhost', '127.0.0.1', '[::1]']);

const LOOPBACK = /^(?:localhost|::1|127(?:\.\d{1,3}){3})$/;

/** Whether a server that listens at `host` can be reached from this machine only. */
export function isLoopback(host: string): boolean {
  return LOOPBACK.test(host);
}

/** The name in a URL, such as that of an `Origin` header; undefined if it is none. */
export function hostnameOf(url: string): string | undefined {
  try {
    return new URL(url).hostname;
  } catch {
    return undefined;
  }
}
