/** The recipe page, its private note, and the picture of a link to it. */
import { type Context, Hono } from 'hono';
import { anonymous, type Viewer } from '../../domain/accounts/account.ts';
import { applyFilters } from '../../domain/filters/filters.ts';
import { getInstanceProfile } from '../../domain/instance/instance.ts';
import type { Recipe } from '../../domain/items/eventable.ts';
import { findEventableByIri, listCardsByIds, listItemsOf, listLinked } from '../../domain/items/read.ts';
import {
  deleteNote,
  fingerprintOf,
  listCookedMedia,
  listReviews,
  openSharePicture,
  writeNote,
} from '../../domain/recipes/related.ts';
import { listDescendants } from '../../domain/statuses/statuses.ts';
import { tagTimeline } from '../../domain/timelines/timelines.ts';
import { errorResponse } from '../../http/errors.ts';
import { privateNote } from '../../http/input/recipe.ts';
import { idInPath } from '../../http/pagination.ts';
import type { RateLimit } from '../../http/rate-limits.ts';
import { parseOrThrow } from '../../http/validation.ts';
import { createCache } from '../../lib/cache.ts';
import { config } from '../../lib/config.ts';
import { t } from '../../lib/language/text.ts';
import { firstPage } from '../../lib/page.ts';
import { normaliseHashtag } from '../../lib/text.ts';
import { assetPaths } from '../assets.ts';
import { addressOf, followsOf, nameOf } from '../components/account.tsx';
import { itemContext, pathOf } from '../components/actions.tsx';
import { itemHead, mayIndex } from '../components/item-page.tsx';
import type { Html } from '../components/layout.tsx';
import { pageHandler, type Visitor } from '../components/page-handler.tsx';
import { limitByAddress } from '../forms/answers.tsx';
import { memberForm, returnUrl, type SubmittedForm } from '../forms/member-page.ts';
import { getRecipeFromPath } from './item-from-path.ts';
import { RecipeArticle, type RecipeView } from './recipe-article.tsx';
import { jsonLdElement, recipeJsonLd } from './recipe-files.tsx';
import { readDisplayOptions } from './recipe-method.tsx';
import { maxReviews } from './reviews.tsx';

const maxCookedPhotos = 12;
/** A picture that nobody has asked for before is drawn. */
const sharePictureLimit: RateLimit = { name: 'share-picture', quota: 60, windowSeconds: 300 };

export const recipe = new Hono()
  .get('/:name{@[^/]+}/recipes/:slug', pageHandler(show))
  .post('/items/:id/note', memberForm(saveNote))
  .get(
    '/share-pictures/:id{[1-9][0-9]{0,14}}/:version{[0-9a-f]{16}\\.png}',
    limitByAddress(sharePictureLimit),
    servePicture,
  );

async function show(visitor: Visitor) {
  const { c, viewer } = visitor;
  const found = await getRecipeFromPath(visitor);
  const related = await loadRelated(found, viewer);
  const display = readDisplayOptions(c);
  const path = pathOf(found);
  const url = `${config.baseUrl}${path}`;

  const pictures = found.media.length > 0 ? found.media : related.cookedMedia;
  const jsonLd = mayIndex(found) ? jsonLdElement(recipeJsonLd(found, url, pictures, related.reviews)) : '';
  const { head, headers } = itemHead(found, {
    title: found.name,
    description: found.contentHtml,
    path,
    picture: pictures[0],
    fallback: pictures.length > 0 ? '' : await sharePictureTags(found),
    more: (
      <>
        {jsonLd}
        <script type="module" src={assetPaths.recipe} />
      </>
    ),
  });
  const [context, follows] = await Promise.all([itemContext(visitor, found), followsOf([found.account], visitor)]);
  const view = { ...related, display, path, context, follows };
  const body = <RecipeArticle recipe={found} {...view} />;
  return {
    title: t('recipe.page-title', { name: found.name, cook: addressOf(found.account) }),
    body,
    layout: { width: 'wide' as const, head },
    headers,
  };
}

