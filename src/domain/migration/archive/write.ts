/** Writes the archive of an account. */
import { readInBatches } from '../../../db/batch.ts';
import { prisma } from '../../../db/client.ts';
import { listCollectionsToArchive, listEntriesToArchive } from '../../../db/sql/collections.ts';
import { selectVisibleIds } from '../../../db/sql/items.ts';
import { db } from '../../../db/statement.ts';
import type { SharedVisibility } from '../../../db/vocabulary.ts';
import type { ZipWriter } from '../../../lib/archive/zip.ts';
import { config } from '../../../lib/config.ts';
import { csvLine } from '../../../lib/csv.ts';
import { excerpt, textOf } from '../../../lib/html/html.ts';
import { type EventableKind, eventableKinds, folders, iris } from '../../../lib/iris.ts';
import { idsOf } from '../../../lib/lists.ts';
import { firstPage } from '../../../lib/page.ts';
import { openStored, type StoredFile } from '../../../lib/storage/storage.ts';
import { exactKey, type WrittenItem, type WrittenRevision } from '../../../recipe-import/potluck-item.ts';
import { type Account, getAccount, viewerOf } from '../../accounts/account.ts';
import { listFilters } from '../../filters/filters.ts';
import { listPins } from '../../interactions/on-item.ts';
import { type Eventable, type Medium, type StepLink, toIngredientDraft } from '../../items/eventable.ts';
import { listOwn } from '../../items/read.ts';
import type { MediaSize } from '../../media/media.ts';
import { listPrivateAccess } from '../../moderation/reports.ts';
import { listRevisionsToExport, toSchemaRating } from '../../recipes/related.ts';
import { toSchemaOrg } from '../../recipes/write.ts';
import { listLinesOf } from '../../shopping/shopping.ts';
import { listFollowedTagNames } from '../../tags/tags.ts';
import { itemOrigin, listFormerOrigins, targetOrigin } from './columns.ts';
import {
  type ArchivedCollection,
  type ArchivedNote,
  files,
  type Manifest,
  type ManifestItem,
  mediumName,
  type Profile,
  readme,
} from './layout.ts';
import { blocksCsv, domainBlocksCsv, followsCsv, iterate, jsonWithArray, mutesCsv } from './lists.ts';

// Writes into an archive when moderators read private items of the member

const accessBatchSize = 200;

/** Newest first. Items that were deleted since then have only their number. */
async function* moderatorAccessJson(accountId: number): AsyncGenerator<Buffer> {
  const list = (before: number, limit: number) => listPrivateAccess(accountId, { before, limit });
  async function* accesses() {
    const newest = { size: accessBatchSize, after: Number.MAX_SAFE_INTEGER };
    for await (const batch of readInBatches(newest, list, ({ id }) => id)) {
      const ids = [...new Set(batch.flatMap(({ itemIds }) => itemIds))];
      const own = (await selectVisibleIds(db, accountId, null, ids)).filter((item) => item.account_id === accountId);
      const known = new Map(own.map(({ id, type }) => [id, type as EventableKind]));
      for (const { at, by, action, place, itemIds } of batch) {
        const items = itemIds.map((id) => {
          const type = known.get(id);
          return { id, iri: type ? itemOrigin(accountId, { id, type }) : null };
        });
        yield { at: at.toISOString(), by, action, place: place || null, items };
      }
    }
  }
  yield* jsonWithArray({ version: 1 }, 'accesses', accesses());
}

// Writes an item as a file of an archive: as schema.org for other programs, and exactly for Potluck

export const itemFileContext = [
  'https://schema.org',
  { potluck: 'https://w3id.org/potluck#', [exactKey]: { '@type': '@json' } },
];

