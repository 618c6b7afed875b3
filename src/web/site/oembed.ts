/** Serves oEmbed previews of items and collections (oembed.com). */
import { type Context, Hono } from 'hono';
import { anonymous } from '../../domain/accounts/account.ts';
import { findCollectionAt } from '../../domain/collections/collections.ts';
import { getInstanceProfile } from '../../domain/instance/instance.ts';
import { findItemAt } from '../../domain/items/read.ts';
import { baseHeaders } from '../../http/headers.ts';
import { pictureUrls } from '../../http/media.ts';
import { writeForAddress } from '../../http/reader.ts';
import { config } from '../../lib/config.ts';
import { notFound } from '../../lib/errors.ts';
import { collectionPreview } from '../collections/embed.tsx';
import { nameOf, profileUrl } from '../components/account.tsx';
import { titleOf } from '../components/actions.tsx';
import { orErrorPage } from '../components/page-handler.tsx';
import { feedLimit, limitByAddress } from '../forms/answers.tsx';

const thumbnailSize = 400;

export const oembed = new Hono().get('/oembed', limitByAddress(feedLimit), orErrorPage(preview));

async function preview(c: Context): Promise<Response> {
  if ((c.req.query('format') ?? 'json') !== 'json') return new Response(null, { status: 501 });
  const url = (c.req.query('url') ?? '').slice(0, 2_001).replace(/[?#].*$/s, '');
  if (url.length > 2_000) throw notFound();
  const collection = URL.canParse(url) ? await findCollectionAt(url, anonymous) : null;
  if (collection?.account.host === '') return respond(await collectionPreview(c, collection));
  const item = await findItemAt(url, anonymous);
  if (item?.account.host !== '') throw notFound();

  const picture = item.type === 'status' && item.sensitive ? undefined : item.media[0];
  const scale = picture ? Math.min(1, thumbnailSize / Math.max(picture.width, picture.height, 1)) : 1;
  const { result: title, headers } = await writeForAddress(c, () => titleOf(item));
  const link = {
    version: '1.0',
    type: 'link',
    title,
    author_name: nameOf(item.account),
    author_url: new URL(profileUrl(item.account), config.baseUrl).href,
    provider_name: (await getInstanceProfile()).name,
    provider_url: config.baseUrl,
    cache_age: 300,
    ...(picture && {
      thumbnail_url: pictureUrls(picture.key).small,
      thumbnail_width: Math.round(picture.width * scale),
      thumbnail_height: Math.round(picture.height * scale),
    }),
  };
  return respond(link, headers);
}

function respond(preview: object, languageHeaders: Record<string, string> = {}): Response {
  const headers = {
    ...baseHeaders(),
    ...languageHeaders,
    'Content-Type': 'application/json',
    'Cache-Control': 'public, max-age=300',
  };
  return new Response(JSON.stringify(preview), { headers });
}
