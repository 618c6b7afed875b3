/** Avatars, and headers above profiles. */
import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { prisma } from '../../src/db/client.ts';
import { getAccount } from '../../src/domain/accounts/account.ts';
import { pruneMedia } from '../../src/domain/media/prune.ts';
import { age } from '../support/age.ts';
import { as } from '../support/as.ts';
import { cast, useCast } from '../support/cast.ts';
import { drain } from '../support/drain.ts';
import { filesOf, getMedium, picture, sendUpload, type UploadForm, upload } from '../support/pictures.ts';
import { lastUpdated } from '../support/sent-activities.ts';
import { untilTimeout } from '../support/stopped-clock.ts';

useCast();
let file: Buffer;
beforeAll(async () => {
  file = await picture(900, 900).jpeg().toBuffer();
});

const put = (sent: UploadForm) => upload(cast.ann, '/accounts/me/avatar', { root: 'avatar', ...sent }, 'PUT');
const avatarOf = async (name: string) => (await as(cast.bo).get(`/accounts/${name}`)).body.avatar;

test('an avatar has three sizes, and replaces the previous one', async () => {
  const { status, body } = await put({ file, description: 'Ann laughing' });
  expect(status).toBe(200);
  expect(body.avatar).toMatchObject({ description: 'Ann laughing', blurhash: expect.any(String) });
  expect(await avatarOf('ann')).toEqual(body.avatar);
  const { original, medium, small } = body.avatar;
  const widths = await Promise.all(
    [original, medium, small].map(async (url) => (await sharp(await (await getMedium(url)).bytes()).metadata()).width),
  );
  expect(widths).toEqual([400, 200, 80]);

  const second = await put({ file, plain: true });
  expect(second.body.avatar.description).toBeNull();
  expect(second.body.avatar.original).not.toBe(original);
  expect((await getMedium(original)).status).toBe(404);
  expect(await filesOf(original)).toEqual([]);
  expect((await lastUpdated()).icon.url).toBe(second.body.avatar.original);
});

test('without an avatar, the default avatar is shown', async () => {
  const { body } = await put({ file });
  expect((await as(cast.ann).delete('/accounts/me/avatar')).status).toBe(204);
  expect((await avatarOf('ann')).original).toBe('https://cook.example/assets/avatar-400.png');
  expect((await getMedium(body.avatar.small)).status).toBe(404);
  await drain();
  expect(await filesOf(body.avatar.small)).toEqual([]);
  expect((await as(cast.ann).delete('/accounts/me/avatar')).status).toBe(204);
});

test('an invalid picture changes nothing', async () => {
  const { body } = await put({ file });
  const refused = await put({ file: Buffer.from('%PDF-1.7') });
  expect([refused.status, refused.body.errors]).toEqual([
    422,
    { file: ['is PDF, which cannot be read here: save it as JPEG or PNG'] },
  ]);
  expect((await put({})).status).toBe(422);
  expect(await avatarOf('ann')).toEqual(body.avatar);
});

test('an avatar cannot be attached to an item', async () => {
  await put({ file });
  const { avatarKey } = await getAccount(cast.ann.id);
  const { id } = await prisma().medium.findUniqueOrThrow({ where: { key: avatarKey! } });
  const { status } = await as(cast.ann).post('/statuses', { content: 'x', media_ids: [Number(id)] });
  expect(status).toBe(422);
});

test('without a worker, the previous avatar remains', async () => {
  const before = await avatarOf('ann');
  const sent = { root: 'avatar', file };
  const response = await untilTimeout(() => sendUpload(cast.ann, '/accounts/me/avatar', sent, 'PUT'));
  expect(response.status).toBe(503);
  await drain();
  expect(await avatarOf('ann')).toEqual(before);
});

test('a header is shown above the profile and sent to other servers, until it is removed', async () => {
  const wide = await picture(1_500, 500).jpeg().toBuffer();
  const { status, body } = await upload(cast.ann, '/accounts/me/header', { root: 'header', file: wide }, 'PUT');
  expect([status, body.id]).toEqual([200, cast.ann.id]);
  const { header } = (await as(cast.bo).get('/accounts/ann')).body;
  expect(header).toEqual(body.header);
  expect((await sharp(await (await getMedium(header.medium)).bytes()).metadata()).width).toBe(1_200);
  expect((await lastUpdated()).image.url).toBe(header.original);

  await age('pictures', '2 days');
  await pruneMedia();
  expect((await getMedium(header.small)).status).toBe(200);

  expect((await as(cast.ann).delete('/accounts/me/header')).status).toBe(204);
  expect((await as(cast.bo).get('/accounts/ann')).body).not.toHaveProperty('header');
  expect((await getMedium(header.small)).status).toBe(404);
  await drain();
  expect(await filesOf(header.small)).toEqual([]);
});
