/** Threads on two remote servers, by Bob and Carl, of which Ann receives posts. */
import { beforeAll, beforeEach, expect } from 'vitest';
import { prisma } from '../../src/db/client.ts';
import { emptyCaches } from '../../src/lib/cache.ts';
import { anyone, testApp } from '../support/as.ts';
import { anotherRemoteServer, bob, remote, useBob } from '../support/bob.ts';
import { cast, useCast } from '../support/cast.ts';
import { drain } from '../support/drain.ts';
import { type Json, type PeerActor, type RemoteServer, setInboxHandler } from '../support/remote-server.ts';
import { changeItem } from '../support/stored.ts';

export let other: RemoteServer;
export let carl: PeerActor;

/** The whole application and its people; Bob and Carl, each on a server of his own, are new to each test. */
export function useConversations(): void {
  useCast();
  useBob();
  beforeAll(async () => {
    setInboxHandler(testApp().fetch);
  });
  beforeEach(() => {
    other = anotherRemoteServer();
    carl = other.actor('carl');
    emptyCaches();
  });
}

export type Note = Json & { id: string };
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
export const contentAt = (content: string, minutes: number, changes: Json = {}): Json => ({
  content: `<p>${content}</p>`,
  published: minutesAgo(minutes),
  ...changes,
});

/** Ann gets it, for it mentions her. */
export async function deliverToAnn(note: Note, server = remote, author = bob): Promise<number> {
  note.tag = [{ type: 'Mention', href: cast.ann.iri, name: '@ann' }];
  expect((await server.send(server.activity('Create', author, note))).status).toBe(202);
  await drain();
  return idOf(note.id);
}

export const idOf = async (iri: string): Promise<number> =>
  Number((await prisma().eventable.findUnique({ where: { iri } }))?.id ?? 0);

export const repliesAt = (note: Note, items: () => unknown[]): void => {
  note.replies = `${note.id}/replies`;
  remote.serve(`${note.id}/replies`, () => ({
    id: `${note.id}/replies`,
    type: 'Collection',
    first: { type: 'CollectionPage', partOf: `${note.id}/replies`, items: items() },
  }));
};

export async function openThread(id: number): Promise<{ ancestors: string[]; descendants: string[] }> {
  const { body } = await anyone.get(`/statuses/${id}/context`);
  const textOf = (all: { content: string }[]) => all.map(({ content }) => content);
  return { ancestors: textOf(body.ancestors), descendants: textOf(body.descendants) };
}

export const allowRefetch = async (id: number) => {
  await changeItem(id, { repliesReadAt: null });
  emptyCaches();
};
