/** Writes the lists in an archive: follows, blocks, mutes and likes. */
import { prisma } from '../../../db/client.ts';
import { listFollowedHandles } from '../../../db/sql/archive.ts';
import { db } from '../../../db/statement.ts';
import { config } from '../../../lib/config.ts';
import { csvLine } from '../../../lib/csv.ts';
import { listDomainBlocks } from '../../interactions/block.ts';
import { listFollowedTagNames } from '../../tags/tags.ts';

const batchSize = 500;

/** Reads batches until one is not full. */
export async function* iterate<Row extends { id: number }>(
  list: (above: number, limit: number) => Promise<Row[]>,
  size = batchSize,
): AsyncGenerator<Row> {
  for (let above = 0; ; ) {
    const rows = await list(above, size);
    yield* rows;
    if (rows.length < size) return;
    above = rows.at(-1)!.id;
  }
}

const addressOf = (handle: string) => (handle.includes('@') ? handle : `${handle}@${config.host}`);

/** Writes the columns that Mastodon exports and imports. */
export async function* followsCsv(accountId: number): AsyncGenerator<Buffer> {
  yield Buffer.from(csvLine(['Account address', 'Show boosts', 'Notify on new posts', 'Languages']));
  const followed = iterate((above, limit) => listFollowedHandles(db, accountId, above, limit));
  for await (const { handle, shows_boosts } of followed)
    yield Buffer.from(csvLine([addressOf(handle), shows_boosts, false, '']));
}

/** Writes one address per line, as Mastodon does. */
export async function* blocksCsv(accountId: number): AsyncGenerator<Buffer> {
  for await (const { handle } of iterate((above, limit) => listBlocked(accountId, above, limit)))
    yield Buffer.from(csvLine([addressOf(handle)]));
}

/** Writes Mastodon's columns and when the mute ends. */
export async function* mutesCsv(accountId: number): AsyncGenerator<Buffer> {
  yield Buffer.from(csvLine(['Account address', 'Hide notifications', 'Ends']));
  const muted = iterate((above, limit) => listMuted(accountId, above, limit));
  for await (const { handle, notifications, expiresAt } of muted)
    yield Buffer.from(csvLine([addressOf(handle), notifications, expiresAt?.toISOString() ?? '']));
}

/** Writes one host per line, as Mastodon does. */
export async function* domainBlocksCsv(accountId: number): AsyncGenerator<Buffer> {
  for (const host of await listDomainBlocks(accountId)) yield Buffer.from(csvLine([host]));
}

/** Writes one hashtag per line, without `#`. */
export async function* tagsCsv(accountId: number): AsyncGenerator<Buffer> {
  for (const tag of await listFollowedTagNames(accountId)) yield Buffer.from(csvLine([tag]));
}

/** Writes a JSON object with the properties of `before` and, as the last one, an array of `items`. */
export async function* jsonWithArray(
  before: object,
  key: string,
  items: AsyncIterable<unknown>,
): AsyncGenerator<Buffer> {
  yield Buffer.from(`${JSON.stringify(before).slice(0, -1)},${JSON.stringify(key)}:[`);
  let separator = '\n';
  for await (const item of items) {
    yield Buffer.from(separator + JSON.stringify(item));
    separator = ',\n';
  }
  yield Buffer.from('\n]}\n');
}

/** Writes an ActivityStreams collection, as Mastodon's archives do. */
export async function* likesJson(accountId: number): AsyncGenerator<Buffer> {
  const before = {
    '@context': 'https://www.w3.org/ns/activitystreams',
    id: 'likes.json',
    type: 'OrderedCollection',
  };
  const liked = iterate((above, limit) => listLiked(accountId, above, limit));
  async function* iris() {
    for await (const { iri } of liked) yield iri;
  }
  yield* jsonWithArray(before, 'orderedItems', iris());
}

async function listBlocked(blockerId: number, above: number, limit: number) {
  const rows = await prisma().block.findMany({
    select: { blockedId: true, blocked: { select: { handle: true } } },
    where: { blockerId, blockedId: { gt: above }, blocked: { handle: { not: null } } },
    orderBy: { blockedId: 'asc' },
    take: limit,
  });
  return rows.map(({ blockedId, blocked }) => ({ id: Number(blockedId), handle: blocked.handle! }));
}

async function listMuted(muterId: number, above: number, limit: number) {
  const rows = await prisma().mute.findMany({
    select: { mutedId: true, notifications: true, expiresAt: true, muted: { select: { handle: true } } },
    where: {
      muterId,
      mutedId: { gt: above },
      muted: { handle: { not: null } },
      OR: [{ expiresAt: null }, { expiresAt: { gt: new Date() } }],
    },
    orderBy: { mutedId: 'asc' },
    take: limit,
  });
  return rows.map(({ mutedId, muted, ...row }) => ({ ...row, id: Number(mutedId), handle: muted.handle! }));
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
