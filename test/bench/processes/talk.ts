/** Sends activities to the inbox as many servers: signed in advance, one connection per actor. */
import { createPrivateKey } from 'node:crypto';
import { type ActivityMix, generateActivities } from '../load/activities.ts';
import { openRawConnection } from '../load/raw-connection.ts';
import { signedRequest } from '../load/signed-request.ts';
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

const { ports, peers, count, mix } = await receiveMessage<InboxLoad>();

const speeches = await Promise.all(
  peers.map(async (peer, place) => {
    const key = createPrivateKey(peer.privatePem);
    const activities = generateActivities(peer, place, count, mix);
    return Promise.all(activities.map((activity) => signedRequest(activity, peer.keyIri, key)));
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
