/** Serialises a feed as JSON Feed (jsonfeed.org/version/1.1). */
import type { ItemSummary } from '../../domain/items/read.ts';
import { pictureUrls } from '../../http/media.ts';
import { config } from '../../lib/config.ts';
import { reader } from '../../lib/language/reader.ts';
import { nameOf, profileUrl } from '../components/account.ts';
import { feedPath } from '../components/feed-links.ts';
import { pathOf, titleOf } from '../components/item-link.ts';
import type { Feed } from './feed.ts';

export const toJsonFeed = ({ title, url, path, query, items }: Feed): string =>
  JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title,
    language: reader().language,
    home_page_url: url,
    feed_url: `${config.baseUrl}${feedPath(path, 'json', query)}`,
    items: items.map(toItem),
  });

function toItem(item: ItemSummary) {
  const { iri, account, publishedAt, contentHtml, media, spoilerText, locale } = item;
  const url = new URL(pathOf(item), config.baseUrl).href;
  const [picture] = media;
  return {
    id: iri ?? url,
    url,
    title: titleOf(item),
    ...(spoilerText === '' ? { content_html: contentHtml } : { content_text: spoilerText }),
    ...(picture && spoilerText === '' && { image: pictureUrls(picture.key).medium }),
    date_published: publishedAt.toISOString(),
    authors: [{ name: nameOf(account), url: new URL(profileUrl(account), config.baseUrl).href }],
    ...(locale !== 'und' && { language: locale }),
  };
}