/** `formerly` are the item's IRIs on earlier servers. Only recipes have revisions. */
function toItemFile(item: Eventable, formerly: string[], revisions: WrittenRevision[]): object {
  const { id, type, account, url, publishedAt, updatedAt, locale, media } = item;
  return {
    '@context': itemFileContext,
    '@type': schemaTypes[type],
    '@id': itemOrigin(account.id, { id, type }),
    ...(url && { url }),
    author: {
      '@type': 'Person',
      name: account.name || account.username,
      ...(account.url && { url: account.url }),
    },
    datePublished: publishedAt.toISOString(),
    dateModified: updatedAt.toISOString(),
    ...(locale !== 'und' && { inLanguage: locale }),
    ...(media.length > 0 && {
      image: media.map(({ key, description, width, height }) => ({
        '@type': 'ImageObject',
        contentUrl: `../${mediumName(key)}`,
        ...(description && { description }),
        width,
        height,
      })),
    }),
    ...schemaOrgFields(item),
    [exactKey]: exactItem(item, formerly, revisions),
  };
}

const schemaTypes = {
  recipe: 'Recipe',
  preparation: 'CreativeWork',
  baking: 'CreativeWork',
  status: 'SocialMediaPosting',
};

function schemaOrgFields(item: Eventable): object {
  if (item.type === 'recipe') return toSchemaOrg(item);
  if (item.type === 'status') return { text: item.content };
  const { name, content, recipeIri, preparedAt, rating } = item;
  return {
    name,
    ...(content && { description: content }),
    dateCreated: preparedAt.toISOString(),
    ...(recipeIri && { isBasedOn: recipeIri }),
    ...(rating !== null && { reviewRating: toSchemaRating(rating) }),
  };
}

/** The exact item, which Potluck reads instead of the schema.org properties. */
export function exactItem(item: Eventable, formerly: string[], revisions: WrittenRevision[] = []): WrittenItem {
  const { id, type, account, publication, visibility, locale, tags, content } = item;
  const common = {
    origin: itemOrigin(account.id, { id, type }),
    formerly,
    publication,
    visibility,
    locale,
    tags,
    content,
    createdAt: item.createdAt.toISOString(),
    publishedAt: item.publishedAt.toISOString(),
    media: item.media.map(({ key, description }) => ({ file: mediumName(key), description })),
  };
  switch (item.type) {
    case 'recipe':
      return {
        type: item.type,
        ...common,
        ...partsOf(item),
        slug: item.slug,
        servingType: item.servingType,
        sourceUrl: item.sourceUrl,
        prepTime: item.prepTime,
        cookTime: item.cookTime,
        details: item.details,
        forkedFrom: targetOrigin(account.id, { id: null, type: null, iri: item.forkedFromIri }),
        revisions,
      };
    case 'preparation':
    case 'baking':
      return {
        type: item.type,
        ...common,
        ...partsOf(item),
        servingType: item.servingType,
        preparedAt: item.preparedAt.toISOString(),
        rating: item.rating,
        recipe: targetOrigin(account.id, { id: item.recipeId, type: 'recipe', iri: item.recipeIri }),
      };
    case 'status':
      return {
        type: item.type,
        ...common,
        sensitive: item.sensitive,
        spoilerText: item.spoilerText,
        inReplyTo: targetOrigin(account.id, {
          id: item.inReplyToId,
          type: item.inReplyToType,
          iri: item.inReplyToIri,
        }),
      };
  }
}

function partsOf({ name, serving, ingredients, steps, account }: Exclude<Eventable, { type: 'status' }>) {
  return {
    name,
    serving,
    ingredients: ingredients.map(toIngredientDraft),
    steps: steps.map(({ id: _, position: __, contentHtml: ___, links, ...step }) => ({
      ...step,
      links: links.flatMap((link) => linkOf(account.id, link)),
    })),
  };
}

function linkOf(accountId: number, { serving, ...target }: StepLink) {
  const iri = targetOrigin(accountId, target);
  return iri === null ? [] : [{ iri, serving }];
}

// Writes the collections of an account to its archive

const listCollections = (accountId: number) =>
  iterate((above, limit) => listCollectionsToArchive(db, accountId, above, limit));

/** Keys of the covers that belong to no item. */
async function* looseCovers(accountId: number): AsyncGenerator<string> {
  for await (const { cover_key: key, is_loose: isLoose } of listCollections(accountId)) if (key && isLoose) yield key;
}

