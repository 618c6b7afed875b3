/** What other sites show where somebody pastes the address of a page of ours (oembed.com). */
import { Hono } from 'hono';
import { findItemAt } from '../../domain/eventables/read.ts';
import { anyone } from '../../domain/eventables/visibility.ts';
import { getInstanceProfile } from '../../domain/instance-profile.ts';
import { config } from '../../lib/config.ts';
import { notFound } from '../../lib/errors.ts';
import { baseHeaders } from '../headers.ts';
import { pictureUrls } from '../output/picture.ts';
import { problem } from './errors.ts';
import { titleOf } from './parts/item.ts';
import { homeOf, nameOf } from './parts/person.ts';

const smallest = 400;

export const oembed = new Hono().get('/oembed', async (c) => {
  try {
    if ((c.req.query('format') ?? 'json') !== 'json') return new Response('only json', { status: 501 });
    const url = c.req.query('url') ?? '';
    const item = url.length > 2_000 ? null : await findItemAt(url.replace(/[?#].*$/s, ''), anyone);
    if (item?.account.host !== '') throw notFound();

    const picture = item.type === 'status' && item.sensitive ? undefined : item.media[0];
    const scale = picture ? Math.min(1, smallest / Math.max(picture.width, picture.height, 1)) : 1;
    const answer = {
      version: '1.0',
      type: 'link',
      title: titleOf(item),
      author_name: nameOf(item.account),
      author_url: new URL(homeOf(item.account), config.baseUrl).href,
      provider_name: (await getInstanceProfile()).name,
      provider_url: config.baseUrl,
      cache_age: 300,
      ...(picture && {
        thumbnail_url: pictureUrls(picture.key).small,
        thumbnail_width: Math.round(picture.width * scale),
        thumbnail_height: Math.round(picture.height * scale),
      }),
    };
    const headers = {
      ...baseHeaders(),
      'Content-Type': 'application/json',
      'Cache-Control': 'public, max-age=300',
    };
    return new Response(JSON.stringify(answer), { headers });
  } catch (error) {
    return problem(c, error);
  }
});
