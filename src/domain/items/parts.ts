/** Parts of items: links, mentions, steps and texts. */
import {
  countIngredients,
  deleteParts,
  type ItemColumns,
  insertIngredients,
  insertSteps,
  selectIdsByIri,
  selectVisibleAt,
  selectVisibleIds,
} from '../../db/sql/items.ts';
import { takeFromFetchBudget } from '../../db/sql/jobs.ts';
import { selectTagSources } from '../../db/sql/tags.ts';
import { type Executor, toJson } from '../../db/statement.ts';
import type { Tx } from '../../db/transaction.ts';
import type { Visibility } from '../../db/vocabulary.ts';
import { jobs } from '../../jobs/catalogue.ts';
import { enqueue } from '../../jobs/enqueue.ts';
import { DomainError, type FieldErrors, invalid, missingAsNull } from '../../lib/errors.ts';
import { iris, isLocalIri } from '../../lib/iris.ts';
import { t } from '../../lib/language/text.ts';
import { findHashtags, findMentions, renderMarkdown } from '../../lib/markdown.ts';
import { normaliseHashtags } from '../../lib/text.ts';
import {
  type IngredientDraft,
  ingredientLength,
  maxIngredientText,
  maxStepText,
  type RecipeDraft,
  type StepDraft,
  type StepLinkTarget,
  stepLength,
  takeWithin,
} from '../../recipe-import/draft.ts';
import { type Account, findAccountByHandle, normaliseHandle } from '../accounts/account.ts';
import { discover, findRecentLookUp } from '../accounts/discover.ts';
import { resolveLocale } from './eventable.ts';

// Enqueues fetches of the remote items that an item links to, within limits on number and depth

/** The longest chain of links that is followed from the first item. */
export const maxFetchDepth = 8;

interface FetchLimits {
  maxFetches: number;
  /** The fetch budget that all requests share. Without one, each fetch has a budget of its own. */
  fetchBudgetId?: string;
  depth?: number;
}

/** Skips local and known items. Items over the limit are linked later, if they arrive by another way. */
export async function enqueueLinkedFetches(
  tx: Tx,
  linked: Iterable<string>,
  { maxFetches, fetchBudgetId, depth = maxFetchDepth }: FetchLimits,
): Promise<void> {
  const unknown = new Set([...linked].filter((iri) => !isLocalIri(iri)));
  if (unknown.size === 0 || depth <= 0) return;
  for (const { iri } of await selectIdsByIri(tx, [...unknown])) unknown.delete(iri);

  const fetched = [...unknown].slice(0, maxFetches);
  for (const iri of fetched) await enqueue(tx, jobs.loadObject, { iri, fetchBudgetId, depth: depth - 1 });
}

/** The IRIs that steps link to and that have no local id. */
export const linkedIris = (steps: StepDraft[]): string[] =>
  steps.flatMap(({ links }) => links.flatMap(({ target }) => ('iri' in target ? [target.iri] : [])));

// Renders the text of an item, with links to the accounts and hashtags that it names

/** Handles of unknown accounts stay plain text. With `hasPendingMentions` the accounts are being looked up. */
export function renderPost(content: string, mentioned: Mentioned) {
  const contentHtml = renderMarkdown(content, {
    mention: (handle) => mentionLink(mentioned.get(handle)),
    hashtag: iris.tag,
  });
  const tags = findHashtags(content);
  const mentionedIds = [...new Set([...mentioned.values()].map(({ id }) => id))];
  return {
    columns: { content, content_html: contentHtml, tags, hashtags: normaliseHashtags(tags) },
    mentionedIds,
    hasPendingMentions: [...mentioned.values()].some(({ state }) => state === 'unknown'),
  };
}

function mentionLink(account: Account | undefined): { href: string; name: string } | null {
  const href = account?.state === 'unknown' ? null : (account?.url ?? account?.iri);
  return account && href ? { href, name: account.username } : null;
}

