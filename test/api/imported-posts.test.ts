/** Posts from archives of Mastodon and Pixelfed: quiet, with dates, pictures and threads, and never twice. */
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { pack } from 'tar-stream';
import { beforeAll, expect, test } from 'vitest';
import { prisma } from '../../src/db/client.ts';
import type { Account } from '../../src/domain/accounts/account.ts';
import { removeStored } from '../../src/lib/storage/storage.ts';
import { age } from '../support/age.ts';
import { anyone, as, testApp } from '../support/as.ts';
import { bob, remote, useBob } from '../support/bob.ts';
import { cast, useCast } from '../support/cast.ts';
import { drain } from '../support/drain.ts';
import { makeDue } from '../support/enqueued.ts';
import { setCount } from '../support/limits.ts';
import { picture, sendUpload } from '../support/pictures.ts';
import { setInboxHandler } from '../support/remote-server.ts';
import { itemIdsOf } from '../support/stored.ts';
import { zipOf } from '../support/zip.ts';

useCast();
useBob();
beforeAll(() => setInboxHandler(testApp().fetch));

const old = 'https://old.example/users/ann';
const everyone = 'https://www.w3.org/ns/activitystreams#Public';
const create = (number: number, changes: object = {}) => ({
  id: `${old}/statuses/${number}/activity`,
  type: 'Create',
  actor: old,
  object: {
    id: `${old}/statuses/${number}`,
    type: 'Note',
    attributedTo: old,
    content: `<p>Post ${number}</p>`,
    published: `2021-03-0${number}T10:00:00Z`,
    to: [everyone],
    cc: [`${old}/followers`],
    summary: null,
    sensitive: false,
    inReplyTo: null,
    tag: [],
    attachment: [],
    ...changes,
  },
});
const outbox = (...orderedItems: object[]) =>
  JSON.stringify({ '@context': 'x', id: 'outbox.json', type: 'OrderedCollection', orderedItems });
async function tarOf(files: Record<string, string | Buffer>): Promise<Buffer> {
  const tar = pack();
  for (const [name, content] of Object.entries(files)) tar.entry({ name }, content);
  tar.finalize();
  return buffer(tar);
}
const tarGzOf = async (files: Record<string, string | Buffer>) => gzipSync(await tarOf(files));

const uploadImport = (who: Account, bytes: Uint8Array | string, name = 'archive.zip') =>
  sendUpload(who, '/imports', { file: Buffer.from(bytes), name, root: 'import' });
async function importPosts(who: Account, bytes: Uint8Array | string) {
  const { status, body, text } = await uploadImport(who, bytes);
  expect(status, text).toBe(201);
  expect((await as(who).post(`/imports/${body.id}/confirm`)).status).toBe(202);
  await drain();
  return { preview: body.posts, result: (await as(who).get(`/imports/${body.id}`)).body };
}
const postsOf = async (who: Account) => {
  const ids = await itemIdsOf(who.id, 'status');
  return Promise.all(ids.map(async (id) => (await as(who).get(`/statuses/${id}`)).body));
};

