/** What belongs to recipes: forks, reviews, revisions, notes and share pictures. */
import { hash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  deletePrivateNote,
  insertPrivateNote,
  selectBakingMedia,
  selectCookedMedia,
  selectForkAncestors,
  selectForkDescendants,
  selectForks,
  selectReviews,
  selectShareable,
  upsertPrivateNote,
  upsertSharePicture,
} from '../../db/sql/recipes.ts';
import { type RevisionRow, selectRevision, selectRevisions, selectRevisionsToExport } from '../../db/sql/revisions.ts';
import { db, nest, readPage } from '../../db/statement.ts';
import { type Tx, transact } from '../../db/transaction.ts';
import { jobs } from '../../jobs/catalogue.ts';
import { enqueue } from '../../jobs/enqueue.ts';
import { DomainError, notFound } from '../../lib/errors.ts';
import { t } from '../../lib/language/text.ts';
import { firstPage, type Page, rangeOf } from '../../lib/page.ts';
import { openStored, type StoredFile } from '../../lib/storage/storage.ts';
import type { RecipePart, RecipeState } from '../../recipe-import/draft.ts';
import type { WrittenRevision } from '../../recipe-import/potluck-item.ts';
import type { AccountCard, Viewer } from '../accounts/account.ts';
import { getInstanceProfile } from '../instance/instance.ts';
import { type CookedType, getItemHeader, type Medium, type Ratings, type Recipe } from '../items/eventable.ts';
import { getOfType, type ItemCard, type ItemSummary, toCards, withMedia } from '../items/read.ts';
import { compareRecipes, type Difference, toState } from './difference.ts';

// Lists the pictures of what was cooked from a recipe

/** A picture with its cooked item. */
export interface CookedMedium extends Medium {
  eventableId: number;
  eventableType: CookedType;
  recipeId: number;
  preparedAt: Date;
  account: AccountCard;
}

export interface BakingMedium extends CookedMedium {
  eventableType: 'baking';
}

/** Lists pictures of visible bakings, newest first unless the page says otherwise. Throws not_found. */
export async function listRecipeMedia(recipeId: number, viewer: Viewer, page: Page): Promise<BakingMedium[]> {
  await getOfType('recipe', recipeId, viewer);
  return nest<BakingMedium>(await readPage(selectBakingMedia, page, [viewer.accountId, viewer.host, recipeId]));
}

/** The newest pictures of visible bakings and preparations. Does not check that the viewer may see the recipe. */
export async function listCookedMedia(recipeId: number, viewer: Viewer, limit: number): Promise<CookedMedium[]> {
  const { above, below } = rangeOf({ ...firstPage, limit });
  const rows = await selectCookedMedia(db, viewer.accountId, viewer.host, recipeId, above, below, limit);
  return nest<CookedMedium>(rows);
}

// Reads the forks of recipes, and compares recipes

export interface Fork extends ItemSummary {
  /** The recipe above it in the tree. Null for the first one that the viewer may see. */
  forkedFromId: number | null;
}

/** Limits of a tree. */
const maxAncestors = 20;
const maxDescendants = 200;
const maxDepth = 10;

/** Lists the forks that the viewer may see, newest first unless the page says otherwise. Throws not_found. */
export async function listForks(recipeId: number, viewer: Viewer, page: Page): Promise<Fork[]> {
  await getOfType('recipe', recipeId, viewer);
  return toForks(await readPage(selectForks, page, [viewer.accountId, viewer.host, recipeId]));
}

export interface ForkTree {
  /** The original of all comes first. Ends with the recipe's own original. */
  ancestors: Fork[];
  recipe: Fork;
  /** Each fork after its original. */
  descendants: Fork[];
}

/** Contains only what is reached through recipes that the viewer may see. Throws not_found. */
export async function getForkTree(recipeId: number, viewer: Viewer): Promise<ForkTree> {
  const { accountId, host } = viewer;
  const [above, below] = await Promise.all([
    selectForkAncestors(db, accountId, host, recipeId, maxAncestors),
    selectForkDescendants(db, accountId, host, recipeId, maxDepth, maxDescendants),
  ]);
  const ancestors = toForks(above);
  const recipe = ancestors.pop();
  if (!recipe) throw notFound();
  return { ancestors, recipe, descendants: toForks(below) };
}

