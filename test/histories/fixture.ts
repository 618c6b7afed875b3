/** The server under test with two members, and three remote servers with one actor each. */
import { selectInbound } from '../../src/db/sql/federation.ts';
import { db } from '../../src/db/statement.ts';
import { type Account, findAccountByIri } from '../../src/domain/accounts/account.ts';
import { updateProfile } from '../../src/domain/accounts/profile.ts';
import { register } from '../../src/domain/accounts/register.ts';
import { handleUnordered } from '../../src/federation/inbox/handle.ts';
import { as } from '../support/as.ts';
import { query } from '../support/database-connection.ts';
import { drain } from '../support/drain.ts';
import { type Json, type PeerActor, type RemoteServer, remoteServerAt } from '../support/remote-server.ts';
import { aboutOf, type Interaction, slotOf } from './interaction.ts';
import { authorOf, type Model, members, type Name, type RemoteName, remoteNames } from './model.ts';
import type { IncomingActivity } from './plan.ts';
import type { Requested } from './requested.ts';
import { createSender } from './sender.ts';

export interface Fixture {
  accounts: Record<Name, Account>;
  peers: Record<RemoteName, { server: RemoteServer; actor: PeerActor; featured: string }>;
  /** IRIs of the items that members published, by key. */
  iris: Map<string, string>;
}

export async function createFixture(): Promise<Fixture> {
  const [ann, bo] = await Promise.all([register({ username: 'ann' }), register({ username: 'bo' })]);
  await updateProfile(bo!.id, { locked: true });
  const accounts = { ann, bo } as Fixture['accounts'];
  const peers = {} as Fixture['peers'];
  for (const name of remoteNames) {
    const server = remoteServerAt(`${name}.example`);
    const featured = server.iri('/featured');
    const actor = server.actor(name, {
      featured,
      ...(name === 'ria' && { alsoKnownAs: ['https://rae.example/users/rae'] }),
    });
    peers[name] = { server, actor, featured };
    const follow = server.activity('Follow', actor, ann!.iri);
    await server.send(follow);
    await server.send(server.activity('Undo', actor, follow));
  }
  await drain();
  for (const name of remoteNames) accounts[name] = (await findAccountByIri(peers[name].actor.iri))!;

  const iris = new Map<string, string>();
  for (const name of members) {
    const me = as(accounts[name]);
    const recipe = { name: 'Soup', serving: 2, ingredients: ['1 onion'], steps: [{ content: 'Stir.' }] };
    iris.set(`${name}/recipe`, (await me.post('/recipes', { recipe })).body.uri);
    iris.set(`${name}/status`, (await me.post('/statuses', { status: { content: 'Soup?' } })).body.uri);
  }
  await drain();
  return { accounts, peers, iris };
}

/** How concurrent activities are handled: one by one, together in one process, or by independent processes. */
export type Concurrency = 'singly' | 'together' | 'apart';

