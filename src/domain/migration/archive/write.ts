/** Writes an account to an archive. */
import { prisma } from '../../../db/client.ts';
import type { ZipWriter } from '../../../lib/archive/zip.ts';
import { config } from '../../../lib/config.ts';
import { excerpt, textOf } from '../../../lib/html/html.ts';
import { eventableKinds, folders, iris } from '../../../lib/iris.ts';
import { firstPage } from '../../../lib/page.ts';
import type { StoredFile } from '../../../lib/storage/backend.ts';
import { openStored } from '../../../lib/storage/storage.ts';
import { type Account, getAccount } from '../../accounts/account.ts';
import { viewerOf } from '../../accounts/viewer.ts';
import { listFilters } from '../../filters/filters.ts';
import { listPins } from '../../interactions/pins.ts';
import type { Eventable, Medium } from '../../items/eventable.ts';
import { listOwn } from '../../items/read.ts';
import { listRevisionsToExport } from '../../recipes/revisions.ts';
import { collectionsJson, looseCovers } from './collections.ts';
import { toItemFile } from './item-file.ts';
import * as layout from './layout.ts';
import { blocksCsv, domainBlocksCsv, followsCsv, likesJson, mutesCsv, tagsCsv } from './lists.ts';
import { moderatorAccessJson } from './moderator-access.ts';
import { notesJson } from './notes.ts';
import { itemOrigin, listFormerOrigins } from './origin.ts';
import { filtersName, moderatorAccessName, notesName, shoppingListName } from './private-layout.ts';
import type { Profile } from './profile-layout.ts';
import { readme } from './readme.ts';
import { readShoppingList } from './shopping.ts';

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
  await zip.add(layout.followsName, followsCsv(accountId));
  await zip.add(layout.blocksName, blocksCsv(accountId));
  await zip.add(layout.mutesName, mutesCsv(accountId));
  await zip.add(layout.domainBlocksName, domainBlocksCsv(accountId));
  await zip.add(layout.tagsName, tagsCsv(accountId));
  await zip.add(layout.likesName, likesJson(accountId));
  await zip.add(layout.collectionsName, collectionsJson(accountId));
  for await (const key of looseCovers(accountId)) await writePicture(key, zip);
  await zip.add(notesName, notesJson(accountId));
  await zip.add(shoppingListName, [json(await readShoppingList(accountId))]);
  await zip.add(filtersName, [
    json({ filters: (await listFilters(accountId)).map(({ id: _, ...filter }) => filter) }),
  ]);

  await zip.add(moderatorAccessName, moderatorAccessJson(accountId));

  const items: layout.ManifestItem[] = [];
  await report({ done: 0, total });
  for (const type of eventableKinds) {
    for await (const item of listAll(type, accountId)) {
      items.push(await writeItem(item, zip));
      await report({ done: items.length, total: Math.max(total, items.length) });
    }
  }
  const pins = (await listPins(accountId, viewerOf(accountId))).map((pin) => itemOrigin(accountId, pin));
  // Written last: an archive with a manifest is complete.
  const manifest = layout.newManifest({
    ...{ actor: iris.actor(accountId), address: `${account.username}@${config.host}` },
    ...{ exported: new Date().toISOString(), pinned: pins.reverse(), items },
  });
  await zip.add(layout.manifestName, [json(manifest)]);
}

interface ExportedItem {
  item: Eventable;
  formerOrigins: string[];
}

const batchSize = 40;

/** Lists all items of a type, oldest first. */
async function* listAll(type: Eventable['type'], accountId: number): AsyncGenerator<ExportedItem> {
  for (let minId = 0; ; ) {
    const found = await listOwn(type, accountId, { ...firstPage, limit: batchSize, minId, order: 'asc' });
    const formerly = await listFormerOrigins(
      accountId,
      found.map(({ id }) => id),
    );
    for (const item of found) yield { item, formerOrigins: formerly.get(item.id) ?? [] };
    if (found.length < batchSize) return;
    minId = found.at(-1)!.id;
  }
}

async function writeItem(
  { item, formerOrigins: formerly }: ExportedItem,
  zip: ZipWriter,
): Promise<layout.ManifestItem> {
  const { id, type, account } = item;
  const media: Medium[] = [];
  for (const medium of item.media) if (await writePicture(medium.key, zip)) media.push(medium);

  const file = `${folders[type]}/${item.type === 'recipe' ? (item.slug ?? `${id}.draft`) : id}.json`;
  const revisions = type === 'recipe' ? await listRevisionsToExport(id) : [];
  await zip.add(file, [json(toItemFile({ ...item, media }, formerly, revisions))]);
  const name = item.name || excerpt(textOf(item.contentHtml), 80);
  return { file, type, origin: itemOrigin(account.id, { id, type }), name };
}

async function writePicture(key: string, zip: ZipWriter): Promise<boolean> {
  const file = await openStored(key, 'original');
  if (file) await zip.add(layout.mediumName(key), bytesOf(file), { stored: true });
  return file !== null;
}

const bytesOf = ({ body }: StoredFile): AsyncIterable<Uint8Array> =>
  body instanceof Blob ? body.stream() : body;

async function writeProfile(account: Account, zip: ZipWriter): Promise<void> {
  const { name, summary, locale, locked, discoverable, indexable, recipesAsArticles } = account;
  const { quotePolicy, alsoKnownAs, avatarKey, avatarDescription, headerKey } = account;
  const hasAvatar = avatarKey !== null && (await writePicture(avatarKey, zip));
  const hasHeader = headerKey !== null && (await writePicture(headerKey, zip));
  const profile: Profile = {
    ...{
      name,
      summary,
      locale,
      locked,
      discoverable,
      indexable,
      recipesAsArticles,
      quotePolicy,
      alsoKnownAs,
    },
    avatar: hasAvatar ? { file: layout.mediumName(avatarKey), description: avatarDescription ?? '' } : null,
    header: hasHeader ? { file: layout.mediumName(headerKey) } : null,
  };
  await zip.add(layout.profileName, [json(profile)]);
}

const json = (value: object) => Buffer.from(`${JSON.stringify(value, null, 1)}\n`);