const toForks = (rows: Record<string, unknown>[]): Fork[] => nest<Fork>(rows).map(withMedia);

interface Comparison {
  from: Recipe;
  to: Recipe;
  difference: Difference;
}

/** Throws not_found unless the viewer may see both recipes. */
export async function compareVisibleRecipes(id: number, fromId: number, viewer: Viewer): Promise<Comparison> {
  const [to, from] = await Promise.all([getOfType('recipe', id, viewer), getOfType('recipe', fromId, viewer)]);
  return { from, to, difference: compareRecipes(toState(from), toState(to), to.locale) };
}

// What members note beside recipes. Nobody else sees it, and it is never sent to other servers.

/** Plain text. Throws not_found for a recipe that the member cannot see. */
export const writeNote = (accountId: number, recipeId: number, content: string): Promise<void> =>
  onVisible(accountId, recipeId, (tx) => upsertPrivateNote(tx, accountId, recipeId, content));

/** Nothing happens without a note. Throws not_found for a recipe that the member cannot see. */
export const deleteNote = (accountId: number, recipeId: number): Promise<void> =>
  onVisible(accountId, recipeId, (tx) => deletePrivateNote(tx, accountId, recipeId));

/** Keeps a note that the member has already. Throws not_found for a recipe that the member cannot see. */
export const restoreNote = (accountId: number, recipeId: number, content: string): Promise<void> =>
  onVisible(accountId, recipeId, (tx) => insertPrivateNote(tx, accountId, recipeId, content));

const onVisible = (accountId: number, recipeId: number, work: (tx: Tx) => Promise<unknown>): Promise<void> =>
  transact(async (tx) => {
    await getItemHeader(tx, accountId, recipeId, 'recipe');
    await work(tx);
  });

// Computes the mean rating of a recipe, and writes ratings as text and in schema.org terms

/** Rounded to one decimal, as the search index does. Null without ratings. */
export const meanRating = ({ ratingCount, ratingSum }: Ratings): number | null =>
  ratingCount === 0 ? null : Math.round((ratingSum * 10) / ratingCount) / 10;

/** Example: `★★★★☆`. */
export const starText = (stars: number): string => '★'.repeat(stars) + '☆'.repeat(5 - stars);

export const ratingScale = { bestRating: 5, worstRating: 1 };

export const toSchemaRating = (stars: number) => ({ '@type': 'Rating', ratingValue: stars, ...ratingScale });

export const toSchemaRatings = (ratings: Ratings) => ({
  '@type': 'AggregateRating',
  ratingValue: meanRating(ratings),
  ratingCount: ratings.ratingCount,
  ...ratingScale,
});

// Lists the reviews of a recipe: what others cooked from it and rated

export interface Review extends ItemCard {
  rating: number;
  /** It is public, and its author allows search engines. */
  indexable: boolean;
}

/** Lists visible reviews, newest first unless the page says otherwise. Throws not_found. */
export async function listRecipeReviews(recipeId: number, viewer: Viewer, page: Page): Promise<Review[]> {
  await getOfType('recipe', recipeId, viewer);
  return listReviews(recipeId, viewer, page);
}

/** Does not check that the viewer may see the recipe. */
export async function listReviews(recipeId: number, viewer: Viewer, page: Page): Promise<Review[]> {
  return toCards(await readPage(selectReviews, page, [viewer.accountId, viewer.host, recipeId])) as Review[];
}

// Reads what a recipe said before its edits

export interface RevisionSummary {
  /** Ids increase with time. */
  id: number;
  /** When the author replaced this state by the next one. */
  editedAt: Date;
  /** The parts that the edit changed. */
  changes: RecipePart[];
}

export interface Revision {
  id: number;
  editedAt: Date;
  state: RecipeState;
  /** The next revision that the viewer may see. Null if that is the recipe as it is. */
  nextId: number | null;
  /** What the edit changed. */
  difference: Difference;
}

/** Lists the states before each edit, newest first unless the page says otherwise. Throws not_found. */
export async function listRevisions(recipeId: number, viewer: Viewer, page: Page): Promise<RevisionSummary[]> {
  await getOfType('recipe', recipeId, viewer);
  return (await readPage(selectRevisions, page, [viewer.accountId, viewer.host, recipeId])).map(toSummary);
}

