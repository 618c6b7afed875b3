/** What accounts elsewhere say more than once, such as a follow: it stands until each of the activities is undone. */
import {
  type DeedType,
  deleteRepetition,
  deleteRepetitions,
  insertRepetition,
  listEndedBy,
  listRepetitions,
  takeRepetition,
} from '../db/sql/repetitions.ts';
import type { Tx } from '../db/transaction.ts';
import { isOver } from './tombstones.ts';

/** Something that an account did to another account or to an item. */
export type Deed = { type: DeedType; accountId: number } & ({ targetId: number } | { eventableId: number });

const most = 50;

const keyOf = (deed: Deed) =>
  [
    deed.type,
    deed.accountId,
    'targetId' in deed ? deed.targetId : null,
    'eventableId' in deed ? deed.eventableId : null,
  ] as const;

/** Notes that `iri` says what `standing` said; the same activity come again is none. */
export async function restate(tx: Tx, deed: Deed, iri: string, standing: string | null): Promise<void> {
  if (iri !== standing) await insertRepetition(tx, ...keyOf(deed), iri, null, most);
}

/** IRIs of the activities that say so too. */
export async function listSaidToo(tx: Tx, deed: Deed): Promise<string[]> {
  return (await listRepetitions(tx, ...keyOf(deed))).map(({ iri }) => iri);
}

/** Takes back one that said what another says still; false for any other. */
export async function takeBackRestated(tx: Tx, iri: string, accountId: number): Promise<boolean> {
  return (await deleteRepetition(tx, iri, accountId)).length > 0;
}

/** The IRI on which the deed rests once the one that it rested on is undone; null when there is none. */
export async function nextSaying(tx: Tx, deed: Deed): Promise<string | null> {
  const [next] = await takeRepetition(tx, ...keyOf(deed));
  return next?.iri ?? null;
}

export async function forgetRestated(tx: Tx, deed: Deed): Promise<void> {
  await deleteRepetitions(tx, ...keyOf(deed));
}

/**
 * Some servers give what they undo a new IRI, so an Undo of what never came ends the deed that it describes. Should it come
 * after all, it was meant and nothing else: `listSayings` then gives back what said the deed.
 */
export async function rememberEnded(
  tx: Tx,
  deed: Deed,
  sayings: (string | null)[],
  undoneIri: string,
): Promise<void> {
  for (const iri of sayings) if (iri) await insertRepetition(tx, ...keyOf(deed), iri, undoneIri, most);
}

/** Under which IRIs the deed is to be done: `iri`, unless its Undo came first; then those that the Undo ended in its place. */
export async function listSayings(
  tx: Tx,
  deed: Deed,
  iri: string | undefined,
): Promise<(string | undefined)[]> {
  if (!iri || !(await isOver(tx, iri, deed.accountId))) return [iri];
  return takeEndedBy(tx, deed, iri);
}

/** Those that were not undone since. */
async function takeEndedBy(tx: Tx, deed: Deed, iri: string): Promise<string[]> {
  const taken: string[] = [];
  for (const ended of await listEndedBy(tx, ...keyOf(deed), iri)) {
    if (await isOver(tx, ended.iri, deed.accountId)) continue;
    if (await takeBackRestated(tx, ended.iri, deed.accountId)) taken.push(ended.iri);
  }
  return taken;
}
