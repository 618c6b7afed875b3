/** The archive of an account: what the domain puts into it, and the same as ActivityPub. */
import { listBoosts } from '../db/sql/moving.ts';
import { db } from '../db/statement.ts';
import { findAccount, getAccount } from '../domain/accounts/account.ts';
import { getKeyPairs } from '../domain/accounts/keys.ts';
import type { EventableType } from '../domain/eventables/eventable.ts';
import { listOwn } from '../domain/eventables/read.ts';
import { viewerOf } from '../domain/eventables/visibility.ts';
import { actorName, outboxName } from '../domain/moving/archive/layout.ts';
import { all, jsonOf } from '../domain/moving/archive/lists.ts';
import { type Written, writeAccount } from '../domain/moving/archive/write.ts';
import { writeZip } from '../lib/archive/zip.ts';
import { eventableKinds } from '../lib/iris.ts';
import { firstPage } from '../lib/page.ts';
import { toCreate } from './activities.ts';
import { context, withContext } from './context.ts';
import type { JsonObject } from './json.ts';
import { toActor } from './objects/actor-document.ts';
import { composeAnnounce } from './outgoing/boosts.ts';
import { findItem } from './outgoing/item.ts';

const itemsAtOnce = 40;

/** Whole at the path or not at all. Throws what `tell` throws. */
export async function writeArchiveOf(
  accountId: number,
  path: string,
  tell: (written: Written) => Promise<void>,
): Promise<void> {
  await writeZip(path, async (zip) => {
    await zip.add(actorName, [Buffer.from(JSON.stringify(await actorOf(accountId), null, 1))]);
    const before = { '@context': context, id: outboxName, type: 'OrderedCollection' };
    await zip.add(outboxName, jsonOf(before, 'orderedItems', activitiesOf(accountId)));
    await writeAccount(accountId, zip, tell);
  });
}

async function actorOf(accountId: number): Promise<JsonObject> {
  const account = await getAccount(accountId);
  const movedTo = account.movedToId === null ? null : await findAccount(account.movedToId);
  return withContext(toActor(account, await getKeyPairs(accountId), { movedToIri: movedTo?.iri }));
}

/** Kind by kind, oldest first; boosts last. */
async function* activitiesOf(accountId: number): AsyncGenerator<JsonObject> {
  for (const type of eventableKinds) {
    const listed = all(
      (minId, limit) => listOwn<EventableType>(type, accountId, { ...firstPage, limit, minId, order: 'asc' }),
      itemsAtOnce,
    );
    for await (const { iri } of listed) {
      const found = iri === null ? null : await findItem(iri, viewerOf(accountId));
      if (found) yield bare(toCreate(`${iri}#create`, found.item, found.recipe, found.answered));
    }
  }
  for await (const { id, iri } of all((above, limit) => listBoosts(db, accountId, above, limit))) {
    const composed = await composeAnnounce({ verb: 'Announce', activity: iri, boostId: id });
    if (composed && composed !== 'unnamed') yield bare(composed.json);
  }
}

const bare = (activity: JsonObject): JsonObject => ({ ...activity, '@context': undefined });
