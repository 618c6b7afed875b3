/** Checks URLs from users and other servers before a page links to them. */

/** Returns null unless the text is an http(s) URL. */
export function webUrl(text: string | null | undefined): string | null {
  const url = text ? URL.parse(text) : null;
  return url && (url.protocol === 'https:' || url.protocol === 'http:') ? url.href : null;
}
