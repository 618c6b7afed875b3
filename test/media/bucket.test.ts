/** Pictures stored in a bucket. Potluck serves them to permitted viewers, and the bucket is not public. */
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { pruneMedia } from '../../src/domain/media/prune.ts';
import { newKey, openStored, store, storeFile } from '../../src/lib/storage/storage.ts';
import { as } from '../support/as.ts';
import { startBuiltWorker } from '../support/built-worker.ts';
import { cast } from '../support/cast.ts';
import { cli } from '../support/cli.ts';
import { drain } from '../support/drain.ts';
import { makeDue } from '../support/enqueued.ts';
import { getMedium, getMediumAs, keyOf, keysOnDisk, sendUpload, upload } from '../support/pictures.ts';
import { scratchFolder } from '../support/scratch.ts';
import { stored } from '../support/stored.ts';
import { isFull, scaled } from '../support/test-length.ts';
import { file, useCastWithPicture } from './fixture.ts';

const s3 = await vi.hoisted(async () => {
  const [{ startS3 }, { useOwnModules }] = await Promise.all([
    import('../support/s3.ts'),
    import('../support/own-modules.ts'),
  ]);
  const started = await startS3();
  useOwnModules(started.env);
  return started;
});

useCastWithPicture();
beforeEach(() => {
  s3.down = false;
});
afterAll(() => {
  expect(s3.refused).toEqual([]);
  s3.stop();
});

const namesOf = (key: string) =>
  [...s3.objects.keys()]
    .filter((path) => path.startsWith(`media/${key}/`))
    .map((path) => path.split('/')[2])
    .toSorted();

async function publishedPicture(visibility = 'public') {
  const recipe = (await as(cast.ann).post('/recipes', { name: 'Bread', visibility })).body.id;
  const { status, body } = await upload(cast.ann, `/recipes/${recipe}/media`, { file });
  expect(status).toBe(201);
  return { recipe, ...body };
}

