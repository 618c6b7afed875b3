/** Records activities that begin interactions, many at a time, and begins those that are new. */
import { batchedWithRetry } from '../../db/batch.ts';
import {
  insertSources,
  lockLedger,
  repeatSources,
  restoreSources,
  type Subject,
  undoSourcesById,
} from '../../db/sql/ledger.ts';
import { toJson } from '../../db/statement.ts';
import type { Tx } from '../../db/transaction.ts';
import type { Begun } from '../../domain/interactions/on-item.ts';
import { type Kind, kinds, type Source, type SourceActivityType, sourceTypes } from './kinds.ts';

export interface ReceivedSource extends Subject {
  iri: string;
  type: SourceActivityType;
  at?: Date;
  /** When its actor sent it, by the clock of its server. */
  sentAt: Date;
  /** Whether `sentAt` is the `published` of the activity, which is the same in a late delivery. */
  isDated: boolean;
}

type RecordResult = 'done' | 'gone' | 'refused';

/** Further duplicates of one interaction are not stored. */
const maxLive = 50;

/** Begins the interaction, unless it exists, was undone since (`gone`) or is not allowed (`refused`). */
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
  const [, made] = await Promise.all([
    lockLedger(
      tx,
      received.map(({ accountId }) => accountId),
      received.map(({ targetId }) => targetId),
    ),
    insertSources(tx, toJson(received.map(toRow)), maxLive),
  ]);
  const ids = new Map<number, number | null>(made.map(({ place, id }) => [place, id]));
  const { restored, standing } =
    made.length < received.length ? await lookUpOthers(tx, received, ids) : { restored: [], standing: [] };

  const live = received.flatMap((source, place) =>
    ids.has(place) ? [{ ...source, type: sourceTypes[source.type], id: ids.get(place)!, place }] : [],
  );
  const sources: Source[] = [...live, ...restored];
  const results = sources.length === 0 ? [] : await kind.begin(tx, sources);
  await undoRefused(tx, sources, results, standing);

  const refused = new Set(live.filter((_, index) => results[index]!.refusal).map(({ place }) => place));
  return received.map((_, place) => (refused.has(place) ? 'refused' : ids.has(place) ? 'done' : 'gone'));
}

/**
 * Those that the ledger had before. One that was undone begins again if it was sent after its Undo. If its Undo ended others
 * in its place, because it was unknown, they are restored and begin again. `standing` lists the ids of those that were live
 * before. Rules: docs/decisions/0030-reused-activity-ids.md.
 */
async function lookUpOthers(
  tx: Tx,
  received: ReceivedSource[],
  ids: Map<number, number | null>,
): Promise<{ restored: Source[]; standing: number[] }> {
  const others = [...received.entries()].filter(([place]) => !ids.has(place));
  const given = others.map(([place, source]) => toRow(source, place));
  const known = new Map((await repeatSources(tx, toJson(given))).map((row) => [row.place, row]));
  const late: ReceivedSource[] = [];
  const standing: number[] = [];
  for (const [place, source] of others) {
    const row = known.get(place);
    if (!row || row.live) ids.set(place, row?.id ?? null);
    if (row?.late) late.push(source);
    if (row?.live && !row.begun) standing.push(row.id);
  }
  if (late.length === 0) return { restored: [], standing };
  const restored = await restoreSources(
    tx,
    late.map(({ accountId }) => accountId),
    late.map(({ iri }) => iri),
  );
  const sources = restored.map(({ id, type, account_id, target_id, eventable_id }) => ({
    ...{ id, type, accountId: account_id, targetId: target_id, eventableId: eventable_id },
  }));
  return { restored: sources, standing };
}

const toRow = (
  { accountId, iri, type, targetId, eventableId, sentAt, isDated }: ReceivedSource,
  place: number,
) => ({
  ...{ place, account_id: accountId, iri, type: sourceTypes[type] },
  ...{ target_id: targetId, eventable_id: eventableId, sent_at: sentAt, dated: isDated },
});

/**
 * Otherwise a late Undo would end an interaction that another activity began. Those in `standing` began one before, which
 * a block does not end.
 */
async function undoRefused(tx: Tx, sources: Source[], results: Begun[], standing: number[]): Promise<void> {
  const refused = sources.flatMap(({ id }, index) => (results[index]!.refusal && id !== null ? [id] : []));
  const begun = refused.filter((id) => !standing.includes(id));
  if (begun.length > 0) await undoSourcesById(tx, begun);
}
