/** Runs one script against an imitation of each peer software, over HTTP as a remote server would. */
import { beforeAll, describe, expect, test } from 'vitest';
import { anyone, as, testApp } from '../support/as.ts';
import { cast, useCast } from '../support/cast.ts';
import { drain } from '../support/drain.ts';
import { type Json, setInboxHandler } from '../support/remote-server.ts';
import { sampled } from '../support/test-length.ts';
import { withWorkers } from '../support/with-workers.ts';
import { type PeerServer, startPeer } from './peers/server.ts';
import type { Document, Peer } from './peers/shapes.ts';
import { software } from './peers/software.ts';

useCast();
beforeAll(() => setInboxHandler(testApp().fetch));

const counts = async (recipe: number) => {
  const { likes_count, boosts_count } = (await anyone.get(`/recipes/${recipe}`)).body;
  return { likes_count, boosts_count };
};

describe.each(sampled(Object.entries(software), 4))('%s', (name, build) => {
  let remote: PeerServer;
  let peer: Peer;
  let accountId: number;
  let recipe: { id: number; uri: string };
  let edited: Document;
  /** Its newest Follow of Ann. */
  let follow: Json;
  const ann = () => as(cast.ann);
  const mention = () => ({ iri: cast.ann.iri!, address: 'ann@cook.example' });
  const relation = async () => (await ann().get(`/accounts/relationships?id=${accountId}`)).body[0];
  const timeline = async (path: string): Promise<Json[]> =>
    (await ann().get(path)).body.map((event: { object: Json }) => event.object);
  const texts = (items: Json[]) => items.map(({ content_html }) => content_html);
  const containing = (text: string) => expect.stringContaining(text);

  /** Declares a step, unless the software cannot do it. */
  const step = (title: string, needs: (keyof Peer)[], run: () => Promise<void>) => {
    if (needs.every((need) => build('x.example')[need] !== undefined)) test(title, run);
  };

  beforeAll(async () => {
    remote = startPeer(build, name);
    ({ peer } = remote);
    recipe = (await ann().post('/recipes', { name: `Bread for ${name}` })).body;
    if (!peer.note) return;
    const [first, second] = [
      remote.write({ html: '<p>First soup</p>', minutesAgo: 60 }),
      remote.write({ html: '<p>Second soup</p>', minutesAgo: 50 }),
    ];
    remote.publish(peer.outbox?.([second, first]) ?? []);
    remote.publish(peer.featured?.([first]) ?? []);
  });

  step('an account is found by its handle', [], async () => {
    accountId = (await withWorkers(() => ann().get(`/accounts/${remote.handle}`))).body.id;
    const { body } = await ann().get(`/accounts/${accountId}`);
    expect(body).toMatchObject({
      username: 'alice',
      name: 'Alice',
      instance: `${name}.example`,
      state: 'loaded',
    });
  });

  step('its outbox is back-filled', ['outbox', 'follow'], async () => {
    const found = texts(await timeline(`/accounts/${accountId}/timeline`));
    expect(found).toEqual([containing('Second soup'), containing('First soup')]);
  });

  step('its pinned posts are shown', ['featured'], async () => {
    const { body } = await ann().get(`/accounts/${accountId}/pins`);
    expect(texts(body)).toEqual([containing('First soup')]);
  });

  const followAndAccept = async () => {
    expect((await ann().post(`/accounts/${accountId}/follow`)).status).toBe(201);
    await drain();
    expect(await relation()).toMatchObject({ following: false, following_requested: true });
    await remote.send(peer.accept!(remote.received('Follow')));
    expect(await relation()).toMatchObject({ following: true, following_requested: false });
  };

  step('Ann follows it, and it accepts', ['accept'], followAndAccept);

  step('it follows Ann and is accepted', ['follow'], async () => {
    follow = peer.follow!(cast.ann.iri!);
    await remote.send(follow);
    expect(await relation()).toMatchObject({ followed: true });
    expect(remote.received('Accept')).toMatchObject({ object: { id: follow.id } });
  });

  step('a post with a mention and a content warning arrives', ['create'], async () => {
    const note = remote.write({ html: '<p>Ann, raw eggs</p>', mention: mention(), warning: 'eggs' });
    await remote.send(peer.create!(note));
    const [notification] = (await ann().get('/notifications')).body;
    expect(notification).toMatchObject({ type: 'mention', account: { id: accountId } });
    expect(notification.object).toMatchObject({
      uri: note.id,
      content_html: containing('raw eggs'),
      edited_at: null,
      ...(note.summary !== undefined && { spoiler_text: 'eggs', sensitive: true }),
    });
  });

  step('a post reaches the home timeline of a follower', ['accept', 'create'], async () => {
    const note = remote.write({ html: '<p>Soup at home</p>' });
    await remote.send(peer.create!(note));
    // PeerTube's Notes are comments on videos, and replies are left out.
    const path = note.inReplyTo ? `/accounts/${accountId}/timeline?with_replies=true` : '/timeline';
    expect(texts(await timeline(path))).toContainEqual(containing('Soup at home'));
  });

  step('what a group announces reaches the home timeline of a follower', ['groupPost'], async () => {
    const { announce, documents } = peer.groupPost!('Soup in a group');
    remote.publish(documents);
    await remote.send(announce);
    await remote.waitUntilIdle();
    expect(texts(await timeline('/timeline'))).toContainEqual(containing('Soup in a group'));
  });

  const latest = async (uri: unknown) =>
    (await ann().get('/notifications')).body.find(({ object }: { object: Json | null }) => object?.uri === uri)?.object;

  /** Edits a note as of some minutes ago. */
  const edit = async (note: Document, html: string, minutesAgo: number) => {
    const dates = {
      published: new Date(note.published as string),
      updated: new Date(Date.now() - minutesAgo * 60_000),
    };
    const edited = { ...peer.note!({ html, ...dates, mention: mention() }), id: note.id };
    remote.publish([edited]);
    await remote.send(peer.update!(edited));
    return latest(note.id);
  };

  step('an edit is taken', ['update'], async () => {
    edited = remote.write({ html: '<p>Ann, to edit</p>', mention: mention() });
    await remote.send(peer.create!(edited));
    expect(await latest(edited.id)).toMatchObject({ edited_at: null });
    expect(await edit(edited, '<p>Ann, edited</p>', 3)).toMatchObject({
      content_html: containing('Ann, edited'),
      edited_at: expect.any(String),
    });
  });

  step('a second edit is taken', ['update'], async () => {
    expect(await edit(edited, '<p>Ann, edited twice</p>', 2)).toMatchObject({
      content_html: containing('edited twice'),
    });
  });

  step('a post is deleted', ['create', 'delete'], async () => {
    const note = remote.write({ html: '<p>Ann, to delete</p>', mention: mention() });
    await remote.send(peer.create!(note));
    expect(await latest(note.id)).toBeDefined();
    await remote.send(peer.delete!(note));
    expect(await latest(note.id)).toBeUndefined();
  });

  step('a like is taken back and given again', ['like', 'undo'], async () => {
    for (const _ of ['first', 'again']) {
      const like = peer.like!(recipe.uri);
      await remote.send(like);
      expect(await counts(recipe.id)).toMatchObject({ likes_count: 1 });
      await remote.send(peer.undo!(like));
      expect(await counts(recipe.id)).toMatchObject({ likes_count: 0 });
    }
  });

  step('a boost is taken back and given again', ['announce', 'undo'], async () => {
    for (const _ of ['first', 'again']) {
      const announce = peer.announce!(recipe.uri);
      await remote.send(announce);
      expect(await counts(recipe.id)).toMatchObject({ boosts_count: 1 });
      await remote.send(peer.undo!(announce));
      expect(await counts(recipe.id)).toMatchObject({ boosts_count: 0 });
    }
  });

  step('a reply to a recipe stands below it', ['create'], async () => {
    const reply = remote.write({ html: '<p>How long?</p>', inReplyTo: recipe.uri, mention: mention() });
    await remote.send(peer.create!(reply));
    const [found] = (await anyone.get(`/recipes/${recipe.id}/replies`)).body;
    expect(found).toMatchObject({ uri: reply.id, in_reply_to_id: recipe.id });
    const { ancestors } = (await anyone.get(`/statuses/${found.id}/context`)).body;
    expect(ancestors).toMatchObject([{ type: 'recipe', id: recipe.id }]);
  });

  step('missing replies of a thread are fetched', ['replies'], async () => {
    const draft = { html: '<p>Ann, a thread</p>', mention: mention(), minutesAgo: 30 };
    const root = remote.write(draft);
    const replies = ['One', 'Two'].map((text, at) =>
      remote.write({ html: `<p>${text}</p>`, inReplyTo: root.id, minutesAgo: 20 - at }),
    );
    const { value, documents } = peer.replies!(root, replies);
    root.replies = value;
    remote.publish(documents);
    await remote.send(peer.create!(root));

    const read = async () => {
      const { id } = await latest(root.id);
      return texts((await anyone.get(`/statuses/${id}/context`)).body.descendants);
    };
    expect(await read()).toEqual([]);
    await drain();
    expect(await read()).toEqual([containing('One'), containing('Two')]);
  });

  step('it unfollows Ann and follows her again', ['follow', 'undo'], async () => {
    for (const _ of ['first', 'again']) {
      await remote.send(peer.undo!(follow));
      expect(await relation()).toMatchObject({ followed: false });
      follow = peer.follow!(cast.ann.iri!);
      await remote.send(follow);
      expect(await relation()).toMatchObject({ followed: true });
    }
  });

  step('Ann unfollows it and follows it again', ['accept'], async () => {
    await ann().delete(`/accounts/${accountId}/follow`);
    await drain();
    expect(remote.received('Undo')).toMatchObject({ object: { type: 'Follow' } });
    await followAndAccept();
    if (!peer.create) return;
    await remote.send(peer.create!(remote.write({ html: '<p>Soup after all</p>' })));
    expect(texts(await timeline('/timeline'))).toContainEqual(containing('Soup after all'));
  });
});
