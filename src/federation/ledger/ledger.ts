/** The ledger of source activities. */
import { batchedWithRetry } from '../../db/batch.ts';
import {
  endEarlierSources,
  insertSources,
  lockLedger,
  lockPairs,
  repeatSources,
  type SourceType,
  type Subject,
  selectFollowTarget,
  selectSources,
  selectUndone,
  selectUnsupported,
  undoSources,
  undoSourcesById,
} from '../../db/sql/ledger.ts';
import { db, type Executor, toJson } from '../../db/statement.ts';
import { type Tx, transact } from '../../db/transaction.ts';
import { beginBlocks, endBlocks } from '../../domain/interactions/block.ts';
import {
  acceptFollows,
  beginFollows,
  endAndClose,
  endFollows,
  type Following,
  isFollowing,
  reopenFollows,
} from '../../domain/interactions/follow.ts';
import {
  type Begun,
  beginBoosts,
  beginLikes,
  endBoosts,
  endLikes,
  type OnItem,
  renewBoosts,
} from '../../domain/interactions/on-item.ts';
import { recordFacts } from '../../jobs/enqueue.ts';
import { actorIdOf } from '../../lib/iris.ts';

// Which interactions rest on which activities, and how the domain begins and ends them

/** An activity that is stored in the ledger. */
interface Source extends Subject {
  id: number | null;
  type: SourceType;
  /** When it was published; defaults to now. */
  at?: Date;
}

interface Kind {
  types: SourceType[];
  /** Starts what does not exist yet; one result for each of `sources`. */
  begin(tx: Tx, sources: Source[]): Promise<Begun[]>;
  end(tx: Tx, subjects: Subject[]): Promise<void>;
  /** One activity was undone, but the interaction rests on another one. */
  continue?(tx: Tx, subjects: Subject[]): Promise<void>;
}

const toOnItem = ({ accountId, eventableId, at }: Subject & { at?: Date }): OnItem => ({
  accountId,
  eventableId: eventableId!,
  at,
});
const toFollowing = ({ accountId, targetId }: Subject) => ({ followerId: accountId, followeeId: targetId! });
const toBlocking = ({ accountId, targetId }: Subject) => ({ blockerId: accountId, blockedId: targetId! });

/** A follow that was accepted before is accepted again. */
async function beginAndAnswer(tx: Tx, sources: Source[]): Promise<Begun[]> {
  const results = await beginFollows(tx, sources.map(toFollowing));
  const repeated = sources.filter(({ id }, place) => {
    const { refusal, begun, state } = results[place]!;
    return id !== null && refusal === null && !begun && state === 'following';
  });
  await recordFacts(
    tx,
    repeated.map(({ id }) => ({ fact: 'follow.accepted', sourceId: id! })),
  );
  return results;
}

const follow: Kind = {
  types: ['follow'],
  begin: beginAndAnswer,
  end: (tx, subjects) => endFollows(tx, subjects.map(toFollowing)),
};
const like: Kind = {
  types: ['like', 'reaction'],
  begin: (tx, sources) => beginLikes(tx, sources.map(toOnItem)),
  end: (tx, subjects) => endLikes(tx, subjects.map(toOnItem)),
};
const boost: Kind = {
  types: ['boost'],
  begin: (tx, sources) => beginBoosts(tx, sources.map(toOnItem)),
  end: async (tx, subjects) => void (await endBoosts(tx, subjects.map(toOnItem))),
  continue: (tx, subjects) => renewBoosts(tx, subjects.map(toOnItem)),
};
const block: Kind = {
  types: ['block'],
  begin: (tx, sources) => beginBlocks(tx, sources.map(toBlocking)),
  end: (tx, subjects) => endBlocks(tx, subjects.map(toBlocking)),
};

const kinds: Record<SourceType, Kind> = { follow, like, reaction: like, boost, block };

/** The activity type that begins each interaction. */
const activityTypes = {
  block: 'Block',
  boost: 'Announce',
  follow: 'Follow',
  like: 'Like',
  reaction: 'EmojiReact',
} as const satisfies Record<SourceType, string>;

export type SourceActivityType = (typeof activityTypes)[SourceType];

export const sourceTypes = Object.fromEntries(
  Object.entries(activityTypes).map(([type, activityType]) => [activityType, type]),
) as Record<SourceActivityType, SourceType>;

/** Null where only the Undo was received. */
export const activityTypeOf = (type: SourceType | null): string | null => type && activityTypes[type];

