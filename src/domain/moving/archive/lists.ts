/** The lists in an archive: whom an account follows and blocks, what it likes, and its collections. */
import { z } from 'zod';
import {
  listBlockedNames,
  listFollowedNames,
  listLikedIris,
  listShelfItems,
} from '../../../db/sql/moving.ts';
import { db } from '../../../db/statement.ts';
import { config } from '../../../lib/config.ts';
import { csvLine } from '../../../lib/csv.ts';
import { firstPage } from '../../../lib/page.ts';
import { listCollections } from '../../collections/collection.ts';
import { boundedText } from './bounded-text.ts';
import { originOfTarget } from './origin.ts';

const batchSize = 500;

/** Reads on until a batch is not full. */
export async function* all<Row extends { id: number }>(
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

/** With the columns that Mastodon writes, and reads. */
export async function* followsCsv(accountId: number): AsyncGenerator<Buffer> {
  yield Buffer.from(csvLine(['Account address', 'Show boosts', 'Notify on new posts', 'Languages']));
  for await (const { handle } of all((above, limit) => listFollowedNames(db, accountId, above, limit)))
    yield Buffer.from(csvLine([addressOf(handle), true, false, '']));
}

/** One address a line, as Mastodon has it. */
export async function* blocksCsv(accountId: number): AsyncGenerator<Buffer> {
  for await (const { handle } of all((above, limit) => listBlockedNames(db, accountId, above, limit)))
    yield Buffer.from(csvLine([addressOf(handle)]));
}

/** Each piece of `items` as JSON, between what is before them and behind. */
export async function* jsonOf(
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

/** An ActivityStreams collection, as Mastodon's archives have it. */
export async function* likesJson(accountId: number): AsyncGenerator<Buffer> {
  const before = {
    '@context': 'https://www.w3.org/ns/activitystreams',
    id: 'likes.json',
    type: 'OrderedCollection',
  };
  const liked = all((above, limit) => listLikedIris(db, accountId, above, limit));
  async function* iris() {
    for await (const { iri } of liked) yield iri;
  }
  yield* jsonOf(before, 'orderedItems', iris());
}

export const archivedCollections = z.object({
  collections: z
    .array(
      z.object({
        name: boundedText(100).refine(Boolean),
        description: boundedText(10_000),
        items: z.array(z.url().max(1_024)).max(20_000),
      }),
    )
    .max(1_000),
});
export type ArchivedCollection = z.output<typeof archivedCollections>['collections'][number];

export async function* collectionsJson(accountId: number): AsyncGenerator<Buffer> {
  async function* shelves(): AsyncGenerator<ArchivedCollection> {
    const owned = all((above, limit) =>
      listCollections(accountId, { ...firstPage, limit, minId: above, order: 'asc' }),
    );
    for await (const { id, name, description } of owned) {
      const items: string[] = [];
      for await (const row of all((above, limit) => listShelfItems(db, accountId, id, above, limit))) {
        const { eventable_id, type, iri, own } = row;
        const origin =
          own || iri !== null ? originOfTarget(accountId, { id: eventable_id, type, iri }) : null;
        if (origin !== null) items.push(origin);
      }
      yield { name, description, items };
    }
  }
  yield* jsonOf({ version: 1 }, 'collections', shelves());
}
