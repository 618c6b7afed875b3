/** Remote pictures: fetched on first view, cached within a budget, and never for viewers without access. */
import { utimes } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import sharp from 'sharp';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { prisma } from '../../src/db/client.ts';
import { follow } from '../../src/domain/interactions/follow.ts';
import { ingestRemoteItem, type RemoteItem } from '../../src/domain/items/ingest-remote.ts';
import { pruneMedia } from '../../src/domain/media/prune.ts';
import { config } from '../../src/lib/config.ts';
import { anyone, as } from '../support/as.ts';
import { cast, useCast } from '../support/cast.ts';
import { upsertAccount } from '../support/deliveries.ts';
import { drain } from '../support/drain.ts';
import {
  filesOf,
  getMedium,
  getMediumAs,
  insertPicture as insertPictureRow,
  keyOf,
  picture,
} from '../support/pictures.ts';
import { insertFollow } from '../support/relations.ts';
import { type RemoteServer, remoteServerAt } from '../support/remote-server.ts';
import { remoteStatus } from '../support/remote-status.ts';
import { untilTimeout } from '../support/stopped-clock.ts';
import { withWorkers } from '../support/with-workers.ts';

await vi.hoisted(async () =>
  (await import('../support/own-modules.ts')).useOwnModules({ REMOTE_MEDIA_CACHE_BYTES: '2000' }),
);

useCast();
let jpeg: Buffer;
let remote: RemoteServer;
let serial = 0;
beforeAll(async () => {
  jpeg = await picture(300, 200).jpeg().toBuffer();
});
beforeEach(() => {
  serial += 1;
  remote = remoteServerAt(`peer${serial}.example`);
});

const serving = (path: string, answer: () => Response) => {
  const url = remote.iri(path);
  remote.responses.set(url, answer);
  return url;
};
const bytes =
  (body: Buffer, type = 'image/jpeg') =>
  () =>
    new Response(body as Uint8Array<ArrayBuffer>, { headers: { 'content-type': type } });

/** Creates a status of Zoe with this picture, and returns the picture as the API shows it. */
async function insertPicture(url: string, changes: Partial<RemoteItem> = {}) {
  const { id: authorId } = await upsertAccount('zoe', remote.host);
  const item = remoteStatus(remote.iri(`/notes/${Math.random()}`), authorId, {
    media: [{ url, description: 'Soup', contentType: 'image/jpeg', width: 0, height: 0, blurhash: null }],
    ...changes,
  });
  const id = (await ingestRemoteItem(item, { backfilled: true }))!;
  const [medium] = (await as(cast.ann).get(`/statuses/${id}`)).body.media ?? [];
  return { id, item, authorId, medium };
}
const viewPicture = (url: string) => withWorkers(() => getMedium(url));

test('is fetched on first view, re-encoded without metadata, and cached', async () => {
  const exif = await picture(300, 200)
    .withExif({ IFD0: { Artist: 'Somebody' } })
    .jpeg()
    .toBuffer();
  const url = serving('/soup.jpg', bytes(exif, 'text/html'));
  const { id, medium } = await insertPicture(url);
  expect(medium).toMatchObject({
    description: 'Soup',
    original: expect.stringContaining('https://cook.example/media/'),
  });
  expect(remote.requestedUrls).not.toContain(url);

  const response = await viewPicture(medium.original);
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/webp']);
  expect((await sharp(await response.bytes()).metadata()).exif).toBeUndefined();
  expect((await viewPicture(medium.small)).status).toBe(200);
  expect(remote.requestedUrls.filter((asked) => asked === url)).toHaveLength(1);
  const [after] = (await anyone.get(`/statuses/${id}`)).body.media;
  expect(after).toMatchObject({ width: 300, height: 200, blurhash: expect.stringMatching(/.{28}/) });
});

