/** Restores the archive of an account. */
import { prisma } from '../../../db/client.ts';
import { isDataError } from '../../../db/errors.ts';
import { reserveItemId } from '../../../db/sql/archive.ts';
import { restoreCover } from '../../../db/sql/collections.ts';
import { insertImportedRecipe } from '../../../db/sql/imports.ts';
import { selectIdsByIri, selectType, selectVisibleIds } from '../../../db/sql/items.ts';
import { countMedia } from '../../../db/sql/media.ts';
import { db } from '../../../db/statement.ts';
import { type Tx, transact } from '../../../db/transaction.ts';
import { jobs } from '../../../jobs/catalogue.ts';
import { enqueue } from '../../../jobs/enqueue.ts';
import { DomainError, missingAsNull } from '../../../lib/errors.ts';
import { FetchError } from '../../../lib/fetch/error.ts';
import { isLocalIri } from '../../../lib/iris.ts';
import { t } from '../../../lib/language/text.ts';
import { chunksOf } from '../../../lib/lists.ts';
import { pictureTypeOf } from '../../../lib/picture-type.ts';
import { normaliseHashtags } from '../../../lib/text.ts';
import type { StepDraft, StepLinkDraft } from '../../../recipe-import/draft.ts';
import { type ArchivedItem, archivedItem } from '../../../recipe-import/potluck-item.ts';
import { type Account, findAccountByHandle, getAccount, getAuthor } from '../../accounts/account.ts';
import { updateProfile } from '../../accounts/profile.ts';
import { lookUpAccount } from '../../accounts/remote.ts';
import { addItem, createCollection, listOwnNames } from '../../collections/collections.ts';
import { restoreFilters } from '../../filters/filters.ts';
import { block, blockDomain, maxMuteSeconds, mute } from '../../interactions/block.ts';
import { pin } from '../../interactions/on-item.ts';
import { checkSize, enqueueLinkedFetches, linkedIris } from '../../items/parts.ts';
import { saveItems } from '../../items/save.ts';
import { addMediumInBackground, addProfilePicture, type Upload } from '../../media/media.ts';
import { restoreNote } from '../../recipes/related.ts';
import { restoreShoppingList } from '../../shopping/shopping.ts';
import { followTag } from '../../tags/tags.ts';
import { fetchPictureForMember, spread, takeFetches, takeFetchFrom, takeFetchOf } from '../fetches.ts';
import { recipeDigest } from '../recipe-digest.ts';
import { type NameResolver, toNewRow } from './columns.ts';
import { type ArchivedCollection, type ArchivedNote, archivedFilters, type Profile } from './layout.ts';
import type { ArchivedFollow, ArchiveStep } from './read.ts';

// Restores the profile of an archive

/** Restores the profile only if the account has no summary yet, and each picture only if it has none. */
async function restoreProfile(
  accountId: number,
  archived: Profile,
  readPicture: (name: string) => Promise<Upload['file'] | null>,
): Promise<void> {
  const { summary, avatarKey, headerKey } = await getAccount(accountId);
  const { name, locale, locked, discoverable, indexable, recipesAsArticles, quotePolicy } = archived;
  const { avatar, header } = archived;
  if (summary === '')
    await updateProfile(accountId, {
      ...(name && { name }),
      summary: archived.summary,
      discoverable,
      indexable,
      recipesAsArticles,
      ...(quotePolicy && { quotePolicy }),
      ...(locale !== 'und' && { locale }),
      // Only the member may unlock the account.
      ...(locked && { locked }),
    });
  const picture = avatar && avatarKey === null ? await readPicture(avatar.file) : null;
  if (avatar && picture) {
    const upload = { file: picture, description: avatar.description };
    await addProfilePicture(accountId, 'avatar', upload, false);
  }
  const wide = header && headerKey === null ? await readPicture(header.file) : null;
  if (wide) await addProfilePicture(accountId, 'header', { file: wide, description: '' }, false);
}