export const isSourceActivityType = (type: string): type is SourceActivityType => Object.hasOwn(sourceTypes, type);

// Undoes activities, many at a time, and ends the interactions that rested on them alone

/** An activity that is to be undone, with as much of it as the Undo tells. */
interface Undone extends Subject {
  iri: string;
  type: SourceType | null;
  /** When its Undo was sent. */
  sentAt: Date;
  /** Only the Undo was received. */
  unknown?: boolean;
}

/**
 * Undoes the activity, received or not, unless it was sent again after the Undo, and every other one of the same
 * interaction that was sent before the Undo. The interaction ends once none of its activities is left.
 */
export const undoSource = batchedWithRetry(async (tx, undone: Undone[]) => {
  await undoAll(tx, undone);
  return undone;
});

/** When a local account undid an activity, and what that was; null for any other IRI. */
export async function findUndone(iri: string): Promise<{ type: SourceType | null; at: Date } | null> {
  const actorId = actorIdOf(iri);
  const [undone] = actorId === null ? [] : await selectUndone(db, actorId, iri);
  return undone ? { type: undone.type, at: undone.undone_at } : null;
}

/** Whether the account undid the activity, received or not, at or after `sentAt`. */
export async function isUndone(accountId: number, iri: string, sentAt: Date, on: Executor = db): Promise<boolean> {
  return (await selectUndone(on, accountId, iri)).some(({ undone_at }) => undone_at >= sentAt);
}

/** Whether an activity of the account under this IRI began something. */
export async function hasSource(accountId: number, iri: string): Promise<boolean> {
  return (await selectSources(db, [accountId], [iri])).some(({ type }) => type !== null);
}

async function undoAll(tx: Tx, all: Undone[]): Promise<void> {
  const accountIds = all.map(({ accountId }) => accountId);
  const [, rows] = await Promise.all([
    lockLedger(
      tx,
      accountIds,
      accountIds.map(() => null),
    ),
    undoSources(tx, toGiven(all)),
  ]);
  const described = rows.flatMap(({ type, target_id: targetId, eventable_id: eventableId, ...row }) => {
    if (type === null || (targetId === null && eventableId === null)) return [];
    const { account_id: accountId, iri, undone_at: sentAt, unknown } = row;
    return [{ accountId, targetId, eventableId, iri, type, sentAt, unknown }];
  });
  const pairs = described.filter(({ targetId }) => targetId !== null);
  if (pairs.length > 0) {
    await lockPairs(
      tx,
      pairs.map(({ accountId }) => accountId),
      pairs.map(({ targetId }) => targetId!),
    );
  }
  await endInteractions(tx, described);
}

/** An Undo of which the interaction is known. */
type DescribedUndo = Undone & { type: SourceType };

/** Ends what was sent before each Undo, and the interactions of which nothing is left. */
async function endInteractions(tx: Tx, undone: DescribedUndo[]): Promise<void> {
  if (undone.length === 0) return;
  await endEarlierSources(tx, toGiven(undone));
  for (const [kind, ended] of Map.groupBy(undone, ({ type }) => kinds[type])) {
    const unsupported = await selectUnsupported(tx, toGiven(ended), kind.types);
    const places = new Set(unsupported.map(({ place }) => place));
    const over = ended.filter((_, place) => places.has(place));
    if (over.length > 0) await kind.end(tx, over);
    const resting = ended.filter((each, place) => !places.has(place) && !each.unknown);
    if (resting.length > 0) await kind.continue?.(tx, resting);
  }
}

const toGiven = (all: Undone[]) =>
  toJson(
    all.map(({ accountId, iri, type, targetId, eventableId, sentAt, unknown }, place) => ({
      place,
      account_id: accountId,
      iri,
      type,
      target_id: targetId,
      eventable_id: eventableId,
      sent_at: sentAt,
      dated: undefined,
      unknown,
    })),
  );

// Applies what remote accounts answer to the follow requests of local ones, and what they take back

/** The Follow that is answered: by its IRI, or by the account that asked. */
export interface AnsweredFollow {
  followIri?: string;
  followerId?: number;
}

/** An Accept that was received or undone. */
interface Accept {
  iri: string;
  /** When it, or its Undo, was sent. */
  sentAt: Date;
}