test('is not fetched for a viewer without access', async () => {
  const url = serving('/private.jpg', bytes(jpeg));
  const { item, authorId } = await insertPicture(url, { visibility: 'private' });
  await follow(cast.bo.id, authorId);
  await insertFollow(cast.bo.id, authorId);
  const { key } = await prisma().medium.findFirstOrThrow({ where: { remoteUrl: item.media[0]!.url } });
  const address = `https://cook.example/media/${key}/original`;

  expect((await viewPicture(address)).status).toBe(404);
  expect((await withWorkers(() => getMediumAs(cast.cy, address))).status).toBe(404);
  expect(remote.requestedUrls).not.toContain(url);
  expect((await withWorkers(() => getMediumAs(cast.bo, address))).status).toBe(200);
  expect(remote.requestedUrls).toContain(url);
});

test.each([
  ['an SVG', () => new Response('<svg xmlns="http://www.w3.org/2000/svg"/>')],
  ['an HTML page', () => new Response('<html>', { headers: { 'content-type': 'image/jpeg' } })],
  ['more than 16 MiB', () => new Response(new Uint8Array(17 * 2 ** 20).fill(255))],
  ['a 404', () => new Response(null, { status: 404 })],
])('%s is a 404 and not requested again', async (_, answer) => {
  const url = serving('/wrong', answer);
  const { id, medium } = await insertPicture(url);
  expect((await viewPicture(medium.original)).status).toBe(404);
  expect((await viewPicture(medium.original)).status).toBe(404);
  expect(remote.requestedUrls.filter((asked) => asked === url)).toHaveLength(1);
  expect(await filesOf(medium.original)).toEqual([]);
  expect((await anyone.get(`/statuses/${id}`)).body.media).toEqual([]);
});

test('a server that does not respond times out after four seconds, and is not asked again', async () => {
  const url = serving('/slow.jpg', () => new Response(null, { status: 503 }));
  const { medium } = await insertPicture(url);
  for (const _ of ['first', 'again'])
    expect((await untilTimeout(() => getMedium(medium.original), drain)).status).toBe(404);
  expect(remote.requestedUrls.filter((asked) => asked === url)).toHaveLength(1);
});

test('viewers of a picture that is being fetched share one wait, and too many pictures at once are refused', async () => {
  const { medium } = await insertPicture(serving('/late.jpg', bytes(jpeg)));
  const queries = vi.spyOn(pg.Client.prototype, 'query');
  const answers = await Promise.all(Array.from({ length: 10 }, () => getMedium(medium.original)));
  const count = queries.mock.calls.length;
  queries.mockRestore();
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404));
  expect(count).toBeGreaterThan(10);
  expect(count).toBeLessThan(80);

  const late = await prisma().medium.findFirstOrThrow({ where: { remoteUrl: remote.iri('/late.jpg') } });
  const rows: { key: string }[] = [];
  for (let n = 1; n <= 60; n += 1) {
    const pending = { state: 'pending', remoteUrl: `${late.remoteUrl}${n}` } as const;
    rows.push(await insertPictureRow(Number(late.accountId), Number(late.eventableId), pending));
  }
  const many = await untilTimeout(() =>
    Promise.all(rows.map(({ key }) => getMedium(`https://cook.example/media/${key}/small`))),
  );
  const refused = many.filter(({ status }) => status === 503);
  expect([refused.length, refused[0]?.headers.has('retry-after')]).toEqual([10, true]);
  // Those that were awaited make room.
  expect((await viewPicture(medium.original)).status).toBe(200);
});

test('beyond the budget, the least recently viewed picture is removed, and fetched again on the next view', async () => {
  await prisma().medium.updateMany({ where: { remoteUrl: { not: null } }, data: { state: 'pending' } });
  const pictures: { original: string }[] = [];
  for (const name of ['/a.jpg', '/b.jpg', '/c.jpg'])
    pictures.push((await insertPicture(serving(name, bytes(jpeg)))).medium);
  for (const { original } of pictures) {
    expect((await viewPicture(original)).status).toBe(200);
    // Removed with each new picture, not on a timer.
    const cached = { where: { state: 'ready', remoteUrl: { not: null } }, _sum: { bytes: true } } as const;
    await expect
      .poll(async () => Number((await prisma().medium.aggregate(cached))._sum.bytes))
      .toBeLessThanOrEqual(2_000);
  }
  await expect.poll(() => filesOf(pictures[0]!.original)).toEqual([]);
  expect(await filesOf(pictures[2]!.original)).not.toEqual([]);
  expect((await viewPicture(pictures[0]!.original)).status).toBe(200);
});

