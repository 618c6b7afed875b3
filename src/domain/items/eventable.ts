/** Items, their owners, names, languages and drafts. */
import { type DetailName, detailNames, type RecipeDetails } from '../../db/recipe-details.ts';
import {
  type ItemColumns,
  type ItemHeader,
  lockItemOfOwner,
  selectFreeSlug,
  selectItemHeader,
} from '../../db/sql/items.ts';
import { selectContentAndMediaCount } from '../../db/sql/media.ts';
import { selectVisibilityCeiling } from '../../db/sql/statuses.ts';
import type { Executor } from '../../db/statement.ts';
import type { Tx } from '../../db/transaction.ts';
import type { MediumState, Visibility } from '../../db/vocabulary.ts';
import { DomainError, invalid, notFound } from '../../lib/errors.ts';
import { textOf } from '../../lib/html/html.ts';
import { t } from '../../lib/language/text.ts';
import { type SnakeCase, snakeCase } from '../../lib/text.ts';
import type { IngredientDraft } from '../../recipe-import/draft.ts';
import type { Account } from '../accounts/account.ts';

// Determines the language of a text

const unknown = 'und';
/** In shorter texts detection is wrong too often. */
const minTextLength = 40;

/** Returns the author's choice, else the account's language, else the detected language, else `und`. */
export async function resolveLocale(chosen: string | null, accountLocale: string, html: string): Promise<string> {
  if (chosen && chosen !== unknown) return chosen;
  if (accountLocale !== unknown) return accountLocale;
  const text = textOf(html).slice(0, 2_000);
  return text.length < minTextLength ? unknown : detectLanguage(text);
}

/** Loaded on demand: its tables take 25 MB, and most processes never detect a language. */
export const loadLanguageDetector = () => import('eld/extrasmall');

async function detectLanguage(text: string): Promise<string> {
  const { eld } = await loadLanguageDetector();
  const guess = eld.detect(text);
  return guess.language !== '' && guess.isReliable() ? guess.language : unknown;
}

// Creates the slug of a recipe's URL from its name. It never changes later.

const maxLength = 80;
const fallback = 'recipe';

/** Returns a slug that is unique among the account's recipes: `pizza-dough`, `pizza-dough-2`, … */
export async function uniqueSlug(tx: Tx, accountId: number, name: string): Promise<string> {
  const [free] = await selectFreeSlug(tx, accountId, toSlug(name));
  return free!.slug;
}

/**
 * Latin letters lose their diacritics, other scripts stay. Everything that is neither a letter nor a digit separates
 * words. The percent-encoded slug has at most 240 characters.
 */
export function toSlug(name: string): string {
  const words = name
    .slice(0, 2 * maxLength)
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('ø', 'o')
    .replaceAll('æ', 'ae')
    .replaceAll('ł', 'l')
    .replaceAll(/[\p{L}\p{N}]\p{M}*/gu, withoutMarks)
    .replaceAll(/[^\p{L}\p{N}\p{M}]+/gu, '-');
  const slug = truncate(words).replaceAll(/^[-\p{M}]+|-+$/gu, '');
  return slug === '' ? fallback : slug;
}

function withoutMarks(letter: string): string {
  const bare = letter.normalize('NFKD').replaceAll(/\p{M}/gu, '');
  return /^[a-z0-9]+$/.test(bare) ? bare : letter;
}

function truncate(words: string): string {
  let length = 0;
  const letters = [...words].slice(0, maxLength).filter((letter) => {
    length += encodeURIComponent(letter).length;
    return length <= 3 * maxLength;
  });
  return letters.join('');
}

// Rejects statuses that have neither text nor a picture

/** Call after changing the text or the media of a locked status. Throws validation_failed when both are empty. */
export async function requireContent(tx: Tx, statusId: number): Promise<void> {
  const [status] = await selectContentAndMediaCount(tx, statusId);
  if (status && status.content.trim() === '' && status.pictures === 0) throw invalid('content', t('errors.blank'));
}

// Defines `Eventable`: the union of recipes, preparations, bakings and statuses, discriminated by `type`

export interface Medium {
  id: number;
  key: string;
  state: MediumState;
  /** Alt text. */
  description: string;
  contentType: string;
  width: number;
  height: number;
  blurhash: string | null;
  remoteUrl: string | null;
  createdAt: Date;
}

export interface Mention {
  accountId: number;
  iri: string | null;
  handle: string | null;
  url: string | null;
}

export interface Ingredient extends IngredientDraft {
  id: number;
  position: number;
}

export const toIngredientDraft = ({ id: _, position: __, ...draft }: Ingredient): IngredientDraft => draft;

export interface StepLink {
  /** Null while the target has not been fetched. */
  id: number | null;
  type: EventableType | null;
  iri: string | null;
  name: string;
  slug: string | null;
  accountId: number | null;
  url: string | null;
  serving: number | null;
}

export interface Step {
  id: number;
  position: number;
  name: string;
  content: string;
  contentHtml: string;
  /** Seconds. */
  duration: number | null;
  ingredientPositions: number[];
  links: StepLink[];
}