test('own posts keep their dates, pictures and threads, and nobody is notified of them', async () => {
  const photo = await picture(30, 20).jpeg().toBuffer();
  const files = {
    'outbox.json': outbox(
      create(3, { inReplyTo: `${old}/statuses/2`, content: '<p>And salt</p>' }),
      create(1, {
        content:
          '<p>A <strong>soup</strong> for <span class="h-card"><a href="https://peer.example/@eve" class="u-url mention">@<span>eve</span></a></span><br>1. boil <a href="https://old.example/tags/Soup" class="mention hashtag" rel="tag">#<span>Soup</span></a><script>alert(1)</script></p>',
        tag: [{ type: 'Mention', href: 'https://peer.example/@eve', name: '@eve@peer.example' }],
        attachment: [
          {
            type: 'Document',
            mediaType: 'image/jpeg',
            name: 'A pot',
            url: '/bucket/media_attachments/files/1/original/a.jpg',
          },
          { type: 'Document', mediaType: 'video/mp4', url: 'media_attachments/files/2/v.mp4', name: null },
        ],
      }),
      create(2, { to: [`${old}/followers`], cc: [], summary: 'Onions', sensitive: true }),
      create(4, { to: ['https://peer.example/users/eve'], cc: [], content: 'For you only' }),
      create(5, { inReplyTo: 'https://peer.example/notes/1' }),
      create(6, { inReplyTo: `${old}/statuses/5` }),
      create(7, { type: 'Question' }),
      create(8, { cc: [everyone], to: [`${old}/followers`] }),
      { id: `${old}/9`, type: 'Announce', object: 'https://peer.example/notes/1' },
      create(9, { content: '', published: 'soon' }),
      create(9, { published: '0000-03-09T10:00:00Z' }),
    ),
    'media_attachments/files/1/original/a.jpg': photo,
  };
  await as(cast.bo).post(`/accounts/${cast.ann.id}/follow`);
  await remote.send(remote.activity('Follow', bob, cast.ann.iri));
  await drain();
  const leftOut = { boosts: 1, replies: 2, direct: 1, polls: 1, unreadable: 2 };
  const { preview, result } = await importPosts(cast.ann, await tarGzOf({ ...files, '../../etc/passwd': 'root' }));
  expect(preview).toMatchObject({
    posts: 4,
    pictures: 1,
    left_out: leftOut,
    oldest: '2021-03-01T10:00:00.000Z',
  });
  expect(result).toMatchObject({ done: 4, total: 4, posts: { made: 4, already_here: 0, problems: [] } });

  const [first, second, third, fourth] = await postsOf(cast.ann);
  expect(first).toMatchObject({
    content: 'A **soup** for @eve@peer.example\n1\\. boil #Soup',
    content_html: expect.stringMatching(/^<p>A <strong>soup<\/strong>.*1\. boil <a href="http[^"]*\/tags\/soup"/),
    visibility: 'public',
    published_at: '2021-03-01T10:00:00.000Z',
    tags: ['soup'],
    media: [{ description: 'A pot', width: 30 }],
  });
  expect(first.content_html).not.toContain('alert');
  expect(second).toMatchObject({ visibility: 'private', spoiler_text: 'Onions', sensitive: true });
  expect(third).toMatchObject({ in_reply_to_id: second.id, visibility: 'public' });
  expect(fourth.visibility).toBe('unlisted');
  expect((await anyone.get(`/statuses/${second.id}`)).status).toBe(404);
  expect((await as(cast.bo).get('/timeline')).body).toEqual([]);
  expect((await as(cast.bo).get('/notifications')).body).toEqual([]);
  expect(remote.inbox.map(({ type }) => type)).toEqual(['Accept']);
  const loud = await as(cast.ann).post('/statuses', { status: { content: 'Here' } });
  await drain();
  expect((await as(cast.bo).get('/timeline')).body).toMatchObject([{ object: { id: loud.body.id } }]);
  expect(remote.inbox.map(({ type }) => type)).toEqual(['Accept', 'Create']);

  // The same archive as a zip, and with one post more.
  const again = await importPosts(cast.ann, await zipOf(files));
  expect(again.result.posts).toMatchObject({ made: 0, already_here: 4, problems: [] });
  const more = outbox(create(1), create(2), create(8), create(9));
  expect((await importPosts(cast.ann, more)).result.posts).toMatchObject({ made: 1, already_here: 3 });
  expect(await postsOf(cast.ann)).toHaveLength(6);
  await as(cast.ann).patch(`/statuses/${first.id}`, { status: { content: `${first.content}!` } });
  expect((await as(cast.ann).get(`/statuses/${first.id}`)).body.content_html).toContain('1. boil');
});

test('posts of Pixelfed come with pictures that are still on their server', async () => {
  const photo = await picture(30, 20).png().toBuffer();
  remote.responses.set(remote.iri('/1.png'), () => new Response(new Uint8Array(photo)));
  const status = (id: number, changes: object = {}) => ({
    id: String(id),
    uri: remote.iri(`/p/ann/${id}`),
    url: remote.iri(`/p/ann/${id}`),
    created_at: `2022-05-0${id}T08:00:00.000000Z`,
    content: `Cake ${id}`,
    visibility: 'public',
    in_reply_to_id: null,
    reblog: null,
    spoiler_text: '',
    sensitive: false,
    mentions: [],
    poll: null,
    media_attachments: [{ type: 'image', url: remote.iri(`/${id}.png`), description: `Photo ${id}` }],
    ...changes,
  });
  const json = JSON.stringify([
    status(1),
    status(2),
    status(3, { visibility: 'direct' }),
    status(4, { in_reply_to_id: '77' }),
    status(5, { reblog: status(1) }),
    status(6, { in_reply_to_id: 1, media_attachments: [], content: 'More' }),
  ]);
  const { preview, result } = await importPosts(cast.bo, json);
  expect(preview).toMatchObject({ posts: 3, pictures: 2, left_out: { boosts: 1, replies: 1, direct: 1 } });
  expect(result.format).toBe('Pixelfed');
  expect(result.posts).toMatchObject({
    made: 3,
    problems: ['2.png is missing or no picture.'],
  });
  const [cake, bare, reply] = await postsOf(cast.bo);
  expect(cake).toMatchObject({ content: 'Cake 1', media: [{ description: 'Photo 1', width: 30 }] });
  expect(bare.media).toEqual([]);
  expect(reply.in_reply_to_id).toBe(cake.id);
});

