/** What is to be seen in the end: by the small world, and on the real server. */
import { anyone, as } from '../support/as.ts';
import { query } from '../support/deliveries.ts';
import type { Stage } from './stage.ts';
import { atOdds, authorOf, type Member, members, type Name, strangers, type World } from './world.ts';

export interface Sight {
  /** In words of `World`, `a>b`. */
  follows: string[];
  requests: string[];
  blocks: string[];
  /** Version and counters by key. */
  items: Record<string, string>;
  homes: Record<Member, string[]>;
  everybody: string[];
  notices: Record<Member, string[]>;
  /** Followers and followed. */
  counts: Record<Member, string>;
  pins: string[];
  tombstoned: string[];
  moved: boolean;
}

const isReal = (world: World, name: Name) => !world.left.has(name as (typeof strangers)[number]);

export function expected(world: World): Sight {
  const items = [...world.items.values()];
  const each = <T>(see: (member: Member) => T) => ({ ann: see('ann'), bo: see('bo') });
  const number = (set: Set<string>, holds: (tie: string) => boolean) => [...set].filter(holds).length;
  return {
    follows: [...world.follows].sort(),
    requests: [...world.requests].sort(),
    blocks: [...world.blocks].sort(),
    items: Object.fromEntries(
      items.map(({ key, version, likes, boosts }) => {
        const replies = items.filter(({ parent }) => parent === key).length;
        const cooked = items.filter(({ recipe }) => recipe === key).length;
        const counts = `♥ ${likes.size} ↻ ${boosts.size} ↩ ${replies} cooked ${cooked}`;
        return [key, `${members.some((name) => name === authorOf(key)) ? '' : `version ${version}, `}${counts}`];
      }),
    ),
    homes: each((member) =>
      [...world.homes[member]]
        .filter(([key]) => !atOdds(world, member, authorOf(key)))
        .filter(([, events]) => [...events].some((event) => event.split(' ')[1] !== 'reply'))
        .map(([key]) => key)
        .sort(),
    ),
    everybody: items
      .filter(({ action }) => action === 'create')
      .map(({ key }) => key)
      .sort(),
    notices: each((member) =>
      [...world.notices]
        .map((notice) => notice.split(' ') as [string, string, Name, string])
        .filter(([recipient, , actor]) => recipient === member && !atOdds(world, member, actor))
        .map(([, ...rest]) => rest.join(' '))
        .sort(),
    ),
    counts: each((member) => {
      const followers = number(world.follows, (tie) => tie.endsWith(`>${member}`));
      return `${followers} followers, follows ${number(world.follows, (tie) => tie.startsWith(`${member}>`))}`;
    }),
    pins: strangers.flatMap((name) => (isReal(world, name) ? world.pins[name] : [])).sort(),
    tombstoned: [...world.tombstoned].filter((key) => isReal(world, authorOf(key))).sort(),
    moved: world.moved && isReal(world, 'rae'),
  };
}

export async function see(stage: Stage, iris: Map<string, string>, world: World): Promise<Sight> {
  const { accounts } = stage;
  const keyOf = new Map([...iris].map(([key, iri]) => [iri, key]));
  const nameOf = new Map(Object.entries(accounts).map(([name, { id }]) => [id, name]));
  const ties = async (table: string, one: string, other: string) =>
    (await query<Record<string, number>>(`SELECT ${one} AS one, ${other} AS other FROM ${table}`))
      .map((row) => `${nameOf.get(row.one!)}>${nameOf.get(row.other!)}`)
      .sort();
  const each = async <T>(look: (member: Member) => Promise<T>) => ({
    ann: await look('ann'),
    bo: await look('bo'),
  });
  const keysIn = (events: { object: { uri: string } }[]) => events.map(({ object }) => keyOf.get(object.uri)!).sort();

  const rows = await query<Record<string, string>>(
    `SELECT e.iri, content_html, likes_count, boosts_count, replies_count, cooked_count, host
     FROM eventable e JOIN account a ON a.id = e.account_id`,
  );
  const tombstones = await query<{ iri: string }>('SELECT iri FROM tombstone WHERE iri = ANY($1)', [[...keyOf.keys()]]);
  const pins = strangers.filter((name) => isReal(world, name)).map((name) => accounts[name].id);
  const moved = await query<{ one: number }>(
    'SELECT 1 AS one FROM account WHERE id = $1 AND moved_to_id = $2 AND deleted_at IS NULL',
    [accounts.rae.id, accounts.ria.id],
  );
  return {
    follows: await ties('follow', 'follower_id', 'followee_id'),
    requests: await ties('follow_request', 'requester_id', 'target_id'),
    blocks: await ties('block', 'blocker_id', 'blocked_id'),
    items: Object.fromEntries(
      rows.map((row) => {
        const version = row.host === '' ? '' : `${/version \d+/.exec(row.content_html!)?.[0]}, `;
        const counts = `♥ ${row.likes_count} ↻ ${row.boosts_count} ↩ ${row.replies_count} cooked ${row.cooked_count}`;
        return [keyOf.get(row.iri!) ?? row.iri!, `${version}${counts}`];
      }),
    ),
    homes: await each(async (member) => keysIn((await as(accounts[member]).get('/timeline?limit=80')).body)),
    everybody: keysIn((await anyone.get('/timelines/public?limit=80')).body),
    notices: await each(async (member) => {
      const { body } = await as(accounts[member]).get('/notifications?limit=80');
      return body
        .map(
          (received: { type: string; account: { id: number }; object: { uri: string } | null }) =>
            `${received.type} ${nameOf.get(received.account.id)} ${received.object ? keyOf.get(received.object.uri) : '-'}`,
        )
        .sort();
    }),
    counts: await each(async (member) => {
      const [row] = await query<{ a: number; b: number }>(
        'SELECT followers_count AS a, following_count AS b FROM account WHERE id = $1',
        [accounts[member].id],
      );
      return `${row!.a} followers, follows ${row!.b}`;
    }),
    pins: (await Promise.all(pins.map((id) => anyone.get(`/accounts/${id}/pins`))))
      .flatMap(({ body }) => body.map(({ uri }: { uri: string }) => keyOf.get(uri)!))
      .sort(),
    tombstoned: tombstones
      .map(({ iri }) => keyOf.get(iri)!)
      .filter((key) => isReal(world, authorOf(key)))
      .sort(),
    moved: moved.length > 0,
  };
}
