/** Which interactions rest on which activities, and how the domain begins and ends them. */
import type { SourceType, Subject } from '../../db/sql/ledger.ts';
import type { Tx } from '../../db/transaction.ts';
import { beginBlocks, endBlocks } from '../../domain/interactions/block.ts';
import { beginFollows, endFollows } from '../../domain/interactions/follow.ts';
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

/** An activity that is stored in the ledger. */
export interface Source extends Subject {
  id: number | null;
  type: SourceType;
  /** When it was published; defaults to now. */
  at?: Date;
}

export interface Kind {
  types: SourceType[];
  /** Starts what does not exist yet; one result for each of `sources`. */
  begin(tx: Tx, sources: Source[]): Promise<Begun[]>;
  end(tx: Tx, subjects: Subject[]): Promise<void>;
  /** One activity was undone, but the interaction rests on another one. */
  continue?(tx: Tx, subjects: Subject[]): Promise<void>;
}

const toOnItem = ({ accountId, eventableId, at }: Subject & { at?: Date }): OnItem => ({
  ...{ accountId, eventableId: eventableId!, at },
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

export const kinds: Record<SourceType, Kind> = { follow, like, reaction: like, boost, block };

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

export const isSourceActivityType = (type: string): type is SourceActivityType =>
  Object.hasOwn(sourceTypes, type);
