/** Writes all that an account has here into an archive. */
import { countItems } from '../../../db/sql/moving.ts';
import { db } from '../../../db/statement.ts';
import type { ZipWriter } from '../../../lib/archive/zip.ts';
import { config } from '../../../lib/config.ts';
import { excerpt, textOf } from '../../../lib/html.ts';
import { eventableKinds, folders, iris } from '../../../lib/iris.ts';
import { firstPage } from '../../../lib/page.ts';
import type { StoredFile } from '../../../lib/storage/shelf.ts';
import { openStored } from '../../../lib/storage.ts';
import { type Account, getAccount } from '../../accounts/account.ts';
import type { Eventable, Medium } from '../../eventables/eventable.ts';
import { listOwn } from '../../eventables/read.ts';
import { viewerOf } from '../../eventables/visibility.ts';
import { listPins } from '../../pins.ts';
import { toItemFile } from './item-file.ts';
import * as layout from './layout.ts';
import { blocksCsv, collectionsJson, followsCsv, likesJson } from './lists.ts';
import { findFormerly, originOf } from './origin.ts';
import type { Profile } from './profile.ts';
import { readMe } from './read-me.ts';

export interface Written {
  done: number;
  total: number;
}

/** One or the other may be gone by the time it is written; `tell` may throw to make an end of it. */
export async function writeAccount(
  accountId: number,
  zip: ZipWriter,
  tell: (written: Written) => Promise<void>,
): Promise<void> {
  const account = await getAccount(accountId);
  const [{ total } = { total: 0 }] = await countItems(db, accountId);
  await zip.add('README.txt', [Buffer.from(readMe)]);
  await writeProfile(account, zip);
  await zip.add(layout.followsName, followsCsv(accountId));
  await zip.add(layout.blocksName, blocksCsv(accountId));
  await zip.add(layout.likesName, likesJson(accountId));
  await zip.add(layout.collectionsName, collectionsJson(accountId));

  const items: layout.ManifestItem[] = [];
  await tell({ done: 0, total });
  for (const type of eventableKinds) {
    for await (const item of listAll(type, accountId)) {
      items.push(await writeItem(item, zip));
      await tell({ done: items.length, total: Math.max(total, items.length) });
    }
  }
  const pins = (await listPins(accountId, viewerOf(accountId))).map((pin) => originOf(accountId, pin));
  // Last, so that an archive with a manifest is whole.
  const manifest = layout.newManifest({
    ...{ actor: iris.actor(accountId), address: `${account.username}@${config.host}` },
    ...{ exported: new Date().toISOString(), pinned: pins.reverse(), items },
  });
  await zip.add(layout.manifestName, [json(manifest)]);
}

interface Found {
  item: Eventable;
  formerly: string[];
}

const batchSize = 40;

/** Oldest first. */
async function* listAll(type: Eventable['type'], accountId: number): AsyncGenerator<Found> {
  for (let minId = 0; ; ) {
    const found = await listOwn(type, accountId, { ...firstPage, limit: batchSize, minId, order: 'asc' });
    const formerly = await findFormerly(
      accountId,
      found.map(({ id }) => id),
    );
    for (const item of found) yield { item, formerly: formerly.get(item.id) ?? [] };
    if (found.length < batchSize) return;
    minId = found.at(-1)!.id;
  }
}

async function writeItem({ item, formerly }: Found, zip: ZipWriter): Promise<layout.ManifestItem> {
  const { id, type, account } = item;
  const media: Medium[] = [];
  for (const medium of item.media) if (await writePicture(medium.key, zip)) media.push(medium);

  const file = `${folders[type]}/${item.type === 'recipe' ? item.slug : id}.json`;
  await zip.add(file, [json(toItemFile({ ...item, media }, formerly))]);
  const name = item.name || excerpt(textOf(item.contentHtml), 80);
  return { file, type, origin: originOf(account.id, { id, type }), name };
}

async function writePicture(key: string, zip: ZipWriter): Promise<boolean> {
  const file = await openStored(key, 'original');
  if (file) await zip.add(layout.mediumName(key), bytesOf(file), { stored: true });
  return file !== null;
}

const bytesOf = ({ body }: StoredFile): AsyncIterable<Uint8Array> =>
  body instanceof Blob ? body.stream() : body;

async function writeProfile(account: Account, zip: ZipWriter): Promise<void> {
  const { name, summary, locale, locked, discoverable, indexable, recipesAsNotes, alsoKnownAs } = account;
  const { avatarKey, avatarDescription } = account;
  const hasAvatar = avatarKey !== null && (await writePicture(avatarKey, zip));
  const profile: Profile = {
    ...{ name, summary, locale, locked, discoverable, indexable, recipesAsNotes, alsoKnownAs },
    avatar: hasAvatar ? { file: layout.mediumName(avatarKey), description: avatarDescription ?? '' } : null,
  };
  await zip.add(layout.profileName, [json(profile)]);
}

const json = (value: object) => Buffer.from(`${JSON.stringify(value, null, 1)}\n`);
