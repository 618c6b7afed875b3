/** Records activities that begin interactions, many at a time, and begins those that are new. */
import { batchedWithRetry } from '../../db/batch.ts';
import {
  insertSources,
  lockLedger,
  restoreSources,
  type SourceRow,
  type Subject,
  selectSources,
  undoSourcesById,
} from '../../db/sql/ledger/sources.ts';
import { toJson } from '../../db/statement.ts';
import type { Tx } from '../../db/transaction.ts';
import type { Begun } from '../../domain/interactions/refusal.ts';
import { type Kind, kinds, type Source, type SourceActivityType, sourceTypes } from './kinds.ts';

export interface ReceivedSource extends Subject {
  iri: string;
  type: SourceActivityType;
  at?: Date;
}

type RecordResult = 'done' | 'gone' | 'refused';

/** Further duplicates of one interaction are not stored. */
const maxLive = 50;

/** Begins the interaction, unless it exists, was undone before (`gone`) or is not allowed (`refused`). */
export const recordSource = (source: ReceivedSource): Promise<RecordResult> =>
  recorders.get(kinds[sourceTypes[source.type]])!(source);

/** Activities of one kind of interaction share batches. */
const recorders = new Map(
  Object.values(kinds).map((kind) => [
    kind,
    batchedWithRetry((tx, received: ReceivedSource[]) => recordSources(tx, kind, received)),
  ]),
);

async function recordSources(tx: Tx, kind: Kind, received: ReceivedSource[]): Promise<RecordResult[]> {
  const rows = received.map(({ accountId, iri, type, targetId, eventableId }, place) => ({
    ...{ place, account_id: accountId, iri, type: sourceTypes[type] },
    ...{ target_id: targetId, eventable_id: eventableId },
  }));
  const [, made] = await Promise.all([
    lockLedger(
      tx,
      received.map(({ accountId }) => accountId),
      received.map(({ targetId }) => targetId),
    ),
    insertSources(tx, toJson(rows), maxLive),
  ]);
  const ids = new Map<number, number | null>(made.map(({ place, id }) => [place, id]));
  const restored = made.length < received.length ? await lookUpOthers(tx, received, ids) : [];

  const live = received.flatMap((source, place) =>
    ids.has(place) ? [{ ...source, type: sourceTypes[source.type], id: ids.get(place)!, place }] : [],
  );
  const sources: Source[] = [...live, ...restored];
  const results = sources.length === 0 ? [] : await kind.begin(tx, sources);
  await undoRefused(tx, sources, results);

  const refused = new Set(live.filter((_, index) => results[index]!.refusal).map(({ place }) => place));
  return received.map((_, place) => (refused.has(place) ? 'refused' : ids.has(place) ? 'done' : 'gone'));
}

/**
 * Those that the ledger had before. One that was undone stays undone; if its Undo ended others in its place, because it was
 * unknown, they are returned and begin again. Rule: docs/decisions/0001-source-activities.md.
 */
async function lookUpOthers(
  tx: Tx,
  received: ReceivedSource[],
  ids: Map<number, number | null>,
): Promise<Source[]> {
  const others = [...received.entries()].filter(([place]) => !ids.has(place));
  const known = await selectSources(
    tx,
    others.map(([, { accountId }]) => accountId),
    others.map(([, { iri }]) => iri),
  );
  const undone: ReceivedSource[] = [];
  for (const [place, source] of others) {
    const row = known.find(({ account_id, iri }) => account_id === source.accountId && iri === source.iri);
    if (row?.undone) undone.push(source);
    else if (!row || isSame(row, source)) ids.set(place, row?.id ?? null);
  }
  if (undone.length === 0) return [];
  const restored = await restoreSources(
    tx,
    undone.map(({ accountId }) => accountId),
    undone.map(({ iri }) => iri),
  );
  return restored.map(({ id, type, account_id, target_id, eventable_id }) => ({
    ...{ id, type, accountId: account_id, targetId: target_id, eventableId: eventable_id },
  }));
}

/** Refuses an IRI that is in use for something else. */
const isSame = (row: SourceRow, { type, targetId, eventableId }: ReceivedSource): boolean =>
  row.type === sourceTypes[type] && row.target_id === targetId && row.eventable_id === eventableId;

/** Otherwise a late Undo would end an interaction that another activity began. */
async function undoRefused(tx: Tx, sources: Source[], results: Begun[]): Promise<void> {
  const refused = sources.filter((_, index) => results[index]!.refusal).map(({ id }) => id);
  if (refused.length > 0)
    await undoSourcesById(
      tx,
      refused.filter((id) => id !== null),
    );
}
