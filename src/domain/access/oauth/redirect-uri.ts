/** Validates and compares redirect URIs. An app gets answers only at the URIs that it registered. */

const maxLength = 500;
// RFC 3986, without a fragment (RFC 6749 §3.1.2).
const uriCharacters = /^[A-Za-z0-9\-._~:/?[\]@!$&'()*+,;=%]+$/;
const loopback = /^http:\/\/(127\.0\.0\.1|\[::1\]|localhost)(?::([1-9][0-9]{0,4}))?([/?].*)?$/;
/** A private-use scheme must contain a period (RFC 8252 §7.1), which excludes `javascript:` and the like. */
const privateUse = /^[a-z][a-z0-9+-]*(?:\.[a-z0-9+-]+)+:[^?]/;

/** Accepts https, http on the loopback interface (RFC 8252 §7.3), and private-use schemes (§7.1). */
export function isRedirectUri(uri: string): boolean {
  if (uri.length > maxLength || !uriCharacters.test(uri)) return false;
  const url = URL.parse(uri);
  if (!url || url.username || url.password) return false;
  if (uri.startsWith('https://')) return true;
  return isLoopback(uri) || privateUse.test(uri);
}

/** Compares character by character, but ignores the port of a loopback address (RFC 8252 §7.3). */
export function isSameRedirectUri(registered: string, requested: string): boolean {
  if (registered === requested) return true;
  const one = loopback.exec(registered);
  const other = isRedirectUri(requested) ? loopback.exec(requested) : null;
  return one !== null && other !== null && one[1] === other[1] && (one[3] ?? '') === (other[3] ?? '');
}

export const isLoopback = (uri: string): boolean => loopback.test(uri);