// Validates what steps refer to: ingredients of their own item, and local or remote items

/** Fetches that one local item may cause. */
const maxFetches = 100;

/** Throws validation_failed for positions without an ingredient. */
function checkPositions(steps: StepDraft[], ingredientCount: number): void {
  const errors: FieldErrors = {};
  for (const [at, { ingredientPositions }] of steps.entries()) {
    for (const [index, position] of ingredientPositions.entries()) {
      if (position < ingredientCount) continue;
      errors[`steps[${at}].ingredient_positions[${index}]`] = ['must be the position of an ingredient'];
    }
  }
  throwIfAny(errors);
}

/**
 * Returns the steps with every local link replaced by the item's id and type. Throws validation_failed if the author
 * may not see the item or its type differs. Remote items are fetched later.
 */
async function resolveLocalLinks(tx: Tx, accountId: number, steps: StepDraft[]): Promise<StepDraft[]> {
  const targets = steps.flatMap(({ links }) => links.map((link) => link.target));
  if (targets.length === 0) return steps;

  const resolve = await createResolver(tx, accountId, targets);
  const errors: FieldErrors = {};
  const resolved = steps.map((step, at) => ({
    ...step,
    links: step.links.map((link, index) => {
      const target = resolve(link.target);
      if (!target) errors[`steps[${at}].links[${index}]`] = ['must be an item you can see'];
      return { ...link, target: target ?? link.target };
    }),
  }));
  throwIfAny(errors);
  await enqueueLinkedFetches(tx, linkedIris(steps), { maxFetches: maxFetches });
  return resolved;
}

async function createResolver(tx: Tx, accountId: number, targets: StepLinkTarget[]) {
  const ids = targets.flatMap((target) => ('id' in target ? [target.id] : []));
  const typeOf = new Map(
    ids.length === 0 ? [] : (await selectVisibleIds(tx, accountId, null, ids)).map(({ id, type }) => [id, type]),
  );
  const urls = targets.flatMap((target) => ('iri' in target && isLocalIri(target.iri) ? [target.iri] : []));
  const byUrl = new Map(
    urls.length === 0 ? [] : (await selectVisibleAt(tx, accountId, null, urls)).map(({ url, ...item }) => [url, item]),
  );
  return (target: StepLinkTarget): StepLinkTarget | undefined => {
    if ('id' in target) return typeOf.get(target.id) === target.type ? target : undefined;
    return isLocalIri(target.iri) ? byUrl.get(target.iri) : target;
  };
}

function throwIfAny(errors: FieldErrors): void {
  if (Object.keys(errors).length > 0) throw new DomainError('validation_failed', errors);
}

// Finds the accounts that a text mentions, and looks up those that are not known

const maxMentions = 20;
/** Look-ups that one post may cause. */
const maxLookUps = 10;
/** Look-ups that the posts of one author may cause within an hour. */
const maxHourlyLookUps = 60;

/** Accounts by the handle used in the text. */
type Mentioned = ReadonlyMap<string, Account>;

export async function findMentioned(on: Executor, content: string): Promise<Map<string, Account>> {
  const found = new Map<string, Account>();
  for (const handle of handlesIn(content)) {
    const account = await findByHandle(handle, on);
    if (account && !account.deletedAt) found.set(handle, account);
  }
  return found;
}

/**
 * Also returns accounts in state `unknown`, which a job is fetching. Throws for a direct post that nobody would
 * receive.
 */
