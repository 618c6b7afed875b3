/** Serves share pictures, and names them in link previews. */
import { type Context, Hono } from 'hono';
import { getInstanceProfile } from '../../domain/instance/instance.ts';
import type { Recipe } from '../../domain/items/eventable.ts';
import { fingerprintOf, openSharePicture } from '../../domain/recipes/related.ts';
import { errorResponse } from '../../http/errors.ts';
import type { RateLimit } from '../../http/rate-limits.ts';
import { config } from '../../lib/config.ts';
import { t } from '../../lib/language/text.ts';
import { nameOf } from '../components/account.tsx';
import type { Html } from '../components/layout.tsx';
import { limitByAddress } from '../forms/rate-limit.ts';

/** A picture that nobody has asked for before is drawn. */
const sharePictureLimit: RateLimit = { name: 'share-picture', quota: 60, windowSeconds: 300 };

export const sharePictures = new Hono().get(
  '/share-pictures/:id{[1-9][0-9]{0,14}}/:version{[0-9a-f]{16}\\.png}',
  limitByAddress(sharePictureLimit),
  show,
);

/** An earlier version shows the current picture, because links to it are still in use. */
async function show(c: Context): Promise<Response> {
  try {
    const file = await openSharePicture(Number(c.req.param('id')));
    return new Response(file.body, {
      headers: {
        'content-type': 'image/png',
        'content-length': String(file.size),
        // The recipe may be deleted or hidden.
        'cache-control': 'public, max-age=300',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
        'cross-origin-resource-policy': 'cross-origin',
      },
    });
  } catch (error) {
    return errorResponse(error);
  }
}

/**
 * Tags for a recipe without a picture. Empty for recipes of other servers, and for those that not everybody may see.
 */
export async function sharePictureTags({ id, name, account, visibility }: Recipe): Promise<Html | ''> {
  const isOpen = visibility === 'public' || visibility === 'unlisted';
  if (!isOpen || account.host !== '') return '';
  const { name: site } = await getInstanceProfile();
  const author = nameOf(account);
  const version = fingerprintOf({ title: name, author, site });
  return (
    <>
      <meta property="og:image" content={`${config.baseUrl}/share-pictures/${id}/${version}.png`} />
      <meta property="og:image:type" content="image/png" />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta property="og:image:alt" content={t('recipe.by', { name, author })} />
      <meta name="twitter:card" content="summary_large_image" />
    </>
  );
}
