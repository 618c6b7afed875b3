/** What happens to unattached pictures, and to pictures whose worker dies. */
import { once } from 'node:events';
import { utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { pruneMedia } from '../../src/domain/media/prune.ts';
import { config } from '../../src/lib/config.ts';
import { newKey, store } from '../../src/lib/storage/storage.ts';
import { processMedium } from '../../workers/media-jobs.ts';
import { age } from '../support/age.ts';
import { as } from '../support/as.ts';
import { startBuiltWorker } from '../support/built-worker.ts';
import { cast } from '../support/cast.ts';
import { drain } from '../support/drain.ts';
import { dispatchAgain } from '../support/enqueued.ts';
import { filesOf, getMedium, getMediumAs, keyOf, keysOnDisk, sendUpload, upload } from '../support/pictures.ts';
import { withStoppedClock } from '../support/stopped-clock.ts';
import { stored } from '../support/stored.ts';
import { file, loosePicture, useCastWithPicture } from './fixture.ts';

useCastWithPicture();

test('a worker that dies during processing leaves nothing incomplete', async () => {
  const before = await keysOnDisk();
  const worker = startBuiltWorker({ FAIL_AT: 'picture_stored:2:kill' });
  const ended = once(worker, 'exit');
  await once(worker, 'message');

  const refused = await withStoppedClock(async (advance) => {
    const sent = sendUpload(cast.ann, '/media', { file });
    expect((await ended)[1]).toBe('SIGKILL');
    // The upload waits for so long at most.
    advance(21_000);
    return sent;
  });
  expect(refused.status).toBe(503);
  await dispatchAgain();
  await drain();
  expect(await keysOnDisk()).toEqual(before);
  expect(await stored.pictures()).toBe(0);
});

test('a worker that finishes too late deletes its files', async () => {
  const key = newKey();
  await store(key, 'upload', file);
  await processMedium({ mediumId: 999_999, key, purpose: 'item' });
  expect(await keysOnDisk()).not.toContain(key);
});

test('a job that runs twice has the same result', async () => {
  const { body } = await upload(cast.ann, '/media', { file });
  const job = { mediumId: body.id, key: keyOf(body.original), purpose: 'item' as const };
  expect(await processMedium(job)).toBe('done');
  expect(await filesOf(body.original)).toEqual(['medium', 'original', 'small']);
  expect((await getMediumAs(cast.ann, body.original)).status).toBe(200);
});

test('an unattached picture is deleted after a day, and attached pictures and avatars are not', async () => {
  const recipe = (await as(cast.ann).post('/recipes', { name: 'Bread' })).body.id;
  const { body: attached } = await upload(cast.ann, `/recipes/${recipe}/media`, { file });
  const { body: loose } = await upload(cast.ann, '/media', { file });
  const me = await upload(cast.ann, '/accounts/me/avatar', { file, root: 'avatar' }, 'PUT');
  await pruneMedia();
  expect((await getMediumAs(cast.ann, loose.original)).status).toBe(200);

  await age('pictures', '25 hours');
  await pruneMedia();
  await drain();
  expect((await getMediumAs(cast.ann, loose.original)).status).toBe(404);
  expect(await filesOf(loose.original)).toEqual([]);
  expect((await getMedium(attached.original)).status).toBe(200);
  expect((await getMedium(me.body.avatar.original)).status).toBe(200);
});

test('old files without a picture are deleted', async () => {
  const [stray, young] = [newKey(), newKey()];
  for (const key of [stray, young]) await store(key, 'upload', file);
  const long = new Date(Date.now() - 2 * 3_600_000);
  await utimes(join(config.dataDir, 'media', stray.slice(0, 2), stray), long, long);
  expect(await pruneMedia()).toBe(1);
  expect(await keysOnDisk()).toContain(young);
  expect(await keysOnDisk()).not.toContain(stray);
});

test('pictures of a draft are visible to its author only, until it is published', async () => {
  const { body: recipe } = await as(cast.ann).post('/recipes', { name: 'Bread' });
  const loose = await loosePicture();
  const draft = { recipe_id: recipe.id, name: 'My bread', prepared_at: '2026-11-20', media_ids: [loose.id] };
  const { status, body } = await as(cast.ann).post('/bakings', { baking: draft });
  expect([status, body.media.length]).toEqual([201, 1]);
  const { body: second } = await upload(cast.ann, `/bakings/${body.id}/media`, { file });
  for (const { original } of [loose, second]) {
    expect((await getMediumAs(cast.ann, original)).status).toBe(200);
    expect((await getMedium(original)).status).toBe(404);
  }
  await as(cast.ann).post(`/bakings/${body.id}/publish`);
  expect((await getMedium(second.original)).status).toBe(200);
  await as(cast.ann).delete(`/bakings/${body.id}/publish`);
  expect((await getMedium(second.original)).status).toBe(404);

  expect((await as(cast.ann).patch(`/bakings/${body.id}`, { media_ids: [second.id] })).status).toBe(204);
  await drain();
  expect(await filesOf(loose.original)).toEqual([]);
  expect((await as(cast.ann).get(`/bakings/${body.id}`)).body.media).toHaveLength(1);
});

test('a status without text must have at least one picture', async () => {
  const [first, second] = [await loosePicture(), await loosePicture()];
  const { body } = await as(cast.ann).post('/statuses', { status: { media_ids: [first.id, second.id] } });
  const path = `/statuses/${body.id}`;
  const blank = { errors: { content: ["can't be blank"] }, code: 'validation_failed' };

  expect(await as(cast.ann).patch(path, { status: { media_ids: [] } })).toMatchObject({
    status: 422,
    body: blank,
  });
  expect((await as(cast.ann).get(path)).body.media).toHaveLength(2);
  expect((await as(cast.ann).delete(`${path}/media/${first.id}`)).status).toBe(204);
  expect(await as(cast.ann).delete(`${path}/media/${second.id}`)).toMatchObject({ status: 422, body: blank });
  expect((await as(cast.ann).get(path)).body.media).toMatchObject([{ id: second.id }]);
  expect(await filesOf(second.original)).toHaveLength(3);

  const words = { status: { content: 'Words in its place', media_ids: [] } };
  expect((await as(cast.ann).patch(path, words)).status).toBe(204);
  expect((await as(cast.ann).get(path)).body).toMatchObject({ content: 'Words in its place', media: [] });
});
