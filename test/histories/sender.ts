/** How strangers name and date what they send: one uses ids once, two use them again, and one of these says when it was. */
import type { Json } from '../support/remote-server.ts';
import type { Model, RemoteName } from './model.ts';
import type { IncomingActivity } from './plan.ts';
import type { Received } from './received.ts';

const habits: Record<RemoteName, { reusesIds: boolean; dates: boolean }> = {
  rae: { reusesIds: false, dates: false },
  rob: { reusesIds: true, dates: false },
  ria: { reusesIds: true, dates: true },
};

/** These have no effect when they come again in other bytes, in whatever state the rest is. */
const inLedger = /^(un)?(like|boost|follow|block)$/;
const once = new Set<Received>(['post', 'edit', 'remove', 'move', 'leave']);

/** Between what is sent and what is sent next, so that copies in between can be signed anew. */
const step = 4;

export interface Delivery {
  by: RemoteName;
  body: string;
  at: Date;
}

interface Sent extends Delivery {
  kind: Received;
}

/** The clock and the memory of one history; `serial` is its number. */
export function createSender(serial: number) {
  const sent: Sent[] = [];
  let seconds = 0;

  /** The next second to sign at; never before what members did last. */
  const tick = () => {
    seconds = Math.max(seconds + step, Math.ceil(Date.now() / 1_000));
    return new Date(seconds * 1_000);
  };

  /** What an activity has in common with others of its sender. */
  function naming({ kind, by, story, member, key }: IncomingActivity, at: Date): Json {
    const { reusesIds, dates } = habits[by];
    const about = `${story.replace(/ \d+$/, '')} ${member} ${key}`.replace(/[^a-z0-9]+/g, '-');
    const id = `https://${by}.example/activities/${serial}-${kind}-${about}`;
    return {
      ...(reusesIds && !once.has(kind) && { id }),
      ...(dates && { published: at.toISOString() }),
    };
  }

  /** With copies, each signed anew, and with replays of what was sent in former steps. */
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
