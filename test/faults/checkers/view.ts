/** Reads what each client sees in the end, through the API. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { ClientResponse } from '../../support/api-client.ts';
import type { Client } from '../client.ts';
import type { Fixture } from '../fixture.ts';
import type { Item } from '../journal.ts';
import { pathOf } from '../operations.ts';

/** An entry of a list. */
export interface Shown {
  id: number;
  /** The name of a recipe or the content of a status. */
  text: string;
}

export interface View {
  /** By member. */
  own: Map<string, Shown[]>;
  home: Map<string, Shown[]>;
  /** The public timeline, seen without a token. */
  public: Shown[];
  /** What a client gets at the URL of an item. */
  items: Map<string, ClientResponse>;
}

export const viewKey = (viewer: Client, { marker }: Item): string => `${viewer.name} ${marker}`;

export async function readView(fixture: Fixture): Promise<View> {
  const { members, anybody, journal } = fixture;
  const everybody = Object.values(members);
  const view: View = { own: new Map(), home: new Map(), public: [], items: new Map() };
  for (const member of everybody) {
    const [recipes, statuses] = [await list(member, '/recipes'), await list(member, '/statuses')];
    view.own.set(member.name, [...recipes, ...statuses]);
    view.home.set(member.name, await list(member, '/timeline?with_replies=true'));
  }
  view.public = await list(anybody, '/timelines/public');
  const pairs = [anybody, ...everybody].flatMap((viewer) =>
    journal.items.filter(({ id }) => id !== null).map((item) => ({ viewer, item })),
  );
  await inParallel(pairs, async ({ viewer, item }) => {
    view.items.set(viewKey(viewer, item), await insist(viewer, pathOf(item)));
  });
  return view;
}

/** Repeats until there is an answer. */
export async function insist(client: Client, path: string): Promise<ClientResponse> {
  for (let attempts = 0; attempts < 400; attempts += 1) {
    const response = await client.request('get', path);
    if (response && response.status < 500) return response;
    await sleep(150);
  }
  throw new Error(`${path} was never answered`);
}

export async function list(client: Client, path: string): Promise<Shown[]> {
  const shown: Shown[] = [];
  let next: string | undefined = `${path}${path.includes('?') ? '&' : '?'}limit=80`;
  while (next) {
    const page: ClientResponse = await insist(client, next);
    for (const entry of page.body) {
      const item = entry.object ?? entry;
      shown.push({ id: item.id, text: `${item.name ?? ''} ${item.content ?? ''}` });
    }
    next = /<([^>]+)>; rel="next"/.exec(String(page.headers.link ?? ''))?.[1];
  }
  return shown;
}

const parallel = 8;

async function inParallel<T>(all: T[], run: (one: T) => Promise<void>): Promise<void> {
  const left = all.values();
  await Promise.all(
    Array.from({ length: parallel }, async () => {
      for (const one of left) await run(one);
    }),
  );
}