test('is deleted with its item, and when an update removes it', async () => {
  const { item, medium } = await insertPicture(serving('/gone.jpg', bytes(jpeg)));
  expect((await viewPicture(medium.original)).status).toBe(200);
  await ingestRemoteItem({ ...item, media: [], updatedAt: new Date(Date.now() + 1_000) }, { backfilled: true });
  await drain();
  expect((await getMedium(medium.original)).status).toBe(404);
  expect(await filesOf(medium.original)).toEqual([]);
});

test('an avatar is fetched in its own sizes, and replaced when its URL changes', async () => {
  const first = serving('/zoe.jpg', bytes(jpeg));
  await upsertAccount('zoe', remote.host, { avatarUrl: first, avatarDescription: 'Zoe' });
  const avatarOf = async () => (await as(cast.ann).get(`/accounts/zoe@${remote.host}`)).body.avatar;
  const avatar = await avatarOf();
  expect(avatar.description).toBe('Zoe');
  expect(remote.requestedUrls).not.toContain(first);
  expect((await sharp(await (await viewPicture(avatar.small)).bytes()).metadata()).width).toBe(80);
  expect((await avatarOf()).blurhash).toMatch(/.{28}/);

  await upsertAccount('zoe', remote.host, { avatarUrl: first });
  expect((await avatarOf()).original).toBe(avatar.original);
  await upsertAccount('zoe', remote.host, { avatarUrl: serving('/new.jpg', bytes(jpeg)) });
  expect((await avatarOf()).original).not.toBe(avatar.original);
  await upsertAccount('zoe', remote.host, { avatarUrl: null });
  expect((await avatarOf()).original).toBe('https://cook.example/assets/avatar-400.png');
  await drain();
  expect(await filesOf(avatar.small)).toEqual([]);
});

test('the header of a profile is fetched when it is first shown', async () => {
  const wide = serving('/wide.jpg', bytes(jpeg));
  await upsertAccount('ida', remote.host, { headerUrl: wide });
  const headerOf = async () => (await as(cast.ann).get(`/accounts/ida@${remote.host}`)).body.header;
  const header = await headerOf();
  expect(remote.requestedUrls).not.toContain(wide);
  expect((await viewPicture(header.medium)).status).toBe(200);
  await upsertAccount('ida', remote.host, { headerUrl: null });
  expect(await headerOf()).toBeUndefined();
});

test('files that a crash left behind when their picture was evicted are pruned', async () => {
  const [left, kept] = [
    await insertPicture(serving('/left.jpg', bytes(jpeg))),
    await insertPicture(serving('/kept.jpg', bytes(jpeg))),
  ];
  for (const { medium } of [left, kept]) expect((await viewPicture(medium.original)).status).toBe(200);
  const long = new Date(Date.now() - 2 * 3_600_000);
  for (const { medium } of [left, kept]) {
    const key = keyOf(medium.original);
    await utimes(join(config.dataDir, 'media', key.slice(0, 2), key), long, long);
  }
  const key = keyOf(left.medium.original);
  await prisma().medium.update({ where: { key }, data: { state: 'pending', bytes: 0 } });
  expect((await filesOf(left.medium.original)).length).toBe(3);
  await pruneMedia();
  expect(await filesOf(left.medium.original)).toEqual([]);
  expect((await filesOf(kept.medium.original)).length).toBe(3);
  expect((await viewPicture(left.medium.original)).status).toBe(200);
});
