/** Recognises client ids that are URLs of documents (draft-ietf-oauth-client-id-metadata-document §3). */

const maxLength = 500;

/** Ids are compared as text, so only the normal form of a URL is one: no dot segments, no upper-case host. */
export function isClientUrl(id: string): boolean {
  if (!id.startsWith('https://') || id.length > maxLength) return false;
  const url = URL.parse(id);
  return url?.href === id && url.username === '' && url.password === '' && !id.includes('#');
}
