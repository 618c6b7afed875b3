/** Imports one recipe with its picture, at most once. */
import { buffer } from 'node:stream/consumers';
import { prisma } from '../../db/client.ts';
import {
  insertImportedRecipe,
  insertImportPictures,
  releaseImportPicture,
  replaceImportedRecipe,
} from '../../db/sql/imports.ts';
import { selectVisibleIds } from '../../db/sql/items.ts';
import { countMedia } from '../../db/sql/media.ts';
import { insertPrivateNote } from '../../db/sql/recipes.ts';
import { db, toJson } from '../../db/statement.ts';
import type { Tx } from '../../db/transaction.ts';
import type { ImportAction, Visibility } from '../../db/vocabulary.ts';
import { DomainError, explain } from '../../lib/errors.ts';
import { FetchError } from '../../lib/fetch/error.ts';
import { iris } from '../../lib/iris.ts';
import { t } from '../../lib/language/text.ts';
import { pictureTypeOf } from '../../lib/picture-type.ts';
import { newKey, openStored, removeStored, store } from '../../lib/storage/storage.ts';
import { detailsFromStated } from '../../recipe-import/details-from-stated.ts';
import type { RecipeChanges, RecipeDraft, StepDraft, StepLinkTarget } from '../../recipe-import/draft.ts';
import { type ImportedRecipe, isDraft } from '../../recipe-import/import-result.ts';
import { attachStored, sourceName } from '../media/media.ts';
import { wordsFor } from '../recipes/text.ts';
import { createRecipe, updateRecipe } from '../recipes/write.ts';
import { createNameResolver } from './archive/columns.ts';
import { findExistingRecipes } from './existing-recipes.ts';
import { fetchPictureForMember, takeFetchOf } from './fetches.ts';
import { findOnlyRecipe } from './import.ts';
import { identify } from './recipe-digest.ts';

// Fetches the picture that a source names for an imported recipe

/** A picture in storage that no row refers to yet, or a sentence about why there is none. */
type FoundPicture = StoredPicture | { key: null; problem: string | null };

interface StoredPicture {
  key: string;
  description: string;
  isOfImport: boolean;
}

export const noPicture: FoundPicture = { key: null, problem: null };

/** Each takes at most 10 s. A page often names several sizes of a picture that is gone. */
const maxFetches = 5;
const maxFetchingMs = 15_000;

/**
 * Stores the first picture that can be fetched. For a member's import, throws unavailable while its server must be
 * spared.
 */
export async function fetchStatedPicture(
  { stated, draft }: ImportedRecipe,
  memberId: number | null = null,
): Promise<FoundPicture> {
  const urls = stated?.imageUrls.slice(0, maxFetches) ?? [];
  if (urls.length === 0) return noPicture;
  const site = stated!.publisher?.name ?? URL.parse(draft.sourceUrl ?? urls[0]!)?.host ?? '';
  const description = `${wordsFor(draft.locale ?? 'und').photo}: ${site}`;
  const reasons: string[] = [];
  const begin = performance.now();
  for (const url of urls) {
    if (performance.now() - begin > maxFetchingMs) break;
    if (memberId !== null) await takeFetchOf(memberId, url);
    try {
      return await storePicture(await fetchPicture(url), description);
    } catch (error) {
      reasons.push(reasonOf(error));
    }
  }
  return { key: null, problem: t('migration.photo-not-imported', { reasons: reasons.join('; ') }) };
}

async function storePicture(bytes: Uint8Array, description: string): Promise<StoredPicture> {
  const key = newKey();
  await store(key, sourceName, bytes);
  return { key, description, isOfImport: false };
}

class NotAPicture extends Error {}

/** Rethrows what says nothing about the picture. */
function reasonOf(error: unknown): string {
  if (error instanceof FetchError || error instanceof NotAPicture) return error.message;
  if (error instanceof DomainError && error.code !== 'unavailable') return explain(error);
  throw error;
}

/** Throws FetchError or NotAPicture. */
async function fetchPicture(url: string): Promise<Uint8Array> {
  const { status, body } = await fetchPictureForMember(url);
  const { host } = new URL(url);
  if (status !== 200) throw new NotAPicture(t('migration.photo-status', { host, status: String(status) }));
  if (pictureTypeOf(body) === null) throw new NotAPicture(t('migration.photo-none', { host }));
  return body;
}

// Finds the photo of an import of one recipe, which its member sees before it is imported

export const findPicture = (importId: number, position: number, name: string) =>
  prisma().importPicture.findUnique({
    select: { key: true },
    where: { importId_position_name: { importId, position, name } },
  });