/** Nothing happens without a request, or when this Accept was undone since it was sent. */
export async function acceptFollow(
  followeeId: number,
  answered: AnsweredFollow,
  { iri, sentAt }: Accept,
): Promise<void> {
  await answer(followeeId, answered, async (tx, follow) => {
    if (!(await isUndone(followeeId, iri, sentAt, tx))) await acceptFollows(tx, [follow]);
  });
}

/** Also ends a follow that was accepted before. */
export async function rejectFollow(followeeId: number, answered: AnsweredFollow): Promise<void> {
  await answer(followeeId, answered, async (tx, { followerId }) => {
    await endAndClose(tx, followerId, followeeId);
  });
}

/** The follow is a request again. If the Accept has not been received yet, it will have no effect. */
export async function undoAccept(followeeId: number, answered: AnsweredFollow, { iri, sentAt }: Accept): Promise<void> {
  const given = toGiven([{ accountId: followeeId, iri, type: null, targetId: null, eventableId: null, sentAt }]);
  await answer(followeeId, answered, async (tx, follow) => {
    const [undone] = await undoSources(tx, given);
    if (undone && (await isFollowing(tx, follow))) await reopenFollows(tx, [follow]);
  });
}

async function answer(
  followeeId: number,
  answered: AnsweredFollow,
  apply: (tx: Tx, follow: Following) => Promise<void>,
): Promise<void> {
  await transact(async (tx) => {
    const followerId = await findFollower(tx, followeeId, answered);
    if (followerId === null) return;
    await lockLedger(tx, [followeeId], [followerId]);
    await apply(tx, { followerId, followeeId });
  });
}

async function findFollower(
  tx: Tx,
  followeeId: number,
  { followIri, followerId }: AnsweredFollow,
): Promise<number | null> {
  const askedBy = followIri === undefined ? null : actorIdOf(followIri);
  const [asked] = askedBy === null ? [] : await selectFollowTarget(tx, askedBy, followIri!);
  if (asked) return asked.target_id === followeeId ? askedBy : null;
  return followerId ?? null;
}

// Records activities that begin interactions, many at a time, and begins those that are new

interface ReceivedSource extends Subject {
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
  const standing = made.length < received.length ? await lookUpOthers(tx, received, ids) : [];

  const live = received.flatMap((source, place) =>
    ids.has(place) ? [{ ...source, type: sourceTypes[source.type], id: ids.get(place)!, place }] : [],
  );
  const results = live.length === 0 ? [] : await kind.begin(tx, live);
  await undoRefused(tx, live, results, standing);

  const refused = new Set(live.filter((_, index) => results[index]!.refusal).map(({ place }) => place));
  return received.map((_, place) => (refused.has(place) ? 'refused' : ids.has(place) ? 'done' : 'gone'));
}

/**
 * Those that the ledger had before, or that were sent before an Undo. One that was undone begins again if it was sent
 * after its Undo. Returns the ids of those that were live before. Rules: docs/decisions/0012-source-activities.md.
 */
async function lookUpOthers(tx: Tx, received: ReceivedSource[], ids: Map<number, number | null>): Promise<number[]> {
  const others = [...received.entries()].filter(([place]) => !ids.has(place));
  const given = others.map(([place, source]) => toRow(source, place));
  const known = new Map((await repeatSources(tx, toJson(given))).map((row) => [row.place, row]));
  const standing: number[] = [];
  const undone: DescribedUndo[] = [];
  for (const [place, source] of others) {
    const row = known.get(place);
    if (!row || row.live) ids.set(place, row?.id ?? null);
    if (row?.live && !row.begun) standing.push(row.id);
    if (row?.ends) undone.push({ ...source, type: sourceTypes[source.type], sentAt: row.ends });
  }
  await endInteractions(tx, undone);
  return standing;
}

const toRow = ({ accountId, iri, type, targetId, eventableId, sentAt, isDated }: ReceivedSource, place: number) => ({
  place,
  account_id: accountId,
  iri,
  type: sourceTypes[type],
  target_id: targetId,
  eventable_id: eventableId,
  sent_at: sentAt,
  dated: isDated,
  unknown: undefined,
});

/**
 * Otherwise a late Undo would end an interaction that another activity began. Those in `standing` began one before,
 * which a block does not end.
 */
async function undoRefused(tx: Tx, sources: Source[], results: Begun[], standing: number[]): Promise<void> {
  const refused = sources.flatMap(({ id }, index) => (results[index]!.refusal && id !== null ? [id] : []));
  const begun = refused.filter((id) => !standing.includes(id));
  if (begun.length > 0) await undoSourcesById(tx, begun);
}