interface Common {
  id: number;
  /** Null for a draft that was never published. */
  iri: string | null;
  url: string | null;
  account: Account;
  publication: 'draft' | 'published';
  visibility: Visibility;
  /** The conversation (FEP-7888); null when the item started it. */
  contextIri: string | null;
  /** The IRI of the item that it quotes; only statuses quote. */
  quoteIri: string | null;
  generation: number;
  version: number;
  name: string;
  /** Markdown, or the plain text of a remote item that has no source. */
  content: string;
  contentHtml: string;
  locale: string;
  tags: string[];
  likesCount: number;
  boostsCount: number;
  repliesCount: number;
  cookedCount: number;
  liked: boolean;
  boosted: boolean;
  /** The viewer's own collections that contain the item. */
  collectionIds: number[];
  createdAt: Date;
  publishedAt: Date;
  /** Also changes without an edit, when a picture is ready. Receivers take the latest version. */
  updatedAt: Date;
  /** When the author last changed it after publication. Null if never. */
  editedAt: Date | null;
  media: Medium[];
  mentions: Mention[];
}

interface Parts {
  serving: number;
  ingredients: Ingredient[];
  steps: Step[];
}

/** Accounts that rated a recipe, each counted with its newest public rating, and the sum of these. */
export interface Ratings {
  ratingCount: number;
  ratingSum: number;
}

export interface Recipe extends Common, Parts, Ratings {
  type: 'recipe';
  /** Null for a draft that was never published. */
  slug: string | null;
  servingType: string;
  sourceUrl: string | null;
  /** Seconds. */
  prepTime: number | null;
  /** Seconds. */
  cookTime: number | null;
  details: RecipeDetails;
  /** The original, if it is known and the viewer may see it. */
  forkedFromId: number | null;
  forkedFromIri: string | null;
  /** Counts forks that everybody may see. */
  forksCount: number;
  /** Counts the former states that every reader may see. The author may see more. */
  revisionsCount: number;
  /** The viewer's own note. Plain text. */
  privateNote: string | null;
  /** Sent to other servers as long-form text. Null for remote recipes. */
  asArticle: boolean | null;
}

interface CookedItem extends Common, Parts {
  servingType: string | null;
  preparedAt: Date;
  /** Stars, 1 to 5. */
  rating: number | null;
  recipeId: number | null;
  recipeIri: string | null;
}

export interface Preparation extends CookedItem {
  type: 'preparation';
}

export interface Baking extends CookedItem {
  type: 'baking';
}

export interface Status extends Common {
  type: 'status';
  sensitive: boolean;
  spoilerText: string;
  inReplyToId: number | null;
  inReplyToType: EventableType | null;
  inReplyToIri: string | null;
}

export type Eventable = Recipe | Preparation | Baking | Status;
export type EventableType = Eventable['type'];

export type Cooked = Preparation | Baking;
export type CookedType = Cooked['type'];

// Converts the details of a recipe to database columns

/** Details that are undefined disappear from the JSON row, so their columns stay unchanged. */
export const toDetailColumns = (
  details: Partial<RecipeDetails> | null | undefined,
): Partial<Pick<ItemColumns, SnakeCase<DetailName>>> =>
  Object.fromEntries(detailNames.map((name) => [snakeCase(name), details?.[name]]));

// Checks that an item belongs to the account that changes it

/**
 * Locks the item until the transaction ends. Throws forbidden if it belongs to another account, not_found if it is
 * invisible.
 */
export async function lockOwnItem(tx: Tx, accountId: number, type: EventableType, id: number): Promise<ItemHeader> {
  const [own] = await lockItemOfOwner(tx, accountId, id, type);
  if (own) return own;

  await getItemHeader(tx, accountId, id, type);
  throw new DomainError('forbidden', t('errors.belongs-to-another-account'));
}

/** Reads the fields that every operation checks first. Throws not_found, also for an item of another type. */
export async function getItemHeader(
  on: Executor,
  viewerId: number | null,
  id: number,
  type?: EventableType,
): Promise<ItemHeader> {
  const [header] = await selectItemHeader(on, viewerId, null, id);
  if (!header || (type && header.type !== type)) throw notFound();
  return header;
}

// Keeps ingredients and steps that were copied from somebody else's recipe from being shown to more people than the
// recipe

const ranks: Record<Visibility, number> = { direct: 0, private: 1, unlisted: 2, public: 3 };

const isWider = (one: Visibility, other: Visibility): boolean => ranks[one] > ranks[other];

/** The visibility that an item of the recipe has if nobody chooses one. Only statuses can be direct. */
export const defaultVisibility = (source: { visibility: Visibility } | null): Visibility =>
  source?.visibility === 'direct' ? 'private' : (source?.visibility ?? 'public');

/** What the source allows now, or null if there is no source or nothing was copied. */
export const findCeiling = async (tx: Tx, id: number): Promise<Visibility | null> =>
  (await selectVisibilityCeiling(tx, id))[0]?.visibility ?? null;

/**
 * Call it after the item was written. Throws validation_failed on `visibility`. What was as wide `before` may stay: the
 * source was restricted later.
 */
export async function requireBelowCeiling(
  tx: Tx,
  id: number,
  visibility: Visibility,
  before: { ceiling: Visibility | null; visibility: Visibility } | null,
): Promise<void> {
  const wasAbove = before?.ceiling && isWider(before.visibility, before.ceiling);
  if (wasAbove && !isWider(visibility, before.visibility)) return;
  const ceiling = await findCeiling(tx, id);
  if (ceiling !== null && isWider(visibility, ceiling)) throw invalid('visibility', t('errors.wider-than-source'));
}