/**
 * Returns the photo, as large as it is, or null without one. A photo that the page names is fetched once and kept for
 * the import. Throws unavailable while its server must be spared.
 */
export async function findImportPhoto(accountId: number, importId: number): Promise<Uint8Array | null> {
  const only = await findOnlyRecipe(accountId, importId);
  if (!only) return null;
  const { position, recipe } = only;
  const stored = await findPicture(importId, position, '');
  if (stored) return readStored(stored.key);

  const fetched = await fetchStatedPicture(recipe, accountId);
  if (fetched.key === null) return null;
  const bytes = await readStored(fetched.key);
  const picture = { key: fetched.key, position, name: '', bytes: bytes?.length ?? 0 };
  // Another request may have fetched it at the same time, and the import may have ended.
  const [added] = await insertImportPictures(db, importId, toJson([picture]));
  if (!added) await removeStored(fetched.key);
  return bytes;
}

async function readStored(key: string): Promise<Uint8Array | null> {
  const file = await openStored(key, sourceName);
  return file && buffer(file.body instanceof Blob ? file.body.stream() : file.body);
}

// Finds the items that steps of an imported recipe link to

/** Of one recipe. Each may be a fetch from another server. */
const maxLinkedItems = 20;

/**
 * Leaves out links to items of this server that the member cannot see, and counts them. With `sparesServers`, throws
 * unavailable while the server of an unknown item must be spared.
 */
async function resolveLinks(
  accountId: number,
  steps: StepDraft[],
  { sparesServers }: { sparesServers: boolean },
): Promise<{ steps: StepDraft[]; leftOut: number }> {
  const stated = new Set(
    steps.flatMap(({ links }) => links.flatMap(({ target }) => ('iri' in target ? [target.iri] : []))),
  );
  if (stated.size === 0) return { steps, leftOut: 0 };
  const actor = iris.actor(accountId);
  const resolver = createNameResolver(accountId, { actor, findType: async () => null });
  const targets = new Map<string, StepLinkTarget | null>();
  for (const iri of [...stated].slice(0, maxLinkedItems)) {
    const ownId = await resolver.findExisting([iri]);
    const [own] = ownId === null ? [] : await selectVisibleIds(db, accountId, null, [ownId]);
    const target = own ? { id: own.id, type: own.type } : await resolver.resolve(db, iri);
    if (sparesServers && target && 'iri' in target) await takeFetchOf(accountId, iri);
    targets.set(iri, target);
  }
  let leftOut = 0;
  const resolved = steps.map((step) => ({
    ...step,
    links: step.links.flatMap((link) => {
      const target = 'iri' in link.target ? (targets.get(link.target.iri) ?? null) : link.target;
      if (target === null) leftOut += 1;
      return target === null ? [] : [{ ...link, target }];
    }),
  }));
  return { steps: resolved, leftOut };
}

/** A recipe that another one of the same source names. Null if there is none. */
type FindMention = (name: string) => Promise<number | null>;

/** Names without a recipe stay text. */
async function linkMentions(
  accountId: number,
  steps: StepDraft[],
  mentions: NonNullable<ImportedRecipe['mentions']>,
  find: FindMention,
): Promise<StepDraft[]> {
  const linked = steps.map((step) => ({ ...step, links: [...step.links] }));
  for (const { name, step } of mentions.slice(0, maxLinkedItems)) {
    const id = await find(name);
    const [visible] = id === null ? [] : await selectVisibleIds(db, accountId, null, [id]);
    if (visible) linked[step]?.links.push({ target: { id: visible.id, type: visible.type }, serving: null });
  }
  return linked;
}

// Creates or updates a recipe from an import, at most once

interface ImportOutcome {
  id: number;
  /** True if the account had the recipe before, and it was not changed. */
  existed: boolean;
  /** True if the recipe that existed has the same address and another text. */
  isChanged?: boolean;
  /** What is missing of a new recipe. */
  problem?: string | null;
}

interface ImportOptions {
  /** Defaults to that of the draft. An updated recipe keeps its own. */
  visibility?: Visibility | undefined;
  /** A new recipe becomes a draft, whatever it has. */
  asDraft?: boolean | undefined;
  /** What to do if the account has a recipe of the same address with another text. Nothing by default. */
  action?: ImportAction;
  /** Whether other recipes of the import have the same address. */
  isSharedPage?: boolean;
  /** Lets the import wait, by throwing unavailable, once it has asked another server for much. */
  sparesServers?: boolean;
  /** Finds the recipes that its steps name. */
  findMention?: FindMention;
  /** Finds its picture, unless the recipe has one. By default the one that came with it. */
  findPicture?: () => Promise<FoundPicture>;
  /** Finds its further pictures. By default those that came with it. */
  findFurtherPictures?: () => Promise<StoredPicture[]>;
  /** Runs in the transaction that creates or updates the recipe. */
  beforeCommit?: (tx: Tx, id: number, problem: string | null) => Promise<void>;
}