// Restores an item from an archive, with its dates and pictures, without announcing it

export interface RestoreContext {
  accountId: number;
  /** The operator is not slowed down. */
  isByOperator?: boolean;
  resolver: NameResolver;
  /** Returns null if the archive has no such picture. */
  readPicture(name: string): Promise<Upload['file'] | null>;
  /** Receives a sentence for everything that could not be restored. */
  problems: string[];
}

/** Fetches that the links of one item may cause. */
const maxFetches = 20;

/** Idempotent: resumes after an interruption. */
export async function restoreItem(item: ArchivedItem, context: RestoreContext): Promise<'added' | 'existing'> {
  const { accountId, resolver } = context;
  const { origin, formerly } = item;
  if ((await resolver.findExisting([origin, ...formerly])) !== null) return 'existing';

  const [reserved] = await reserveItemId(db, accountId, origin);
  const id = reserved!.eventable_id;
  await transact((tx) => write(tx, id, item, context));
  await addPictures(id, item, context);
  await prisma().importedItem.updateMany({ where: { accountId, origin }, data: { finishedAt: new Date() } });
  return 'added';
}

async function write(tx: Tx, id: number, item: ArchivedItem, context: RestoreContext): Promise<void> {
  const { accountId } = context;
  const [interrupted] = await selectVisibleIds(tx, accountId, null, [id]);
  if (interrupted) return;

  const account = await getAuthor(accountId, tx);
  const { row, mentionedIds } = await toNewRow(tx, id, item, account, context.resolver);
  const saved = { origin: 'archive' as const, id, row, mentionedIds, isBackfilled: true };
  if (item.type === 'status') {
    await saveItems(tx, [{ ...saved, isReply: item.inReplyTo !== null }]);
    return;
  }
  const { name, ingredients } = item;
  checkSize(item);
  const steps = await resolveSteps(tx, item, context);
  const revisions = item.type === 'recipe' ? item.revisions : [];
  await saveItems(tx, [{ ...saved, parts: { ingredients, steps }, revisions }]);
  if (item.type === 'recipe') await insertImportedRecipe(tx, accountId, recipeDigest({ name, ingredients, steps }), id);
}

type WithSteps = Exclude<ArchivedItem, { type: 'status' }>;

async function resolveSteps(
  tx: Tx,
  { name, steps, ingredients }: WithSteps,
  { accountId, resolver, problems }: RestoreContext,
): Promise<StepDraft[]> {
  const settled: StepDraft[] = [];
  for (const step of steps) {
    const links: StepLinkDraft[] = [];
    for (const { iri, serving } of step.links) {
      const target = await resolver.resolve(tx, iri);
      if (target) links.push({ target, serving });
      else problems.push(t('migration.link-left-out', { name, iri }));
    }
    const ingredientPositions = step.ingredientPositions.filter((position) => position < ingredients.length);
    settled.push({ ...step, ingredientPositions, links });
  }
  const linked = linkedIris(settled).filter((iri) => !isLocalIri(iri));
  await enqueueLinkedFetches(tx, await takeFetches(tx, accountId, linked.slice(0, maxFetches)), { maxFetches });
  return settled;
}

/** Existing pictures were added before an interruption. */
async function addPictures(id: number, item: ArchivedItem, context: RestoreContext): Promise<void> {
  const { accountId, readPicture, problems } = context;
  const [{ count } = { count: 0 }] = await countMedia(db, id);
  for (const { file, description } of item.media.slice(count)) {
    const picture = await readPicture(file);
    if (picture)
      await addMediumInBackground(accountId, { file: picture, description }, { type: item.type, id }, 'restored');
    else problems.push(t('migration.picture-missing', { file }));
  }
}

// Restores private notes

/** A note that the member has written since then stays. */
async function restoreArchivedNotes(notes: ArchivedNote[], context: RestoreContext): Promise<void> {
  for (const note of notes) await restoreOne(note, context);
}