test('an import asks a server for few pictures at a time and goes on by itself, and reads its source no more', async () => {
  const photo = await picture(30, 20).png().toBuffer();
  const attachments = (number: number) =>
    [0, 1, 2, 3].map((at) => {
      const url = remote.iri(`/${number}-${at}.png`);
      return { type: 'Document', mediaType: 'image/png', url, name: '' };
    });
  const posts = [1, 2, 3].map((number) =>
    create(number, { id: `${old}/few/${number}`, attachment: attachments(number) }),
  );
  for (const { url } of posts.flatMap(({ object }) => object.attachment as { url: string }[]))
    remote.responses.set(url, () => new Response(new Uint8Array(photo)));
  const { body } = await uploadImport(cast.bo, outbox(...posts));
  // A busy machine leaves the reading to a worker.
  await drain();
  await removeStored((await prisma().import.findUniqueOrThrow({ where: { id: body.id } })).key!);
  await setCount(['import-fetch', cast.bo.id, remote.host], 94);
  const asked = () => remote.requestedUrls.filter((url) => url.endsWith('.png')).length;
  await as(cast.bo).post(`/imports/${body.id}/confirm`);
  await drain();
  expect(asked()).toBe(6);
  expect((await as(cast.bo).get(`/imports/${body.id}`)).text).toContain(
    `${remote.host} is asked for a little at a time`,
  );

  await age('key values', '1 hour');
  await makeDue('run-import');
  await drain();
  const { posts: counts } = (await as(cast.bo).get(`/imports/${body.id}`)).body;
  expect(counts).toMatchObject({ made: 3, problems: [] });
  expect(asked()).toBe(12);
});

test('an import asks a server for few of the recipes that its steps mention at a time', async () => {
  const mentions = [1, 2, 3].map((at) => ({ '@type': 'Recipe', url: remote.iri(`/mentioned/${at}`) }));
  const recipe = {
    '@context': 'https://schema.org',
    '@type': 'Recipe',
    name: 'Linked soup',
    recipeIngredient: ['1 onion'],
    recipeInstructions: [{ '@type': 'HowToStep', text: 'Make the stock.', mentions }],
  };
  const { body } = await as(cast.bo).post('/imports', { text: JSON.stringify(recipe) });
  await setCount(['import-fetch', cast.bo.id, remote.host], 98);
  const read = async () => (await as(cast.bo).get(`/imports/${body.id}`)).body;
  await as(cast.bo).post(`/imports/${body.id}/confirm`);
  await drain();
  expect((await read()).finished_at).toBeNull();
  expect(remote.requestedUrls.filter((url) => url.includes('/mentioned/'))).toEqual([]);

  await age('key values', '1 hour');
  await makeDue('run-import');
  await drain();
  expect((await read()).finished_at).not.toBeNull();
  expect(remote.requestedUrls.filter((url) => url.includes('/mentioned/'))).toHaveLength(3);
});

test('an interrupted import adds the missing posts and pictures only', async () => {
  const photo = await picture(30, 20).jpeg().toBuffer();
  const attachment = [{ type: 'Document', mediaType: 'image/jpeg', url: 'media_attachments/a.jpg', name: '' }];
  const files = {
    'outbox.json': outbox(create(1, { attachment }), create(2)),
    'media_attachments/a.jpg': photo,
  };
  await importPosts(cast.cy, await zipOf(files));
  const before = await postsOf(cast.cy);
  expect(before.map(({ media }) => media.length)).toEqual([1, 0]);
  await prisma().importedItem.updateMany({ where: { accountId: cast.cy.id }, data: { finishedAt: null } });
  await prisma().medium.deleteMany({ where: { accountId: cast.cy.id } });
  const { result } = await importPosts(cast.cy, await zipOf(files));
  expect(result.posts.problems).toEqual([]);
  const after = await postsOf(cast.cy);
  expect(after.map(({ id, media }) => [id, media.length])).toEqual(before.map(({ id, media }) => [id, media.length]));
});

test('archives without posts and hostile ones are refused with a reason', async () => {
  const zeros = Buffer.alloc(2 ** 20);
  // A gzip file may have many members (RFC 1952 §2.2), so that one file is packed once. Two blocks end an archive.
  const packed = gzipSync((await tarOf({ 'a.bin': zeros })).subarray(0, -1_024));
  const bomb = Buffer.concat(Array.from({ length: 300 }, () => packed));
  const cut = (await tarGzOf({ 'outbox.json': outbox(create(1)), 'a.bin': zeros })).subarray(0, 300);
  const cases: [string, Uint8Array | string, string][] = [
    ['nothing but boosts', outbox({ type: 'Announce', object: { id: 'x' } }), 'has no posts'],
    ['a bomb', bomb, 'unpacks to too much'],
    ['a damaged archive', cut, 'is not an archive that can be read'],
    ['an outbox of numbers', '{"orderedItems":[1,2,{"object":null}]}', 'has no posts'],
    ['deep JSON', `{"orderedItems":${'['.repeat(200_000)}`, 'is not valid JSON'],
  ];
  for (const [name, bytes, reason] of cases) {
    const { status, text } = await uploadImport(cast.ann, bytes, 'archive');
    expect([name, [413, 422, 400].includes(status)]).toEqual([name, true]);
    expect(text, name).toContain(reason);
  }
});