export async function lookUpMentioned(
  tx: Tx,
  { authorId, content, visibility }: { authorId: number; content: string; visibility: Visibility },
): Promise<Mentioned> {
  const mentioned = await findMentioned(tx, content);
  const handles = handlesIn(content);
  // Sorted, so that two posts wait for each other's look-ups in the same order.
  const unknown = handles.filter((handle) => isUnknown(handle, mentioned.get(handle))).toSorted();
  let mayLookUp = true;
  for (const handle of unknown.slice(0, maxLookUps)) {
    mayLookUp = mayLookUp && (await countLookUp(tx, authorId));
    const account = mayLookUp ? await lookUp(tx, handle) : null;
    if (account) mentioned.set(handle, account);
  }
  if (visibility === 'direct' && handles.length > 0 && mentioned.size === 0) {
    if (!mayLookUp) throw invalid('content', t('errors.too-many-new-mentions'));
    const missing = handles.map((handle) => `@${handle}`).join(', ');
    throw invalid('content', t('errors.mention-not-found', { missing }));
  }
  return mentioned;
}

const handlesIn = (content: string): string[] => findMentions(content).slice(0, maxMentions);

const isUnknown = (handle: string, account: Account | undefined): boolean =>
  account ? account.state === 'unknown' : handle.includes('@');

/** A recent look-up knows whose second handle it is. */
async function findByHandle(handle: string, on: Executor): Promise<Account | null> {
  const account = await findAccountByHandle(handle, on);
  if (account || !handle.includes('@')) return account;
  const found = await findRecentLookUp(normaliseHandle(handle), on);
  return found === 'missing' ? null : found;
}

/** Returns whether the author may cause one more look-up. */
async function countLookUp(tx: Tx, authorId: number): Promise<boolean> {
  const hour = Math.floor(Date.now() / 3_600_000);
  const key = JSON.stringify(['mention-look-ups', authorId, hour]);
  return (await takeFromFetchBudget(tx, key, maxHourlyLookUps)).length > 0;
}

/** Returns null if there is no such account, or if its server is blocked. */
const lookUp = (tx: Tx, handle: string): Promise<Account | null> => discover(tx, { handle }).catch(missingAsNull);

// Writes the ingredients, steps and step links of an item

/** Missing lists stay as they are. */
export interface Parts {
  ingredients?: IngredientDraft[];
  steps?: StepDraft[];
}

export async function replaceParts(tx: Tx, id: number, { ingredients, steps }: Parts, isNew: boolean): Promise<void> {
  await Promise.all([
    !isNew && (ingredients || steps) && deleteParts(tx, id, ingredients !== undefined, steps !== undefined),
    ingredients?.length && insertIngredients(tx, id, toJson(toIngredientRows(ingredients))),
    steps?.length && insertSteps(tx, id, toJson(toStepRows(steps)), toJson(toLinkRows(steps))),
  ]);
}

export const toQuantityColumns = ({ quantity, quantityMax }: Pick<IngredientDraft, 'quantity' | 'quantityMax'>) => ({
  quantity_num: quantity?.numerator,
  quantity_den: quantity?.denominator,
  quantity_max_num: quantityMax?.numerator,
  quantity_max_den: quantityMax?.denominator,
});

export const toIngredientRows = (ingredients: IngredientDraft[]) =>
  ingredients.map((ingredient, position) => ({
    position,
    name: ingredient.name,
    ...toQuantityColumns(ingredient),
    unit: ingredient.unit,
    note: ingredient.note,
    group_name: ingredient.group,
    optional: ingredient.optional,
    scalable: ingredient.scalable,
    original_text: ingredient.originalText,
  }));

export const toStepRows = (steps: StepDraft[]) =>
  steps.map((step, position) => ({
    position,
    name: step.name,
    content: step.content,
    content_html: renderMarkdown(step.content),
    duration: step.duration,
    ingredient_positions: step.ingredientPositions,
  }));

const toLinkRows = (steps: StepDraft[]) =>
  steps.flatMap((step, stepPosition) =>
    step.links.map((link, position) => ({
      step_position: stepPosition,
      position,
      target_id: 'id' in link.target ? link.target.id : null,
      target_iri: 'iri' in link.target ? link.target.iri : null,
      serving: link.serving,
    })),
  );

// Validates the ingredients and steps of local items

