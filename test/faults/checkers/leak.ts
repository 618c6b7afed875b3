/** LEAK: a followers-only or direct item that is readable for a viewer whom an independent model excludes. */
import { expectedState, followsOf } from '../expectation.ts';
import type { Fixture } from '../fixture.ts';
import type { Item } from '../journal.ts';
import type { Arrivals } from './arrivals.ts';
import { type View, viewKey } from './view.ts';

export function findLeaks(fixture: Fixture, view: View, arrivals: Arrivals): string[] {
  const { journal, members, anybody, followerHosts } = fixture;
  const closed = journal.items.filter(({ visibility }) => visibility === 'private' || visibility === 'direct');
  return closed.flatMap((item) => {
    const forbidden = [anybody, ...Object.values(members)].filter(({ name }) => !mayRead(fixture, name, item));
    const local = forbidden.filter((viewer) => {
      const lists = [...(view.home.get(viewer.name) ?? []), ...(viewer === anybody ? view.public : [])];
      const response = view.items.get(viewKey(viewer, item));
      return [JSON.stringify(response?.body ?? ''), ...lists.map(({ text }) => text)].some((text) =>
        text.includes(item.marker),
      );
    });
    const hosts = new Set(
      arrivals.first
        .filter(({ host }) => item.visibility === 'direct' || !followerHosts.get(item.author)?.has(host))
        .filter(({ json }) => JSON.stringify(json).includes(item.marker))
        .map(({ host }) => host),
    );
    return [...local.map(({ name }) => name || 'anybody'), ...hosts].map((who) => `${item.marker} to ${who}`);
  });
}

/** The author, and followers of the author unless it is direct, which mentions nobody here. */
export function mayRead({ journal, blocks }: Fixture, viewer: string, item: Item): boolean {
  if (viewer === item.author) return true;
  if (viewer === '' || item.visibility === 'direct' || blocks.has(`${item.author} ${viewer}`)) return false;
  return expectedState(followsOf(journal, viewer, item.author), 'follow') !== false;
}
