/** The final visible state, according to the model and on the real server. */
import { anyone, as } from '../support/as.ts';
import { query } from '../support/database-connection.ts';
import type { Fixture } from './fixture.ts';
import { authorOf, hasBlock, type Member, type Model, members, type Name, remoteNames } from './model.ts';

export interface VisibleState {
  /** As in `Model`: `a>b`. */
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

const isReal = (model: Model, name: Name) => !model.left.has(name as (typeof remoteNames)[number]);

export function expectedState(model: Model): VisibleState {
  const items = [...model.items.values()];
  const each = <T>(actualState: (member: Member) => T) => ({ ann: actualState('ann'), bo: actualState('bo') });
  const number = (set: Set<string>, holds: (tie: string) => boolean) => [...set].filter(holds).length;
  return {
    follows: [...model.follows].sort(),
    requests: [...model.requests].sort(),
    blocks: [...model.blocks].sort(),
    items: Object.fromEntries(
      items.map(({ key, version, likes, boosts }) => {
        const replies = items.filter(({ parent }) => parent === key).length;
        const cooked = items.filter(({ recipe }) => recipe === key).length;
        const counts = `♥ ${likes.size} ↻ ${boosts.size} ↩ ${replies} cooked ${cooked}`;
        return [key, `${members.some((name) => name === authorOf(key)) ? '' : `version ${version}, `}${counts}`];
      }),
    ),
    homes: each((member) =>
      [...model.homes[member]]
        .filter(([key]) => !hasBlock(model, member, authorOf(key)))
        .filter(([, events]) => [...events].some((event) => event.split(' ')[1] !== 'reply'))
        .map(([key]) => key)
        .sort(),
    ),
    everybody: items
      .filter(({ action }) => action === 'create')
      .map(({ key }) => key)
      .sort(),
    notices: each((member) =>
      [...model.notifications]
        .map((notice) => notice.split(' ') as [string, string, Name, string])
        .filter(([recipient, , actor]) => recipient === member && !hasBlock(model, member, actor))
        .map(([, ...rest]) => rest.join(' '))
        .sort(),
    ),
    counts: each((member) => {
      const followers = number(model.follows, (tie) => tie.endsWith(`>${member}`));
      return `${followers} followers, follows ${number(model.follows, (tie) => tie.startsWith(`${member}>`))}`;
    }),
    pins: remoteNames.flatMap((name) => (isReal(model, name) ? model.pins[name] : [])).sort(),
    tombstoned: [...model.tombstoned].filter((key) => isReal(model, authorOf(key))).sort(),
    moved: model.moved && isReal(model, 'rae'),
  };
}

export async function actualState(fixture: Fixture, iris: Map<string, string>, model: Model): Promise<VisibleState> {
  const { accounts } = fixture;
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
  const pins = remoteNames.filter((name) => isReal(model, name)).map((name) => accounts[name].id);
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
      .filter((key) => isReal(model, authorOf(key)))
      .sort(),
    moved: moved.length > 0,
  };
}