test('an upload is stored in the bucket only, in three sizes, and served unchanged', async () => {
  const onDisk = await keysOnDisk();
  const { original, medium } = await publishedPicture();
  expect(namesOf(keyOf(original))).toEqual(['medium', 'original', 'small']);
  expect(await keysOnDisk()).toEqual(onDisk);
  expect(original).toMatch(/^https:\/\/cook\.example\/media\//);

  const response = await getMedium(medium);
  const stored = s3.objects.get(`media/${keyOf(medium)}/medium`)!.bytes;
  const bytes = Buffer.from(await response.arrayBuffer());
  expect([response.status, response.headers.get('content-length')]).toEqual([200, String(stored.length)]);
  expect(bytes.equals(stored)).toBe(true);
  expect((await sharp(bytes).metadata()).format).toBe('webp');
  expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, s-maxage=300, immutable');

  const etag = response.headers.get('etag')!;
  expect((await getMedium(medium, { 'if-none-match': etag })).status).toBe(304);
  expect((await getMedium(medium, { 'if-none-match': '"other"' })).status).toBe(200);
});

test('a followers-only picture is read from the bucket only for permitted viewers', async () => {
  const { original } = await publishedPicture('private');
  const before = s3.asked.length;
  expect((await getMedium(original)).status).toBe(404);
  expect(s3.asked.length).toBe(before);
  const seen = await getMediumAs(cast.ann, original);
  expect([seen.status, seen.headers.get('cache-control')]).toEqual([200, 'private, no-store']);
});

test('a deleted picture is deleted from the bucket', async () => {
  const { recipe, id, original } = await publishedPicture();
  expect((await as(cast.ann).delete(`/recipes/${recipe}/media/${id}`)).status).toBe(204);
  await drain();
  expect(namesOf(keyOf(original))).toEqual([]);
  expect((await getMedium(original)).status).toBe(404);
});

test('an unavailable bucket is a 503 with Retry-After, and nothing is stored', async () => {
  const { original } = await publishedPicture();
  const [objects, rows] = [s3.objects.size, await stored.pictures()];
  s3.down = true;
  const refused = await sendUpload(cast.ann, '/media', { file });
  expect([refused.status, refused.body.code, refused.headers.get('retry-after')]).toEqual([503, 'unavailable', '5']);
  expect((await getMedium(original)).status).toBe(503);

  s3.down = false;
  expect([s3.objects.size, await stored.pictures()]).toEqual([objects, rows]);
  expect((await getMedium(original)).status).toBe(200);
});

test('a file that could not be deleted is deleted when the bucket is available again', async () => {
  const { recipe, id, original } = await publishedPicture();
  s3.down = true;
  await as(cast.ann).delete(`/recipes/${recipe}/media/${id}`);
  await drain();
  expect(namesOf(keyOf(original))).toHaveLength(3);
  s3.down = false;
  await makeDue();
  await drain();
  expect(namesOf(keyOf(original))).toEqual([]);
});

test('old objects without a picture are deleted, in any number', async () => {
  const strayCount = scaled({ short: 110, full: 700 });
  const { original } = await publishedPicture();
  const young = newKey();
  await store(young, 'upload', file);
  const long = new Date(Date.now() - 2 * 3_600_000);
  for (const object of s3.objects.values()) object.changedAt = long;
  s3.objects.get(`media/${young}/upload`)!.changedAt = new Date();
  const strays = Array.from({ length: strayCount }, newKey);
  for (const key of strays)
    for (const name of ['original', 'small']) s3.objects.set(`media/${key}/${name}`, { bytes: file, changedAt: long });
  s3.objects.set('elsewhere/x', { bytes: file, changedAt: long });

  expect(await pruneMedia()).toBe(strayCount);
  expect(strays.flatMap(namesOf)).toEqual([]);
  expect(namesOf(young)).toEqual(['upload']);
  expect(namesOf(keyOf(original))).toHaveLength(3);
  expect(s3.objects.has('elsewhere/x')).toBe(true);
});

test('a worker on another machine processes uploads', async () => {
  const worker = startBuiltWorker({ DATA_DIR: scratchFolder('other-machine') });
  const ended = once(worker, 'exit');
  await once(worker, 'message');
  try {
    const { status, body } = await sendUpload(cast.ann, '/media', { file });
    expect(status).toBe(201);
    expect((await getMediumAs(cast.ann, body.small)).status).toBe(200);
  } finally {
    worker.kill('SIGTERM');
    await ended;
  }
});

test('the doctor distinguishes a working bucket from a missing one', async () => {
  const storage = async (env: Record<string, string>) => {
    const findings = JSON.parse((await cli(['doctor', '--json'], { env })).stdout);
    return findings.find(({ check }: { check: string }) => check === 'storage');
  };
  const [good, missing] = await Promise.all([storage({}), storage({ S3_BUCKET: 'nothing' })]);
  expect(good).toMatchObject({ ok: true });
  expect(missing).toMatchObject({
    ok: false,
    message: expect.stringContaining('there is no bucket nothing'),
  });
  if (!isFull) return;
  const others: Record<string, string>[] = [{ S3_ENDPOINT: 'http://127.0.0.1:1' }, { S3_SECRET_ACCESS_KEY: 'wrong' }];
  for (const found of await Promise.all(others.map(storage))) expect(found).toMatchObject({ ok: false });
  s3.refused.length = 0;
});

test('a large file is uploaded to the bucket without reading it into memory', async () => {
  const [key, path] = [newKey(), join(scratchFolder('bucket'), 'large')];
  const bytes = Buffer.alloc(3 * 2 ** 20, 'potluck');
  await writeFile(path, bytes);
  await storeFile(key, 'export', path);
  expect(s3.objects.get(`media/${key}/export`)!.bytes.equals(bytes)).toBe(true);
  const found = await openStored(key, 'export');
  expect(found!.size).toBe(bytes.length);
  await found!.discard();
});