async function* collectionsJson(accountId: number): AsyncGenerator<Buffer> {
  async function* collections(): AsyncGenerator<ArchivedCollection> {
    for await (const { id, name, description, visibility, ...row } of listCollections(accountId)) {
      yield {
        name,
        description,
        visibility: visibility as SharedVisibility,
        cover: row.cover_key && mediumName(row.cover_key),
        coverDescription: row.cover_description ?? '',
        ...(await readEntries(accountId, id)),
      };
    }
  }
  yield* jsonWithArray({ version: 1 }, 'collections', collections());
}

/** Leaves out items of others that have no IRI. */
async function readEntries(accountId: number, collectionId: number) {
  const items: string[] = [];
  const notes: Record<string, string> = {};
  const entries = iterate((above, limit) => listEntriesToArchive(db, collectionId, above, limit));
  for await (const { item_id: id, type, iri, account_id: authorId, note } of entries) {
    const origin = authorId === accountId || iri !== null ? targetOrigin(accountId, { id, type, iri }) : null;
    if (origin === null) continue;
    items.push(origin);
    if (note !== '') notes[origin] = note;
  }
  return { items, notes };
}

// Writes notes, likes and followed hashtags

async function* notesJson(accountId: number): AsyncGenerator<Buffer> {
  async function* notes(): AsyncGenerator<ArchivedNote> {
    for await (const row of iterate((above, limit) => listNotes(accountId, above, limit))) {
      const recipe = targetOrigin(accountId, row);
      if (recipe !== null) yield { recipe, content: row.content };
    }
  }
  yield* jsonWithArray({ version: 1 }, 'notes', notes());
}

async function listNotes(accountId: number, above: number, limit: number) {
  const rows = await prisma().privateNote.findMany({
    select: { content: true, eventable: { select: { id: true, iri: true, type: true, accountId: true } } },
    where: { accountId, eventableId: { gt: above } },
    orderBy: { eventableId: 'asc' },
    take: limit,
  });
  return rows.map(({ content, eventable: { id, iri, type } }) => ({ id: Number(id), iri, type, content }));
}

/** Writes an ActivityStreams collection, as Mastodon's archives do. */
async function* likesJson(accountId: number): AsyncGenerator<Buffer> {
  const before = {
    '@context': 'https://www.w3.org/ns/activitystreams',
    id: 'likes.json',
    type: 'OrderedCollection',
  };
  const rows = iterate((above, limit) => listLiked(accountId, above, limit));
  async function* liked() {
    for await (const { iri } of rows) yield iri;
  }
  yield* jsonWithArray(before, 'orderedItems', liked());
}

async function listLiked(accountId: number, above: number, limit: number) {
  const rows = await prisma().like.findMany({
    select: { id: true, eventable: { select: { iri: true } } },
    where: { accountId, id: { gt: above }, eventable: { iri: { not: null } } },
    orderBy: { id: 'asc' },
    take: limit,
  });
  return rows.map(({ id, eventable }) => ({ id: Number(id), iri: eventable.iri! }));
}

/** Writes one hashtag per line, without `#`. */
async function* tagsCsv(accountId: number): AsyncGenerator<Buffer> {
  for (const tag of await listFollowedTagNames(accountId)) yield Buffer.from(csvLine([tag]));
}

// Writes an account to an archive

export interface ExportProgress {
  done: number;
  total: number;
}