const toSummary = ({ changes, ...row }: RevisionRow): RevisionSummary => ({
  ...row,
  changes: changes as RecipePart[],
});

/** Throws not_found, also for a revision of another recipe and one that the viewer may not see. */
export async function getRevision(recipeId: number, id: number, viewer: Viewer): Promise<Revision> {
  const { locale } = await getOfType('recipe', recipeId, viewer);
  const [row] = await selectRevision(db, viewer.accountId, viewer.host, recipeId, id);
  if (!row) throw notFound();
  const [state, next] = [row.state as RecipeState, row.next as RecipeState];
  const difference = compareRecipes(state, next, locale);
  return { id: row.id, editedAt: row.editedAt, state, nextId: row.nextId, difference };
}

/** Lists all of them, the oldest first. Only for the author's archive. */
export async function listRevisionsToExport(recipeId: number): Promise<WrittenRevision[]> {
  const rows = await selectRevisionsToExport(db, recipeId);
  return rows.map(({ editedAt, ...row }) => ({ ...row, editedAt: editedAt.toISOString() }) as WrittenRevision);
}

// Share pictures: what link previews show for a recipe without a photo. Drawn at the first request for each version.

/** Increases with each change of the design. */
const design = 1;
export const sharePictureName = 'share';
const drawTimeoutMs = 4_000;
const pollMs = 100;
/** Anybody can ask for pictures, so the number of them that are awaited is limited. */
const maxDrawing = 10;
const drawing = new Map<number, Promise<void>>();

export interface ShareText {
  title: string;
  author: string;
  site: string;
}

/** Changes with the text and the design. */
export const fingerprintOf = ({ title, author, site }: ShareText): string =>
  hash('sha256', JSON.stringify([design, title, author, site]), 'hex').slice(0, 16);

export interface SharePicture {
  text: ShareText;
  fingerprint: string;
  state: 'missing' | 'drawn' | 'failed';
  /** Null if it is not drawn. */
  key: string | null;
}

/** Returns null unless everybody may see the recipe, and it is of this server. */
export async function findSharePicture(recipeId: number): Promise<SharePicture | null> {
  const [row] = await selectShareable(db, null, null, recipeId);
  if (!row) return null;
  const { name: site } = await getInstanceProfile();
  const text = { title: row.title, author: row.author, site };
  const fingerprint = fingerprintOf(text);
  if (row.fingerprint !== fingerprint) return { text, fingerprint, state: 'missing', key: null };
  if (row.key !== null) return { text, fingerprint, state: 'drawn', key: row.key };
  return { text, fingerprint, state: row.old ? 'missing' : 'failed', key: null };
}

/** Null as key records that it could not be drawn. Returns the key of the picture that it replaces. */
export async function saveSharePicture(
  recipeId: number,
  fingerprint: string,
  key: string | null,
): Promise<string | null> {
  const [row] = await upsertSharePicture(db, recipeId, fingerprint, key);
  return row!.former_key;
}

/** Throws not_found, also if it cannot be drawn, and unavailable if that takes longer than four seconds. */
export async function openSharePicture(recipeId: number): Promise<StoredFile> {
  const found = await openDrawn(recipeId);
  if (found) return found;
  const current = drawing.get(recipeId);
  if (!current && drawing.size >= maxDrawing) throw tooBusy();
  const drawn = current ?? enqueueAndWait(recipeId).finally(() => drawing.delete(recipeId));
  drawing.set(recipeId, drawn);
  await drawn;
  // Each reader opens a file of its own.
  const file = await openDrawn(recipeId);
  if (!file) throw tooBusy();
  return file;
}

const tooBusy = () => new DomainError('unavailable', t('errors.share-picture-not-ready'));

async function enqueueAndWait(recipeId: number): Promise<void> {
  await transact((tx) => enqueue(tx, jobs.drawSharePicture, { recipeId }));
  const deadline = Date.now() + drawTimeoutMs;
  while (Date.now() < deadline) {
    if ((await findSharePicture(recipeId))?.state !== 'missing') return;
    await sleep(pollMs);
  }
}

/** Returns null if it has to be drawn. Throws not_found. */
async function openDrawn(recipeId: number): Promise<StoredFile | null> {
  const picture = await findSharePicture(recipeId);
  if (!picture || picture.state === 'failed') throw notFound();
  return picture.key === null ? null : openStored(picture.key, sharePictureName);
}
