/** How remote actors choose ids and times: one uses unique ids, two reuse ids, and one of these sends `published`. */
import type { Json } from '../support/remote-server.ts';
import type { Model, RemoteName } from './model.ts';
import type { IncomingActivity } from './plan.ts';
import type { Received } from './received.ts';

const sendingRules: Record<RemoteName, { reusesIds: boolean; dates: boolean }> = {
  rae: { reusesIds: false, dates: false },
  rob: { reusesIds: true, dates: false },
  ria: { reusesIds: true, dates: true },
};

/** Duplicates of these in other bytes never have an effect. */
const inLedger = /^(un)?(like|boost|follow|block)$/;
const once = new Set<Received>(['post', 'edit', 'remove', 'move', 'leave']);

/** Seconds between two activities, so that copies can be signed at times in between. */
const step = 4;

export interface Delivery {
  by: RemoteName;
  body: string;
  at: Date;
}

interface Sent extends Delivery {
  kind: Received;
}

/** Holds the clock and the sent activities of one history; `serial` is its number. */
export function createSender(serial: number) {
  const sent: Sent[] = [];
  let seconds = 0;

  /** Returns the next second to sign at, never before the last request of a member. */
  const tick = () => {
    seconds = Math.max(seconds + step, Math.ceil(Date.now() / 1_000));
    return new Date(seconds * 1_000);
  };

  /** Returns the id and time that the sender gives to an activity. */
  function naming({ kind, by, story, member, key }: IncomingActivity, at: Date): Json {
    const { reusesIds, dates } = sendingRules[by];
    const about = `${story.replace(/ \d+$/, '')} ${member} ${key}`.replace(/[^a-z0-9]+/g, '-');
    const id = `https://${by}.example/activities/${serial}-${kind}-${about}`;
    return {
      ...(reusesIds && !once.has(kind) && { id }),
      ...(dates && { published: at.toISOString() }),
    };
  }

  /** Adds duplicates, each signed again, and replays of earlier deliveries. */
  function deliveriesOf(incoming: (IncomingActivity & { activity: Json; at: Date })[], { left }: Model) {
    const former = sent.filter(({ by }) => !left.has(by));
    const deliveries = incoming.flatMap(({ by, kind, activity, at, place, copies }) => {
      const body = JSON.stringify(activity);
      const all = Array.from({ length: copies + 1 }, (_, n) => ({
        by,
        kind,
        body,
        at: new Date(at.getTime() + n * 1_000),
        place: (place * (n + 1)) % 997,
      }));
      sent.push(...all);
      const replayed = copies > 1 ? former[place % former.length] : undefined;
      if (!replayed) return all;
      const replay = { ...replayed, place: (place * 7) % 997 };
      const inOtherBytes = inLedger.test(replay.kind) ? [{ ...replay, body: `${replay.body} ` }] : [];
      return [...all, replay, ...inOtherBytes];
    });
    return deliveries.sort((one, other) => one.place - other.place);
  }

  return { tick, naming, deliveriesOf };
}
