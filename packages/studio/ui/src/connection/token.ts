/**
 * Takes the token out of the page's address, where the application's link has put it, so that it stays neither in the
 * history nor in what is copied from the address bar.
 */
export function takeToken(): string | undefined {
  const { hash, search, pathname } = window.location;
  const fromHash = new URLSearchParams(hash.replace(/^#\/?/, '')).get('token');
  const token = fromHash ?? new URLSearchParams(search).get('token');
  if (token === null) return undefined;
  window.history.replaceState(null, '', `${pathname}${fromHash === null ? hash : ''}`);
  return token;
}
