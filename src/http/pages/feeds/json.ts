/** A feed as JSON Feed (jsonfeed.org/version/1.1). */
import type { Card } from '../../../domain/cards.ts';
import { config } from '../../../lib/config.ts';
import { pictureUrls } from '../../output/picture.ts';
import { pathOf, titleOf } from '../parts/item.ts';
import { homeOf, nameOf } from '../parts/person.ts';
import type { Feed } from './feed.ts';

export const toJsonFeed = ({ title, url, path, items }: Feed): string =>
  JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title,
    home_page_url: url,
    feed_url: `${config.baseUrl}${path}.json`,
    items: items.map(toItem),
  });

function toItem(item: Card) {
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
    authors: [{ name: nameOf(account), url: new URL(homeOf(account), config.baseUrl).href }],
    ...(locale !== 'und' && { language: locale }),
  };
}
