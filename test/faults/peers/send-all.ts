/** Sends activities, many at a time, until the server has accepted them. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Actor, Json } from './documents.ts';
import type { Peers } from './peers.ts';

export interface Sending {
  activity: Json;
  by: Actor;
  /** A path; the shared inbox by default. */
  inbox?: string;
}

const parallel = 32;
const maxAttempts = 400;

/** Calls `before` with the number of each. Throws if one is refused, or not accepted after many attempts. */
export async function sendAll(
  peers: Peers,
  sendings: Sending[],
  before: (n: number) => void = () => {},
): Promise<void> {
  let next = 0;
  const work = async () => {
    for (let n = next++; n < sendings.length; n = next++) {
      before(n);
      await sendUntilAccepted(peers, sendings[n]!);
    }
  };
  await Promise.all(Array.from({ length: parallel }, work));
}

/** Like a peer, repeats what got no answer, 429 or 5xx. */
export async function sendUntilAccepted(peers: Peers, { activity, by, inbox }: Sending): Promise<void> {
  for (let attempts = 1; attempts <= maxAttempts; attempts += 1) {
    const status = await peers.send(activity, by, inbox);
    if (status === 202) return;
    if (status !== 0 && status !== 429 && status < 500)
      throw new Error(`${activity.type} ${activity.id} was answered with ${status}`);
    await sleep(250);
  }
  throw new Error(`${activity.type} ${activity.id} was never accepted`);
}

export function shuffled<T>(all: T[], random: () => number): T[] {
  const result = [...all];
  for (let n = result.length - 1; n > 0; n -= 1) {
    const other = Math.floor(random() * (n + 1));
    [result[n], result[other]] = [result[other]!, result[n]!];
  }
  return result;
}
