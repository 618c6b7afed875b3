/** Serialises a feed as Atom (RFC 4287). */
import type { ItemSummary } from '../../domain/items/read.ts';
import { pictureUrls } from '../../http/media.ts';
import { config } from '../../lib/config.ts';
import { escapeHtml } from '../../lib/html/html.ts';
import { reader } from '../../lib/language/reader.ts';
import { nameOf, profileUrl } from '../components/account.ts';
import { feedPath } from '../components/feed-links.ts';
import { pathOf, titleOf } from '../components/item-link.ts';
import type { Feed } from './feed.ts';

/** The id is the same in every language. */
export function toAtom({ title, url, path, query = '', items }: Feed): string {
  const updated = new Date(Math.max(0, ...items.map(({ publishedAt }) => publishedAt.getTime())));
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${reader().language}">
<id>${text(`${config.baseUrl}${path}.atom${query}`)}</id>
<title>${text(title)}</title>
<updated>${updated.toISOString()}</updated>
<link rel="self" type="application/atom+xml" href="${text(`${config.baseUrl}${feedPath(path, 'atom', query)}`)}"/>
<link rel="alternate" type="text/html" href="${text(url)}"/>
${items.map(entry).join('')}</feed>
`;
}

function entry(item: ItemSummary): string {
  const { iri, account, publishedAt, contentHtml, media, spoilerText, locale } = item;
  const link = new URL(pathOf(item), config.baseUrl).href;
  const pictures = media
    .map(({ key, description }) => `<p><img src="${pictureUrls(key).medium}" alt="${escapeHtml(description)}"></p>`)
    .join('');
  const content = spoilerText === '' ? `${pictures}${contentHtml}` : escapeHtml(spoilerText);
  return `<entry xml:lang="${locale === 'und' ? '' : text(locale)}"><id>${text(iri ?? link)}</id><title>${text(titleOf(item))}</title><link rel="alternate" type="text/html" href="${text(link)}"/><published>${publishedAt.toISOString()}</published><updated>${publishedAt.toISOString()}</updated><author><name>${text(nameOf(account))}</name><uri>${text(new URL(profileUrl(account), config.baseUrl).href)}</uri></author><content type="html">${text(content)}</content></entry>
`;
}

/** Removes control characters, which XML does not allow even when escaped (XML 1.0 §2.2). */
const text = (value: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these characters must be removed
  escapeHtml(value.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, ''));