type Related = Omit<RecipeView, 'display' | 'path' | 'context' | 'follows'>;

const maxMore = 4;
/** Items of a hashtag that are looked at, since not all of them are recipes of others. */
const maxTagged = 20;

interface MoreIds {
  ofAuthor: number[];
  similar: number[];
}

/** Recipes that everybody may see, so that all readers share them. */
const moreIds = createCache<number, MoreIds>({ max: 5_000, ttl: 60_000 });

/** The newest of the same author, and the newest of others with the first hashtag of the recipe. */
async function findMoreIds({ id, account, tags }: Recipe): Promise<MoreIds> {
  const known = moreIds.get(id);
  if (known) return known;
  const tag = tags.map(normaliseHashtag).find((each) => each !== '');
  const [own, tagged] = await Promise.all([
    listItemsOf(account.id, ['recipe'], anonymous, { ...firstPage, limit: maxMore + 1 }),
    tag === undefined ? [] : tagTimeline(tag, anonymous, { ...firstPage, limit: maxTagged }),
  ]);
  const others = tagged.filter(({ object }) => object.type === 'recipe' && object.account.id !== account.id);
  const found = {
    ofAuthor: own
      .map((each) => each.id)
      .filter((each) => each !== id)
      .slice(0, maxMore),
    similar: [...new Set(others.map(({ object }) => object.id))].slice(0, maxMore),
  };
  moreIds.set(id, found);
  return found;
}

async function loadMore(found: Recipe, viewer: Viewer): Promise<RecipeView['more']> {
  const { ofAuthor, similar } = await findMoreIds(found);
  const cards = await listCardsByIds([...ofAuthor, ...similar], viewer);
  const filters = await applyFilters(cards, viewer, 'public');
  const shown = filters.shown(cards);
  const of = (ids: number[]) => shown.filter(({ id }) => ids.includes(id));
  return { filters, ofAuthor: of(ofAuthor), similar: of(similar) };
}

/** Runs only the queries that can have a result. */
async function loadRelated(found: Recipe, viewer: Viewer): Promise<Related> {
  const { id, steps, cookedCount, ratingCount, repliesCount, forkedFromIri } = found;
  // The counts leave out what only some members may see.
  const mayHave = (count: number) => count > 0 || viewer.accountId !== null;
  const [linked, cookedMedia, original, replies, reviews, more] = await Promise.all([
    steps.some(({ links }) => links.length > 0) ? listLinked('recipe', id, viewer) : [],
    mayHave(cookedCount) ? listCookedMedia(id, viewer, maxCookedPhotos) : [],
    forkedFromIri === null ? null : findEventableByIri(forkedFromIri, viewer),
    mayHave(repliesCount) ? listDescendants(id, viewer) : [],
    mayHave(ratingCount) ? listReviews(id, viewer, { ...firstPage, limit: maxReviews + 1 }) : [],
    loadMore(found, viewer),
  ]);
  const filters = await applyFilters([...replies, ...reviews], viewer, 'thread');
  return {
    filters,
    linked,
    cookedMedia,
    original: original && { name: original.name, path: pathOf(original) },
    replies: filters.shown(replies),
    reviews: filters.shown(reviews),
    more,
  };
}

/** Receives the form of a private note. An empty text deletes the note. */
async function saveNote(form: SubmittedForm): Promise<string> {
  const id = idInPath(form.c);
  const content = form.fields.get('note') ?? '';
  if (content.trim() === '') await deleteNote(form.me, id);
  else await writeNote(form.me, id, parseOrThrow(privateNote, { content }).content);
  return `${returnUrl(form, '/home')}#private-note`;
}

// Serves share pictures, and names them in link previews

/** An earlier version shows the current picture, because links to it are still in use. */
async function servePicture(c: Context): Promise<Response> {
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
async function sharePictureTags({ id, name, account, visibility }: Recipe): Promise<Html | ''> {
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
