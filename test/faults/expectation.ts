/** Derives from the journal what must be true in the end. */
import type { Action, Item, Journal, Operation } from './journal.ts';

/** `null`: either is allowed, because an operation is unknown. */
export type Expected = boolean | null;

/** Whether the last of the operations that begin and end something began it. */
export function expectedState(operations: Operation[], begins: Action): Expected {
  let state: Expected = false;
  for (const { action, verdict } of operations) {
    if (verdict === 'refused') continue;
    const next = action === begins;
    state = verdict === 'acknowledged' ? next : state === next ? next : null;
  }
  return state;
}

export const operationsOn = ({ operations }: Journal, item: Item, ...actions: Action[]): Operation[] =>
  operations.filter((operation) => operation.item === item && actions.includes(operation.action));

export interface ExpectedItem {
  exists: Expected;
  /** The oldest and the newest version that it may show. */
  minVersion: number;
  maxVersion: number;
}

export function expectedItem(journal: Journal, item: Item): ExpectedItem {
  const own = operationsOn(journal, item, 'publish', 'delete');
  const texts = operationsOn(journal, item, 'publish', 'edit').filter(({ verdict }) => verdict !== 'refused');
  const acknowledged = texts.filter(({ verdict }) => verdict === 'acknowledged');
  return {
    exists: expectedState(own, 'publish'),
    minVersion: Math.max(0, ...acknowledged.map(({ version }) => version)),
    maxVersion: Math.max(0, ...texts.map(({ version }) => version)),
  };
}

export const followsOf = ({ operations }: Journal, follower: string, followee: string): Operation[] =>
  operations.filter((operation) => operation.member === follower && operation.followee === followee);

/** Whether the follow was there before the operation began and was not touched afterwards. */
export function followedThroughout(journal: Journal, follower: string, operation: Operation): boolean {
  const ties = followsOf(journal, follower, operation.member);
  return (
    ties.every(({ endedAt, verdict }) => verdict === 'refused' || endedAt < operation.beganAt) &&
    expectedState(ties, 'follow') === true
  );
}
