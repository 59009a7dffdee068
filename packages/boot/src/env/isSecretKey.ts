/** What stands in reports for a value that must not be read there. */
export const MASK = '******';

/** Whether the last parts of a key look like the name of a secret: password, secret, token, api-key (BH-07). */
export function isSecretKey(key: string): boolean {
  const plain = key.toLowerCase().replace(/[-_]/g, '');
  return /(password|passwd|secret|token|apikey|credentials?|privatekey)(\[\d+\])?$/.test(plain);
}