/**
 * Publishes the recipe at once. A recipe without ingredients or without steps becomes a draft. Throws what
 * `createRecipe` throws.
 */
export async function importRecipe(
  accountId: number,
  recipe: ImportedRecipe,
  options: ImportOptions = {},
): Promise<ImportOutcome> {
  const { visibility = recipe.draft.visibility, action = 'skip', isSharedPage = false } = options;
  const { stated } = recipe;
  const identity = identify(recipe.draft);
  const find = async () => (await findExistingRecipes(accountId, [identity], isSharedPage))[0] ?? null;
  const known = await find();
  if (known && (known.isSameText || action === 'skip'))
    return { id: known.id, existed: true, isChanged: !known.isSameText };

  const { sparesServers = false, findMention } = options;
  const { steps, leftOut } = await resolveLinks(accountId, recipe.draft.steps, { sparesServers });
  const { mentions = [] } = recipe;
  const draft = {
    ...recipe.draft,
    steps: findMention ? await linkMentions(accountId, steps, mentions, findMention) : steps,
    details: stated ? detailsFromStated(stated).details : recipe.draft.details,
  };
  const publication = options.asDraft || isDraft(recipe) ? ('draft' as const) : ('published' as const);
  const updatedId = known && action === 'update' ? known.id : null;
  const recordImport = updatedId === null ? insertImportedRecipe : replaceImportedRecipe;
  const findPicture = options.findPicture ?? (() => storeOwnPicture(recipe));
  const picture = updatedId !== null && (await hasMedia(updatedId)) ? noPicture : await findPicture();
  const problems = [
    picture.key === null ? picture.problem : null,
    leftOut > 0 ? t('migration.links-left-out', { count: leftOut }) : null,
  ];
  const problem = problems.filter((each) => each !== null).join(' ') || null;
  const findFurther = options.findFurtherPictures ?? (() => storeFurtherPictures(recipe));
  const pictures = picture.key === null ? [] : [picture, ...(await findFurther())];
  try {
    const record = async (tx: Tx, recipeId: number) => {
      const [recorded] = await recordImport(tx, accountId, identity.digest, recipeId);
      if (!recorded) throw new DomainError('conflict', t('errors.recipe-being-imported'));
      if (recipe.privateNote) await insertPrivateNote(tx, accountId, recipeId, recipe.privateNote);
      for (const each of pictures) {
        if (each.isOfImport) await releaseImportPicture(tx, each.key);
        await attachStored(tx, accountId, recipeId, each);
      }
      await options.beforeCommit?.(tx, recipeId, problem);
    };
    const create = () => createRecipe(accountId, { ...draft, visibility, publication }, record);
    const update = async (id: number) => {
      await updateRecipe(accountId, id, changesOf(draft), (tx) => record(tx, id));
      return id;
    };
    const id = updatedId === null ? await create() : await update(updatedId);
    return { id, existed: false, problem };
  } catch (error) {
    for (const each of pictures) if (!each.isOfImport) await removeStored(each.key).catch(() => {});
    if (!(error instanceof DomainError) || error.code !== 'conflict') throw error;
    const other = await find();
    if (!other) throw error;
    return { id: other.id, existed: true };
  }
}

const storeOwnPicture = async ({ picture }: ImportedRecipe): Promise<FoundPicture> =>
  picture ? storePicture(picture.bytes, picture.description) : noPicture;

async function storeFurtherPictures({ furtherPictures = [] }: ImportedRecipe): Promise<StoredPicture[]> {
  const stored: StoredPicture[] = [];
  for (const { bytes, description } of furtherPictures) stored.push(await storePicture(bytes, description));
  return stored;
}

async function hasMedia(id: number): Promise<boolean> {
  const [row] = await countMedia(db, id);
  return (row?.count ?? 0) > 0;
}

const isStated = (value: unknown): boolean =>
  value !== null && value !== '' && !(typeof value === 'object' && Object.keys(value).length === 0);

/** What the source does not state stays as its owner has it. */
function changesOf({ visibility, publication, forkedFromId, details, ...texts }: RecipeDraft): RecipeChanges {
  const stated = (values: object) => Object.fromEntries(Object.entries(values).filter(([, value]) => isStated(value)));
  return { ...stated(texts), details: stated(details) };
}