/** Creates one history with item IRIs of its own. */
export function createHistory(fixture: Fixture, serial: number, concurrency: Concurrency) {
  const { accounts, peers } = fixture;
  const iris = new Map(fixture.iris);
  const activities = new Map<string, Json>();
  const { tick, naming, deliveriesOf } = createSender(serial);
  for (const name of remoteNames)
    for (const slot of [0, 1, 2, 3]) iris.set(`${name}/${slot}`, `https://${name}.example/notes/${serial}-${slot}`);

  function note(key: string, version: number): Json & { id: string } {
    const { actor, server } = peers[authorOf(key) as RemoteName];
    const { parent, recipe, mentioned } = aboutOf(key);
    const since = Date.now() - 3_600_000;
    const member = mentioned && accounts[mentioned];
    const json = {
      id: iris.get(key)!,
      published: new Date(since).toISOString(),
      content: `<p>version ${version}</p>`,
      ...(version > 0 && { updated: new Date(since + version * 1_000).toISOString() }),
      ...(parent && { inReplyTo: iris.get(parent) }),
      ...(recipe && { additionalType: 'https://w3id.org/potluck#Baking', isBasedOn: iris.get(recipe) }),
      ...(member && { tag: [{ type: 'Mention', href: member.iri, name: `@${mentioned}` }] }),
    };
    return server.note(actor, json) as Json & { id: string };
  }

  function toActivity(incoming: IncomingActivity, at: Date, versions: Map<string, number>): Json {
    const { kind, by, member, key, story, place } = incoming;
    const { actor, server, featured } = peers[by];
    const make = (type: string, object: unknown, more: Json = {}) =>
      server.activity(type, actor, object, { ...naming(incoming, at), ...more });
    const begin = (type: string, object: unknown) => {
      const activity = make(type, object);
      // Of several, the Undo names the first or the last.
      if (!activities.has(story) || place % 2 === 0) activities.set(story, activity);
      return activity;
    };
    const undo = () => {
      const undone = activities.get(story)!;
      return make('Undo', place % 2 === 0 ? undone : undone.id);
    };
    const requested = { type: 'Follow', actor: accounts[member].iri, object: actor.iri };
    const version = versions.get(key) ?? 0;
    switch (kind) {
      case 'post':
        versions.set(key, 0);
        return make('Create', note(key, 0));
      case 'edit':
        versions.set(key, version + 1);
        return make('Update', note(key, version + 1));
      case 'remove':
        server.fail(iris.get(key)!, 410);
        return make('Delete', { type: 'Tombstone', id: iris.get(key)! });
      case 'like':
        return begin(slotOf(key) === 1 ? 'EmojiReact' : 'Like', iris.get(key));
      case 'boost':
        return begin('Announce', iris.get(key));
      case 'follow':
        return begin('Follow', accounts[member].iri);
      case 'block':
        return begin('Block', accounts[member].iri);
      case 'accept':
        return make('Accept', requested);
      case 'reject':
        return make('Reject', requested);
      case 'pin':
        return make('Add', iris.get(key), { target: featured });
      case 'unpin':
        return make('Remove', iris.get(key), { target: featured });
      case 'move':
        return make('Move', actor.iri, { target: peers.ria.actor.iri });
      case 'leave':
        return make('Delete', actor.iri);
      default:
        return undo();
    }
  }

  const versions = new Map<string, number>();

  async function deliver(incoming: IncomingActivity[], model: Model): Promise<void> {
    const sent = incoming.map((one) => {
      const at = tick();
      return { ...one, at, activity: toActivity(one, at, versions) };
    });
    for (const name of remoteNames) {
      const { server, featured } = peers[name];
      const orderedItems = model.lists[name].map((key) => iris.get(key)!);
      server.serve(featured, () => ({ id: featured, type: 'OrderedCollection', orderedItems }));
    }
    const posts = deliveriesOf(sent, model).map(
      ({ by, body, at }) =>
        () =>
          peers[by].server.send(body, { by: peers[by].actor.rsa, at }),
    );

    if (concurrency === 'singly') {
      for (const post of posts) {
        await post();
        await drain();
      }
      return;
    }
    await Promise.all(posts.map((post) => post()));
    if (concurrency === 'apart') await handleConcurrently();
    await drain();
  }

  async function request(kind: Requested, { by, member, key }: Interaction): Promise<void> {
    const me = as(accounts[member]);
    const account = `/accounts/${accounts[by].id}`;
    const [item] = await query<{ id: number; type: string }>('SELECT id, type FROM eventable WHERE iri = $1', [
      iris.get(key),
    ]);
    const path = item && `/${item.type === 'status' ? 'statuses' : `${item.type}s`}/${item.id}`;
    const requests: Record<Requested, () => ReturnType<typeof me.post>> = {
      follow: () => me.post(`${account}/follow`),
      unfollow: () => me.delete(`${account}/follow`),
      block: () => me.post(`${account}/block`),
      unblock: () => me.delete(`${account}/block`),
      like: () => me.post(`${path}/like`),
      unlike: () => me.delete(`${path}/like`),
      boost: () => me.post(`${path}/boost`),
      answer: () =>
        me.post('/statuses', {
          status: { content: 'Yes.', in_reply_to_type: item!.type, in_reply_to_id: item!.id },
        }),
      authorize: () => me.post(`/follow_requests/${accounts[by].id}/authorize`),
      dismiss: () => me.post(`/follow_requests/${accounts[by].id}/reject`),
    };
    const response = await requests[kind]();
    if (response.status >= 300) throw new Error(`${member} ${kind} ${key}: ${response.status} ${response.text}`);
    if (kind === 'answer') iris.set(`${member}/re-${key}`, response.body.uri);
    await drain();
  }

  return { arrive: deliver, ask: request, iris };
}

/** Handles all waiting activities at once, as independent jobs do. */
async function handleConcurrently(): Promise<void> {
  const waiting = await query<{ id: number }>('SELECT id FROM inbound WHERE handled_at IS NULL');
  const rows = await selectInbound(
    db,
    waiting.map(({ id }) => id),
  );
  await Promise.all(rows.map((row) => handleUnordered(row)));
  await query('UPDATE inbound SET handled_at = now() WHERE handled_at IS NULL');
}
