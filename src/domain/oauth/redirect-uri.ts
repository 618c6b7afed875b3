/** Where an app may get its answers: exactly the addresses it registered. */

const most = 500;
// RFC 3986, without a fragment (RFC 6749, section 3.1.2).
const uriCharacters = /^[A-Za-z0-9\-._~:/?[\]@!$&'()*+,;=%]+$/;
const loopback = /^http:\/\/(127\.0\.0\.1|\[::1\]|localhost)(?::([1-9][0-9]{0,4}))?([/?].*)?$/;
/** RFC 8252, section 7.1: with a period, as in a reversed domain name, which keeps out `javascript:` and its kind. */
const privateUse = /^[a-z][a-z0-9+-]*(?:\.[a-z0-9+-]+)+:[^?]/;

/** https; http on the own machine (RFC 8252, section 7.3); a scheme of the app's own (section 7.1). */
export function isRedirectUri(uri: string): boolean {
  if (uri.length > most || !uriCharacters.test(uri)) return false;
  const url = URL.parse(uri);
  if (!url || url.username || url.password) return false;
  if (uri.startsWith('https://')) return true;
  return isLoopback(uri) || privateUse.test(uri);
}

/** The same characters; the port of a loopback address may be another (RFC 8252, section 7.3). */
export function isSameRedirectUri(registered: string, asked: string): boolean {
  if (registered === asked) return true;
  const [one, other] = [loopback.exec(registered), isRedirectUri(asked) ? loopback.exec(asked) : null];
  return one !== null && other !== null && one[1] === other[1] && (one[3] ?? '') === (other[3] ?? '');
}

export const isLoopback = (uri: string): boolean => loopback.test(uri);
