/** Addresses that strangers gave, before a page leads to them. */

/** Null for what is no http(s) URL. */
export function webUrl(text: string | null | undefined): string | null {
  const url = text ? URL.parse(text) : null;
  return url && (url.protocol === 'https:' || url.protocol === 'http:') ? url.href : null;
}
