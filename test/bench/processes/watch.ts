/** Publishes at a steady pace and polls the home timeline of a follower for each status. */
import { setTimeout as sleep } from 'node:timers/promises';
import { post } from '../load/post.ts';
import { receiveMessage, sendResult } from '../parent-messages.ts';

export interface WatchLoad {
  port: number;
  publisher: string;
  reader: string;
  perSecond: number;
  count: number;
}

/** Milliseconds from the POST to the response that shows it, in ascending order. */
export type WatchResult = number[];

const { port, publisher, reader, perSecond, count } = await receiveMessage<WatchLoad>();
const sentAt = new Map<number, number>();
const seenAt = new Map<number, number>();

async function publish(): Promise<void> {
  const began = performance.now();
  for (let number = 0; number < count; number += 1) {
    await sleep(Math.max(0, began + (number * 1000) / perSecond - performance.now()));
    const at = performance.now();
    void post(port, publisher, '/api/v1/statuses', { content: `Crumb ${number}` }).then((id) => sentAt.set(id, at));
  }
}

async function database(): Promise<void> {
  const deadline = performance.now() + (count / perSecond) * 1000 + 30_000;
  while (!isComplete() && performance.now() < deadline) {
    const response = await fetch(`http://127.0.0.1:${port}/api/v1/timeline?limit=10`, {
      headers: { authorization: `Bearer ${reader}` },
    });
    const events = (await response.json()) as { object: { id: number } }[];
    const now = performance.now();
    for (const { object } of events) if (!seenAt.has(object.id)) seenAt.set(object.id, now);
    await sleep(5);
  }
}

const isComplete = () => sentAt.size === count && [...sentAt.keys()].every((id) => seenAt.has(id));

await Promise.all([publish(), database()]);
const missing = count - [...sentAt.keys()].filter((id) => seenAt.has(id)).length;
if (missing > 0) throw new Error(`${missing} of ${count} statuses were never seen`);
const times: WatchResult = [...sentAt].map(([id, at]) => seenAt.get(id)! - at);
await sendResult(times.toSorted((a, b) => a - b));