/** Items deleted meanwhile are left out. `report` may throw to cancel. */
export async function writeAccount(
  accountId: number,
  zip: ZipWriter,
  report: (progress: ExportProgress) => Promise<void>,
): Promise<void> {
  const account = await getAccount(accountId);
  const total = await prisma().eventable.count({ where: { accountId } });
  await zip.add('README.txt', [Buffer.from(readme)]);
  await writeProfile(account, zip);
  await zip.add(files.follows, followsCsv(accountId));
  await zip.add(files.blocks, blocksCsv(accountId));
  await zip.add(files.mutes, mutesCsv(accountId));
  await zip.add(files.domainBlocks, domainBlocksCsv(accountId));
  await zip.add(files.tags, tagsCsv(accountId));
  await zip.add(files.likes, likesJson(accountId));
  await zip.add(files.collections, collectionsJson(accountId));
  for await (const key of looseCovers(accountId)) await writePicture(key, zip);
  await zip.add(files.notes, notesJson(accountId));
  await zip.add(files.shoppingList, [json({ lines: await readShoppingLines(accountId) })]);
  await zip.add(files.filters, [
    json({ filters: (await listFilters(accountId)).map(({ id: _, ...filter }) => filter) }),
  ]);

  await zip.add(files.moderatorAccess, moderatorAccessJson(accountId));

  const items: ManifestItem[] = [];
  await report({ done: 0, total });
  for (const type of eventableKinds) {
    for await (const batch of readOwn(type, accountId)) {
      const ids = idsOf(batch);
      const formerly = await listFormerOrigins(accountId, ids);
      for (const item of batch) {
        items.push(await writeItem(item, formerly.get(item.id) ?? [], zip));
        await report({ done: items.length, total: Math.max(total, items.length) });
      }
    }
  }
  const pins = (await listPins(accountId, viewerOf(accountId))).map((pin) => itemOrigin(accountId, pin));
  // Written last: an archive with a manifest is complete.
  const manifest: Manifest = {
    format: 'potluck-account',
    version: 1,
    actor: iris.actor(accountId),
    address: `${account.username}@${config.host}`,
    exported: new Date().toISOString(),
    pinned: pins.reverse(),
    items,
  };
  await zip.add(files.manifest, [json(manifest)]);
}

const batchSize = 40;

/** Reads all items of a type in batches, oldest first. */
export const readOwn = <Type extends Eventable['type']>(
  type: Type,
  accountId: number,
  publications: Eventable['publication'][] | null = null,
): AsyncGenerator<Extract<Eventable, { type: Type }>[]> =>
  readInBatches(
    { size: batchSize },
    (minId, limit) => listOwn(type, accountId, { ...firstPage, limit, minId, order: 'asc' }, publications),
    ({ id }) => id,
  );

async function writeItem(item: Eventable, formerly: string[], zip: ZipWriter): Promise<ManifestItem> {
  const { id, type, account } = item;
  const media: Medium[] = [];
  for (const medium of item.media) if (await writePicture(medium.key, zip)) media.push(medium);

  const file = `${folders[type]}/${item.type === 'recipe' ? (item.slug ?? `${id}.draft`) : id}.json`;
  const revisions = type === 'recipe' ? await listRevisionsToExport(id) : [];
  await zip.add(file, [json(toItemFile({ ...item, media }, formerly, revisions))]);
  const name = item.name || excerpt(textOf(item.contentHtml), 80);
  return { file, type, origin: itemOrigin(account.id, { id, type }), name };
}

/** Returns false for a picture that is gone. */
export async function writePicture(
  key: string,
  zip: ZipWriter,
  { name = mediumName(key), size = 'original' }: { name?: string; size?: MediaSize } = {},
): Promise<boolean> {
  const file = await openStored(key, size);
  if (file) await zip.add(name, bytesOf(file), { stored: true });
  return file !== null;
}

const bytesOf = ({ body }: StoredFile): AsyncIterable<Uint8Array> => (body instanceof Blob ? body.stream() : body);

async function writeProfile(account: Account, zip: ZipWriter): Promise<void> {
  const { name, summary, locale, locked, discoverable, indexable, recipesAsArticles } = account;
  const { quotePolicy, alsoKnownAs, avatarKey, avatarDescription, headerKey } = account;
  const hasAvatar = avatarKey !== null && (await writePicture(avatarKey, zip));
  const hasHeader = headerKey !== null && (await writePicture(headerKey, zip));
  const profile: Profile = {
    name,
    summary,
    locale,
    locked,
    discoverable,
    indexable,
    recipesAsArticles,
    quotePolicy,
    alsoKnownAs,
    avatar: hasAvatar ? { file: mediumName(avatarKey), description: avatarDescription ?? '' } : null,
    header: hasHeader ? { file: mediumName(headerKey) } : null,
  };
  await zip.add(files.profile, [json(profile)]);
}

/** Lines of recipes become lines of the member's own. */
const readShoppingLines = async (accountId: number) =>
  (await listLinesOf(accountId)).map(({ name, quantity, quantityMax, unit, optional, locale, checked }) => ({
    name,
    quantity,
    quantityMax,
    unit,
    optional,
    locale,
    checked,
  }));

const json = (value: object) => Buffer.from(`${JSON.stringify(value, null, 1)}\n`);
