/** Defines which user names and handles of remote accounts are accepted. */

/** As Mastodon: names of other characters could not be mentioned there, and could imitate the names of others. */
export const usernamePattern = /^[a-z0-9_](?:[a-z0-9_.-]{0,98}[a-z0-9_])?$/i;

/** Returns `name@host` in lower case, with the host as in a URL: punycode, no default port. Null for anything else. */
export function canonicalHandle(text: string): string | null {
  const [name, host, ...rest] = text.split('@');
  if (!name || !host || rest.length > 0 || !usernamePattern.test(name) || /[\s/?#\\]/.test(host)) return null;
  const url = URL.parse(`https://${host}/`);
  return url ? `${name.toLowerCase()}@${url.host}` : null;
}
