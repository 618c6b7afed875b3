/** Writes the archive of an account: the domain's files, and the same content as ActivityPub. */
import { listBoosts } from '../../db/sql/archive.ts';
import { db } from '../../db/statement.ts';
import { findAccount, getAccount, viewerOf } from '../../domain/accounts/account.ts';
import { getKeyPairs } from '../../domain/accounts/keys.ts';
import { files } from '../../domain/migration/archive/layout.ts';
import { iterate, jsonWithArray } from '../../domain/migration/archive/lists.ts';
import { type ExportProgress, readOwn, writeAccount } from '../../domain/migration/archive/write.ts';
import { writeZip } from '../../lib/archive/zip.ts';
import { eventableKinds } from '../../lib/iris.ts';
import { context, withContext } from '../json-ld/context.ts';
import type { JsonObject } from '../json-ld/json.ts';
import { toActor } from '../objects/actor.ts';
import { toCreate } from './activities.ts';
import { composeAnnounce } from './interactions.ts';
import { findItem } from './items.ts';

/** Writes the file atomically. Throws what `tell` throws. */
export async function writeArchiveOf(
  accountId: number,
  path: string,
  tell: (written: ExportProgress) => Promise<void>,
): Promise<void> {
  await writeZip(path, async (zip) => {
    await zip.add(files.actor, [Buffer.from(JSON.stringify(await actorOf(accountId), null, 1))]);
    const before = { '@context': context, id: files.outbox, type: 'OrderedCollection' };
    await zip.add(files.outbox, jsonWithArray(before, 'orderedItems', activitiesOf(accountId)));
    await writeAccount(accountId, zip, tell);
  });
}

async function actorOf(accountId: number): Promise<JsonObject> {
  const account = await getAccount(accountId);
  const movedTo = account.movedToId === null ? null : await findAccount(account.movedToId);
  return withContext(toActor(account, await getKeyPairs(accountId), { movedToIri: movedTo?.iri }));
}

/** By type, oldest first; boosts last. */
async function* activitiesOf(accountId: number): AsyncGenerator<JsonObject> {
  for (const type of eventableKinds) {
    for await (const batch of readOwn(type, accountId)) {
      for (const { iri } of batch) {
        const found = iri === null ? null : await findItem(iri, viewerOf(accountId));
        if (found) yield bare(toCreate(`${iri}#create`, found.item, found));
      }
    }
  }
  for await (const { source_id: sourceId } of iterate((above, limit) => listBoosts(db, accountId, above, limit))) {
    const composed = await composeAnnounce({ sourceId });
    if (composed && 'json' in composed) yield bare(composed.json);
  }
}

const bare = (activity: JsonObject): JsonObject => ({ ...activity, '@context': undefined });