/**
 * Returns the lists that are given, with ids for links to local items. `id` is the item that changes, or null. Throws
 * validation_failed for too much text, links to items that the author may not see and unknown ingredient positions.
 */
export async function validateParts(
  tx: Tx,
  accountId: number,
  id: number | null,
  { ingredients, steps }: Parts,
): Promise<Parts> {
  if (steps) {
    const [stored] = ingredients || id === null ? [] : await countIngredients(tx, id);
    checkPositions(steps, ingredients?.length ?? stored?.count ?? 0);
  }
  checkSize({ ingredients, steps });
  return { ingredients, steps: steps && (await resolveLocalLinks(tx, accountId, steps)) };
}

/** Throws validation_failed when the ingredients, or the steps, have too much text together. */
export function checkSize({
  ingredients = [],
  steps = [],
}: {
  ingredients?: IngredientDraft[];
  steps?: Pick<StepDraft, 'name' | 'content'>[];
}): void {
  if (takeWithin(ingredients, ingredientLength, maxIngredientText).length < ingredients.length)
    throw invalid('ingredients', t('errors.longer-together', { max: maxIngredientText }));
  if (takeWithin(steps, stepLength, maxStepText).length < steps.length)
    throw invalid('steps', t('errors.longer-together', { max: maxStepText }));
}

// Converts the fields that recipes, preparations and bakings share to database columns

type SharedField = 'name' | 'description' | 'visibility' | 'locale' | 'serving' | 'tags';
type SharedDraft = Pick<RecipeDraft, SharedField> & { servingType: string | null };

type SharedColumn = 'name' | 'content' | 'content_html' | 'visibility' | 'locale' | 'tags' | 'hashtags';
type Columns = Pick<ItemColumns, SharedColumn | 'serving' | 'serving_type'>;

/** `mentionedIds` are the accounts that the description mentions. */
export async function toSharedColumns(
  tx: Tx,
  draft: SharedDraft,
  author: Account,
): Promise<{ columns: Columns; mentionedIds: number[] }>;
/** `id` is the item that changes. The columns and mentions of missing fields are undefined. */
export async function toSharedColumns(
  tx: Tx,
  draft: Partial<SharedDraft>,
  author: Account,
  id: number,
): Promise<{ columns: Partial<Columns>; mentionedIds?: number[] }>;
export async function toSharedColumns(
  tx: Tx,
  draft: Partial<SharedDraft>,
  author: Account,
  id?: number,
): Promise<{ columns: Partial<Columns>; mentionedIds?: number[] }> {
  const { description, name, locale } = draft;
  const rendered = description === undefined ? null : await renderDescription(tx, description);
  const contentHtml = rendered?.columns.content_html;
  return {
    columns: {
      name,
      content: description,
      content_html: contentHtml,
      visibility: draft.visibility,
      locale: locale === undefined ? undefined : await resolveLocale(locale, author.locale, contentHtml ?? name ?? ''),
      serving: draft.serving,
      serving_type: draft.servingType,
      tags: draft.tags,
      hashtags: await findItemHashtags(tx, draft, id),
    },
    mentionedIds: rendered?.mentionedIds,
  };
}

/** Accounts that are not known yet are not looked up, and stay plain text. */
async function renderDescription(tx: Tx, description: string) {
  const mentioned = [...(await findMentioned(tx, description))].filter(([, { state }]) => state !== 'unknown');
  return renderPost(description, new Map(mentioned));
}

/** Returns undefined if neither the tags nor the text change. */
async function findItemHashtags(
  tx: Tx,
  { tags, description }: Partial<SharedDraft>,
  id: number | undefined,
): Promise<string[] | undefined> {
  if (tags === undefined && description === undefined) return undefined;
  const isComplete = tags !== undefined && description !== undefined;
  const [before] = isComplete || id === undefined ? [] : await selectTagSources(tx, id);
  return normaliseHashtags([...(tags ?? before?.tags ?? []), ...findHashtags(description ?? before?.content ?? '')]);
}
