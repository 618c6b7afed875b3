/** Likes a post as thousands of people of one server that are not known yet, at a steady pace. */
import { createPrivateKey } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { generateActivities } from '../load/activities.ts';
import { openRawConnection, requestBytes } from '../load/raw-connection.ts';
import { signedRequest } from '../load/signed-request.ts';
import { receiveMessage, sendResult } from '../parent-messages.ts';
import type { Seeded } from '../seed/seeded.ts';

export interface ViralLoad {
  port: number;
  host: string;
  privatePem: string;
  /** What they like. */
  object: string;
  people: number;
  seconds: number;
  run: number;
  seeded: Pick<Seeded, 'peers' | 'statusIris' | 'cooks'>;
  /** Of a member who reads the home timeline. */
  token: string;
}

export interface ViralResult {
  /** How often each status was answered. */
  statuses: Record<number, number>;
  /** From the first POST until the last was accepted. */
  seconds: number;
  before: Waits;
  meanwhile: Waits;
}

/** The 99th percentile, in milliseconds. */
interface Waits {
  /** Until an activity of another server was accepted. */
  inbox: number;
  /** For a home timeline. */
  timeline: number;
}

/** As many as Mastodon has deliveries to one server under way. */
const parallel = 16;
/** Of the activities of other servers, and of the reader. */
const perSecond = 10;
const secondsBefore = 10;

const { port, host, privatePem, object, people, seconds, run, seeded, token } = await receiveMessage<ViralLoad>();
const key = createPrivateKey(privatePem);

async function like(number: number): Promise<Buffer> {
  const actor = `https://${host}/users/fan${number}`;
  const activity = {
    '@context': 'https://www.w3.org/ns/activitystreams',
    id: `${actor}/likes/${run}`,
    type: 'Like',
    actor,
    object,
  };
  return signedRequest(activity, `${actor}#main-key`, key);
}

const statuses: Record<number, number> = {};

async function sendLikes(): Promise<number> {
  const began = performance.now();
  let next = 0;
  const sendSome = async () => {
    const connection = await openRawConnection(port);
    for (let number = next++; number < people; number = next++) {
      await sleep(Math.max(0, began + (number * 1_000 * seconds) / people - performance.now()));
      const request = await like(number);
      for (let status = 0; status !== 202; ) {
        status = await connection.send(request);
        statuses[status] = (statuses[status] ?? 0) + 1;
        if (status !== 202) await sleep(5_000);
      }
    }
    connection.close();
  };
  await Promise.all(Array.from({ length: parallel }, sendSome));
  return (performance.now() - began) / 1_000;
}

/** Sends requests one after the other until it is over. Returns the 99th percentile of their times in milliseconds. */
async function timed(requestOf: (number: number) => Promise<Buffer>, isOver: () => boolean): Promise<number> {
  const connection = await openRawConnection(port);
  const times: number[] = [];
  for (let number = 0; !isOver(); number += 1) {
    const request = await requestOf(number);
    const began = performance.now();
    const status = await connection.send(request);
    times.push(performance.now() - began);
    if (status !== 202 && status !== 200) throw new Error(`others were answered ${status}`);
    await sleep(1_000 / perSecond);
  }
  connection.close();
  return times.toSorted((one, other) => one - other)[Math.floor(0.99 * (times.length - 1))]!;
}

async function measureWaits(round: number, isOver: () => boolean): Promise<Waits> {
  const activityOf = (number: number) => {
    const place = number % seeded.peers.length;
    const peer = seeded.peers[place]!;
    const mix = { ...seeded, run: run * 1_000_000 + round * 100_000 + number, bodySigned: false };
    const [activity] = generateActivities(peer, place, 1, mix);
    return signedRequest(activity!, peer.keyIri, createPrivateKey(peer.privatePem));
  };
  const read = requestBytes('GET', '/api/v1/timeline', { host: 'potluck.bench', authorization: `Bearer ${token}` });
  const [inbox, timeline] = await Promise.all([timed(activityOf, isOver), timed(async () => read, isOver)]);
  return { inbox, timeline };
}

const end = performance.now() + secondsBefore * 1_000;
const before = await measureWaits(0, () => performance.now() > end);
let isDone = false;
const measuring = measureWaits(1, () => isDone);
const took = await sendLikes();
isDone = true;
await sendResult({ statuses, seconds: took, before, meanwhile: await measuring } satisfies ViralResult);
