/** A disk without room: files are refused, texts are accepted, and everything goes on by itself when there is room. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { prisma } from '../../src/db/client.ts';
import type { Account } from '../../src/domain/accounts/account.ts';
import { register } from '../../src/domain/accounts/register.ts';
import { checkDisk } from '../../src/domain/instance/doctor/checks.ts';
import { ingestRemoteItem } from '../../src/domain/items/ingest-remote.ts';
import { config } from '../../src/lib/config.ts';
import { textOf } from '../../src/lib/language/text.ts';
import { mountSmallDisk, type SmallDisk } from '../faults/small-disk.ts';
import { anyone, as, testApp } from '../support/as.ts';
import { openBrowserAs } from '../support/browser.ts';
import { useDatabase } from '../support/database-connection.ts';
import { upsertAccount } from '../support/deliveries.ts';
import { drain } from '../support/drain.ts';
import { makeDue } from '../support/enqueued.ts';
import { getMedium, keysOnDisk, picture, sendUpload, upload } from '../support/pictures.ts';
import { remoteServerAt } from '../support/remote-server.ts';
import { remoteStatus } from '../support/remote-status.ts';
import { stored } from '../support/stored.ts';
import { origin, useWebServer } from '../support/web-server.ts';
import { withWorkers } from '../support/with-workers.ts';

/** In MiB. A share of it is kept free. */
const size = 40;
const disk = mountSmallDisk(config.dataDir, size) as SmallDisk;
const onSmallDisk = test.runIf(disk !== null);
// Registered first, and so the last to run.
afterAll(() => disk?.unmount());
useDatabase();
useWebServer();

const password = 'a long enough password';
let ann: Account;
let file: Buffer;
beforeAll(async () => {
  ann = await register({ username: 'ann', name: 'Ann', password });
  file = await picture(300, 200).jpeg().toBuffer();
});
beforeEach(() => disk?.fill());
afterEach(() => disk?.free());

const readiness = async () => (await testApp().request('https://cook.example/readyz')).json();
const noSpace = 'this server has no space left, and nothing was saved: try again later';

onSmallDisk(
  'uploads are refused with the reason while recipes are saved, and accepted as soon as there is room',
  async () => {
    const before = await keysOnDisk();
    const { status, body, headers } = await sendUpload(ann, '/media', { file });
    expect([status, body]).toEqual([503, { errors: { base: [noSpace] }, code: 'unavailable' }]);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await keysOnDisk()).toEqual(before);
    expect((await as(ann).post('/recipes', { name: 'Bread' })).status).toBe(201);
    disk.free();
    expect((await upload(ann, '/media', { file })).status).toBe(201);
  },
);

onSmallDisk('a recipe form with a photo comes back with its text, and is saved without the photo', async () => {
  const browser = await openBrowserAs('ann', password);
  const photo = new File([file as Uint8Array<ArrayBuffer>], 'pie.jpg', { type: 'image/jpeg' });
  const page = await browser.get('/write/recipe');
  const fields = Object.entries({ ...page.hidden, name: 'Apple pie', ingredients: '5 apples', steps: 'Bake.' });
  const refused = await browser.send('/write/recipe', [...fields, ['photo1', photo]]);
  expect(refused.status).toBe(422);
  expect(refused.html).toContain('This server has no space for photos and files at the moment.');
  expect(refused.html).toContain('value="Apple pie"');
  const saved = await browser.send('/write/recipe', fields);
  expect([saved.status, saved.location]).toEqual([303, `${origin}/@ann/recipes/apple-pie`]);
});

onSmallDisk('the picture of another server is not fetched, and is fetched when somebody looks later', async () => {
  const remote = remoteServerAt('peer.example');
  const url = remote.iri('/soup.jpg');
  const answer = () => new Response(file as Uint8Array<ArrayBuffer>, { headers: { 'content-type': 'image/jpeg' } });
  remote.responses.set(url, answer);
  const { id: authorId } = await upsertAccount('zoe', remote.host);
  const media = [{ url, description: '', contentType: 'image/jpeg', width: 0, height: 0, blurhash: null }];
  const id = await ingestRemoteItem(remoteStatus(remote.iri('/notes/1'), authorId, { media }), { backfilled: true });
  const [medium] = (await anyone.get(`/statuses/${id}`)).body.media;
  expect((await getMedium(medium.original)).status).toBe(404);
  expect(remote.requestedUrls).not.toContain(url);

  disk.free();
  expect((await withWorkers(() => getMedium(medium.original))).status).toBe(200);
});

onSmallDisk('a job that finds no room waits without being quarantined, and goes on', async () => {
  disk.free();
  const { id } = (await as(ann).post('/recipes', { name: 'Soup' })).body;
  const sent = sendUpload(ann, `/recipes/${id}/media`, { file });
  const countPending = () => stored.pictures({ state: 'pending' });
  await expect.poll(countPending).toBe(1);
  disk.fill();
  await drain();
  const [waiting, ...others] = await prisma().outbox.findMany({ where: { job: 'process-upload' } });
  expect([waiting, others]).toMatchObject([{ errors: 0, quarantinedAt: null }, []]);
  expect(waiting!.dueAt.getTime()).toBeGreaterThan(Date.now());
  disk.free();
  await makeDue('process-upload');
  await drain();
  expect((await sent).status).toBe(201);
});

onSmallDisk('the readiness check and the doctor say it, and name the folder and the space that is needed', async () => {
  expect(await readiness()).toMatchObject({ status: 'not ready', checks: { disk: false, database: true } });
  const [result] = await checkDisk();
  expect([result!.ok, textOf(result!.message)]).toEqual([
    false,
    `${config.dataDir} has 0.0 MiB free and needs 6.0 MiB: uploads, imports and pictures of other servers are refused until there is room`,
  ]);
  disk.resize(size + 3);
  expect(await readiness()).toMatchObject({ status: 'degraded', checks: { disk: false, database: true } });
  disk.resize(size);
  disk.free();
  expect(await readiness()).toMatchObject({ status: 'ok', checks: { disk: true } });
});
