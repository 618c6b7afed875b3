/**
 * Puts an imitated peer on a remote server of the test: its documents are served, and its activities are sent signed.
 */
import { expect } from 'vitest';
import { cast } from '../../support/cast.ts';
import { query } from '../../support/database-connection.ts';
import { drain } from '../../support/drain.ts';
import { activityType, type Json, newRsaPair, type RemoteServer, remoteServerAt } from '../../support/remote-server.ts';
import { type Document, type Draft, now, type Peer, type Software, waitASecond } from './shapes.ts';

/** Generating keys is slow, so all peers share one key pair. */
const pair = newRsaPair();

export interface PeerServer {
  peer: Peer;
  server: RemoteServer;
  /** `name@host`. */
  handle: string;
  /** Writes a note and serves it, with its collection of replies. */
  write(draft: Omit<Draft, 'published'> & { minutesAgo?: number }, replies?: Document[]): Document;
  /** Posts an activity to the inbox of Ann and runs all jobs. */
  send(activity: Json): Promise<void>;
  /** Runs jobs that wait for the result of a fetch. */
  waitUntilIdle(): Promise<void>;
  /** Serves documents at their ids. */
  publish(documents: Document[]): void;
  /** The newest activity of this type that we posted to it. */
  received(type: string): Json;
}

export function startPeer(software: Software, name: string): PeerServer {
  const host = `${name}.example`;
  const server = remoteServerAt(host);
  const peer = software(host);
  const handle = `${peer.username}@${host}`;
  const publish = (documents: Document[]) => {
    for (const document of documents) server.object(document);
  };

  publish([peer.actor(pair.publicPem), ...(peer.members?.(pair.publicPem) ?? [])]);
  const links = [{ rel: 'self', type: activityType, href: peer.iri }];
  const webfinger = `https://${host}/.well-known/webfinger?resource=${encodeURIComponent(`acct:${handle}`)}`;
  server.serve(webfinger, () => ({ subject: `acct:${handle}`, links }), 'application/jrd+json');

  return {
    peer,
    server,
    handle,
    publish,
    write: ({ minutesAgo = 5, ...draft }, replies = []) => {
      const note = peer.note!({ ...draft, published: new Date(Date.now() - minutesAgo * 60_000) });
      const collection = peer.replies?.(note, replies);
      if (collection) note.replies = collection.value;
      publish([note, ...(collection?.documents ?? [])]);
      return note;
    },
    send: async (activity) => {
      const by = { iri: peer.keyIri, privateKey: pair.privateKey };
      const response = await server.send(activity, {
        to: cast.ann.id,
        by,
        at: now(),
        ...(peer.dialect && { dialect: peer.dialect }),
      });
      expect(response.status, await response.text()).toBe(202);
      waitASecond();
      await drain();
    },
    waitUntilIdle: async () => {
      await query(`UPDATE outbox SET due_at = now() WHERE dispatched_at IS NULL`);
      await drain();
    },
    received: (type) => server.inbox.findLast((activity) => activity.type === type)!,
  };
}
