/** Writes the lists in an archive: follows, blocks and mutes. */
import { readInBatches } from '../../../db/batch.ts';
import { prisma } from '../../../db/client.ts';
import { listFollowedHandles } from '../../../db/sql/archive.ts';
import { db } from '../../../db/statement.ts';
import { config } from '../../../lib/config.ts';
import { csvLine } from '../../../lib/csv.ts';
import { listDomainBlocks } from '../../interactions/block.ts';

const batchSize = 500;

/** Reads a list row by row, in batches. */
export async function* iterate<Row extends { id: number }>(
  list: (above: number, limit: number) => Promise<Row[]>,
): AsyncGenerator<Row> {
  for await (const rows of readInBatches({ size: batchSize }, list, ({ id }) => id)) yield* rows;
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