async function restoreOne({ recipe, content }: ArchivedNote, context: RestoreContext): Promise<void> {
  const { accountId, resolver, problems } = context;
  const target = await resolver.resolve(db, recipe);
  const [known] = target && 'iri' in target ? await selectIdsByIri(db, [target.iri]) : [];
  const id = target && 'id' in target ? target.id : known?.id;
  const isFound = id !== undefined && (await restoreNote(accountId, id, content).then(asTrue, missingAsNull));
  if (!isFound) problems.push(t('migration.note-left-out', { recipe }));
}

const asTrue = () => true;

// Restores collections and pins

/** Adds the items to the collection of that name, and creates it if necessary. */
async function restoreCollection(archived: ArchivedCollection, context: RestoreContext): Promise<void> {
  const { accountId, resolver, problems } = context;
  const { name, items, notes } = archived;
  const known = (await listOwnNames(accountId)).find((each) => each.name === name);
  const id = known?.id ?? (await create(archived, context));
  let missing = 0;
  for (const origin of items) {
    const target = await resolver.resolve(db, origin);
    const found = target && 'iri' in target ? await find(target.iri) : target;
    const isAdded = found && (await addItem(accountId, id, found, notes[origin]).then(asTrue, missingAsNull));
    if (!isAdded) missing += 1;
  }
  if (missing > 0) problems.push(t('migration.items-unknown', { name, count: missing }));
}

async function create(
  { name, description, visibility, cover, coverDescription }: ArchivedCollection,
  { accountId, readPicture, problems }: RestoreContext,
): Promise<number> {
  const id = await createCollection(accountId, { name, description, visibility, coverId: null });
  const file = cover === null ? null : await readPicture(cover);
  if (file) {
    const medium = await addMediumInBackground(accountId, { file, description: coverDescription }, null);
    await restoreCover(db, accountId, id, medium);
  } else if (cover !== null) problems.push(t('migration.picture-missing', { file: cover }));
  return id;
}

async function find(iri: string) {
  const [known] = await selectIdsByIri(db, [iri]);
  const [row] = known ? await selectType(db, known.id) : [];
  return known && row ? { id: known.id, type: row.type } : null;
}

/** The last pin is shown first. */
async function restorePins({ accountId, resolver }: RestoreContext, origins: string[]): Promise<void> {
  for (const origin of origins) {
    const target = await resolver.resolve(db, origin);
    if (target && 'id' in target) await pin(accountId, target.type, target.id);
  }
}

// Restores an account from an archive, in steps that can be interrupted and repeated

type StepOutcome = 'added' | 'existing' | 'failed';

const followBatchSize = 500;

/**
 * Idempotent. The step is as stored: its times may be texts. Adds a sentence to the problems of the context for
 * everything that could not be restored.
 */
export async function restoreStep(step: ArchiveStep, context: RestoreContext): Promise<StepOutcome> {
  try {
    return (await restore(step, context)) ?? 'added';
  } catch (error) {
    context.problems.push(problemOf(error));
    return 'failed';
  }
}

/** Returns why something cannot be restored. Rethrows what has other causes than the archive. */
function problemOf(error: unknown): string {
  if (isDataError(error)) return t('reading.unreadable');
  if (!(error instanceof DomainError) || error.code === 'unavailable') throw error;
  return `${error.message}.`;
}

