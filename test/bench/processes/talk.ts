/** Sends activities to the inbox as many servers: signed in advance, one connection per actor. */
import { createHash, createPrivateKey, type KeyObject, sign } from 'node:crypto';
import { promisify } from 'node:util';
import { type ActivityMix, generateActivities } from '../load/activities.ts';
import { openRawConnection, requestBytes } from '../load/raw-connection.ts';
import { receiveMessage, sendResult } from '../parent-messages.ts';
import type { Peer } from '../seed/seeded.ts';

export interface InboxLoad {
  /** Of the web processes. An actor sends to one of them. */
  ports: number[];
  peers: Peer[];
  /** Activities per actor. */
  count: number;
  mix: ActivityMix;
}

const host = 'potluck.bench';
const { ports, peers, count, mix } = await receiveMessage<InboxLoad>();

const speeches = await Promise.all(
  peers.map(async (peer, place) => {
    const key = createPrivateKey(peer.privatePem);
    return Promise.all(generateActivities(peer, place, count, mix).map((activity) => signed(activity, peer, key)));
  }),
);
const wires = await Promise.all(peers.map((_, place) => openRawConnection(ports[place % ports.length]!)));
await sendResult('ready');

await receiveMessage();
const statuses: Record<number, number> = {};
const began = performance.now();
await Promise.all(
  speeches.map(async (speech, at) => {
    for (const request of speech) {
      const status = await wires[at]!.send(request);
      statuses[status] = (statuses[status] ?? 0) + 1;
    }
  }),
);
const seconds = (performance.now() - began) / 1000;
for (const connection of wires) connection.close();
await sendResult({ statuses, seconds });

async function signed(activity: object, peer: Peer, key: KeyObject): Promise<Buffer> {
  const body = JSON.stringify(activity);
  const date = new Date().toUTCString();
  const digest = `SHA-256=${createHash('sha256').update(body).digest('base64')}`;
  const base = `(request-target): post /inbox\nhost: ${host}\ndate: ${date}\ndigest: ${digest}`;
  const value = await promisify(sign)('sha256', Buffer.from(base), key);
  const signature = `keyId="${peer.keyIri}",algorithm="rsa-sha256",headers="(request-target) host date digest",signature="${value.toString('base64')}"`;
  return requestBytes(
    'POST',
    '/inbox',
    { host, date, digest, signature, 'content-type': 'application/activity+json' },
    body,
  );
}
