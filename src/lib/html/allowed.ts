/** Defines the allow-list of the HTML sanitizer: elements, attributes and links. */
import { escapeHtml } from './escape.ts';

const allowedTags = 'p br span a strong em del ul ol li blockquote code pre h3 h4 h5 h6'.split(' ');

/** Maps elements to their replacement. Other elements are removed, but their content is kept. */
export const replacements: ReadonlyMap<string, string> = new Map([
  ...allowedTags.map((tag) => [tag, tag] as const),
  ['b', 'strong'],
  ['i', 'em'],
  ['s', 'del'],
  ['strike', 'del'],
  ['h1', 'h3'],
  ['h2', 'h3'],
  ['tt', 'code'],
  ['kbd', 'code'],
  ['samp', 'code'],
  ...'address article aside center dd details div dl dt figcaption figure footer header main section summary table tr'
    .split(' ')
    .map((tag) => [tag, 'p'] as const),
]);

const classes = new Set(['mention', 'hashtag', 'u-url', 'h-card', 'invisible', 'ellipsis']);

const languageTag = /^[a-z]{1,8}(?:-[a-z0-9]{1,8}){0,4}$/i;

const MAX_HREF_LENGTH = 4_096;

/** Returns the normalised link, or null unless it is an absolute http(s) URL without credentials. */
export function safeHref(href: string | undefined): string | null {
  if (href === undefined || href.length > MAX_HREF_LENGTH) return null;
  const url = URL.parse(href);
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) return null;
  return url.username === '' && url.password === '' ? url.href : null;
}

/** Returns the escaped attributes of a tag. `href` must come from `safeHref`. */
export function attributesOf(attributes: Record<string, string>, href: string | null): string {
  const classNames = attributes.class?.split(/\s+/, 20).filter((name) => classes.has(name)) ?? [];
  const { lang } = attributes;
  return [
    href === null ? '' : ` href="${escapeHtml(href)}" rel="nofollow noopener noreferrer"`,
    classNames.length > 0 ? ` class="${[...new Set(classNames)].join(' ')}"` : '',
    lang !== undefined && languageTag.test(lang) ? ` lang="${lang}"` : '',
  ].join('');
}