/** Returns nothing for what is added. */
async function restore(step: ArchiveStep, context: RestoreContext): Promise<StepOutcome | undefined> {
  const { accountId } = context;
  switch (step.type) {
    case 'profile':
      return void (await restoreProfile(accountId, step.profile, context.readPicture));
    case 'item':
      return restoreItem(archivedItem.parse(JSON.parse(JSON.stringify(step.item))), context);
    case 'pins':
      return void (await restorePins(context, step.origins));
    case 'collection':
      return void (await restoreCollection(step.collection, context));
    case 'notes':
      return void (await restoreArchivedNotes(step.notes, context));
    case 'shopping-list':
      return void (await restoreShoppingList(accountId, step.list.lines));
    case 'filters': {
      const { filters } = archivedFilters.parse(JSON.parse(JSON.stringify({ filters: step.filters })));
      return void (await restoreFilters(accountId, filters));
    }
    case 'block':
      return withAccount(step.address, context, ({ id }) => block(accountId, id));
    case 'mute': {
      const { address, notifications, expiresAt } = step.mute;
      const seconds = expiresAt && Math.ceil((new Date(expiresAt).getTime() - Date.now()) / 1_000);
      if (seconds !== null && (seconds <= 0 || seconds > maxMuteSeconds)) return undefined;
      return withAccount(address, context, ({ id }) => mute(accountId, id, { notifications, seconds }));
    }
    case 'domain-block':
      return void (await blockDomain(accountId, step.host));
    case 'tags':
      return followTags(accountId, step.names);
    case 'follows':
      return void (await enqueueFollows(accountId, step.follows));
  }
}

/** Looks up unknown accounts first, so that a block or mute applies from now on. */
async function withAccount(
  address: string,
  { accountId, isByOperator, problems }: RestoreContext,
  change: (account: Account) => Promise<unknown>,
): Promise<StepOutcome | undefined> {
  if (!isByOperator && !(await findAccountByHandle(address))) await takeFetchFrom(accountId, hostOf(address));
  const account = await lookUpAccount(address).catch(missingAsNull);
  if (!account) {
    problems.push(t('migration.not-blocked', { address }));
    return 'failed';
  }
  await change(account);
  return undefined;
}

async function followTags(accountId: number, names: string[]): Promise<undefined> {
  for (const tag of normaliseHashtags(names)) await followTag(accountId, tag);
}

/** Enqueues one job per address, because most accounts must be looked up first. */
async function enqueueFollows(accountId: number, follows: ArchivedFollow[]): Promise<void> {
  const wanted = follows.filter(({ address }) => /^@?[^@\s]{1,100}@[^@\s]{1,200}$/.test(address));
  const due = spread(wanted.map(({ address }) => hostOf(address)));
  const planned = wanted.map((follow, at) => ({ ...follow, dueAt: due[at] ?? null }));
  for (const some of chunksOf(planned, followBatchSize))
    await transact(async (tx) => {
      for (const { address, showsBoosts, dueAt } of some) {
        const payload = { accountId, address, ...(!showsBoosts && { hidesBoosts: true }) };
        await enqueue(tx, jobs.followAddress, payload, { dueAt });
      }
    });
}

const hostOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1).toLowerCase();

// Creates a post of another server's archive with its date and pictures, without announcing it

/** A server that did not answer so often is not asked for more pictures of the post. */
const maxFailures = 2;

/** As stored: its times are texts. `urls` are of pictures on the old server, by their names. */
interface StoredPost {
  item: object;
  urls: Record<string, string>;
}

/** Idempotent: a post that the account has stays as it is. */
export async function restorePost({ item, urls }: StoredPost, context: RestoreContext): Promise<StepOutcome> {
  let failures = 0;
  const readPicture = async (name: string): Promise<Upload['file'] | null> => {
    const stored = await context.readPicture(name);
    const url = urls[name];
    if (stored || url === undefined || failures >= maxFailures) return stored;
    await takeFetchOf(context.accountId, url);
    const fetched = await fetchPicture(url);
    if (!fetched) failures += 1;
    return fetched;
  };
  try {
    const post = archivedItem.parse(item);
    return await restoreItem(post, { ...context, readPicture });
  } catch (error) {
    context.problems.push(problemOf(error));
    return 'failed';
  }
}

/** Returns null if its server does not have it or does not answer. */
async function fetchPicture(url: string): Promise<Uint8Array | null> {
  try {
    const { status, body } = await fetchPictureForMember(url);
    return status === 200 && pictureTypeOf(body) !== null ? body : null;
  } catch (error) {
    if (error instanceof FetchError) return null;
    throw error;
  }
}
