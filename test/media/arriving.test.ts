/** Uploads while they arrive: they lie on disk without a name, and nothing remains of those that are not stored. */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readlinkSync, statSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { config } from '../../src/lib/config.ts';
import { receiveFile } from '../../src/lib/storage/local-file.ts';
import { tokenOf } from '../support/as.ts';
import { cast } from '../support/cast.ts';
import { cookieOf } from '../support/get-page.ts';
import { keysOnDisk, upload } from '../support/pictures.ts';
import { chunkOf, headOf, openConnection, sendRaw } from '../support/raw-request.ts';
import { expectNothingUncaught } from '../support/uncaught.ts';
import { useWebServer } from '../support/web-server.ts';
import { file, useCastWithPicture } from './fixture.ts';

useCastWithPicture();
useWebServer();
expectNothingUncaught();

const mebi = 2 ** 20;
/** Starts like a JPEG. */
const photo = Buffer.alloc(12 * mebi, Buffer.from([0xff, 0xd8, 0xff, 0xe0]));
const type = 'multipart/form-data; boundary=b';
const partOf = (name: string) =>
  Buffer.from(`--b\r\nContent-Disposition: form-data; name="${name}"; filename="a.jpg"\r\n\r\n`);
const end = Buffer.from('\r\n--b--\r\n');

let headers: Record<string, string>;
const warnings: string[] = [];
const noteWarning = ({ message }: Error) => void warnings.push(message);
beforeAll(async () => {
  process.on('warning', noteWarning);
  headers = { ...(await cookieOf(cast.ann)), authorization: `Bearer ${await tokenOf(cast.ann)}`, 'content-type': type };
});

/** A file that is forgotten is closed some time later, with a warning. */
afterAll(() => {
  process.off('warning', noteWarning);
  expect(warnings.filter((message) => message.includes('garbage collection'))).toEqual([]);
});

/** The sizes of the files without a name that this process, which is also the server, has open. */
function openFiles(): number[] {
  const sizes: number[] = [];
  for (const fd of readdirSync('/proc/self/fd')) {
    try {
      const target = readlinkSync(`/proc/self/fd/${fd}`);
      if (target.startsWith(`${config.dataDir}/copy-`)) sizes.push(statSync(`/proc/self/fd/${fd}`).size);
    } catch {
      // Closed in the meantime.
    }
  }
  return sizes;
}

const namesInDataFolder = () => readdirSync(config.dataDir).filter((name) => name.startsWith('copy-'));

async function expectNothingLeft(before: string[]): Promise<void> {
  await expect.poll(openFiles).toEqual([]);
  expect(namesInDataFolder()).toEqual([]);
  expect(await keysOnDisk()).toEqual(before);
}

/** A form without its token is shown again, with its texts. */
const routes: [path: string, field: string, refusals: { tooLarge: number; noPicture: number }][] = [
  ['/api/v1/media', 'media[file]', { tooLarge: 413, noPicture: 422 }],
  ['/write/post', 'photo1', { tooLarge: 200, noPicture: 200 }],
];

describe.each(routes)('%s', (path, field, refusals) => {
  const part = partOf(field);

  test('a photo that arrives is on disk, has no name, and is gone when the connection breaks', async () => {
    const before = await keysOnDisk();
    const socket = openConnection();
    socket.on('error', () => {});
    socket.write(headOf({ path, headers }));
    socket.write(chunkOf(part));
    for (let at = 0; at < photo.length; at += mebi) {
      socket.write(chunkOf(photo.subarray(at, at + mebi)));
      if (socket.writableNeedDrain) await once(socket, 'drain');
    }
    await expect.poll(openFiles).toEqual([expect.closeTo(photo.length, -6)]);
    expect(namesInDataFolder()).toEqual([]);
    socket.resetAndDestroy();
    await expectNothingLeft(before);
  });

  test('nothing remains of a body that is cut at any byte, or whose connection breaks there', async () => {
    const before = await keysOnDisk();
    const body = Buffer.concat([part, Buffer.from('abc'), end]);
    for (let at = 0; at < body.length - 2; at += 1)
      for (const then of ['next', 'broken'] as const)
        await sendRaw({ path, headers, body: body.subarray(0, at), chunkBytes: 7, then });
    await expectNothingLeft(before);
  });

  test('nothing remains of a photo that is refused', async () => {
    const before = await keysOnDisk();
    const tooLarge = Buffer.concat([part, photo, photo.subarray(0, config.maxUploadBytes - photo.length + 1), end]);
    const noPicture = Buffer.concat([part, Buffer.alloc(100_000, 'a'), end]);
    const statusOf = async (body: Buffer) => (await sendRaw({ path, headers, body, chunkBytes: mebi }))[0];
    expect({ tooLarge: await statusOf(tooLarge), noPicture: await statusOf(noPicture) }).toEqual(refusals);
    await expectNothingLeft(before);
  });
});

test('nothing but the three sizes remains of a photo that is stored', async () => {
  const before = await keysOnDisk();
  expect((await upload(cast.ann, '/media', { file })).status).toBe(201);
  expect(openFiles()).toEqual([]);
  expect(namesInDataFolder()).toEqual([]);
  expect(await keysOnDisk()).toHaveLength(before.length + 1);
});

test('a file in many pieces is the same on disk, and is also recognized by its last bytes', async () => {
  const comment = 60_000;
  const zip = Buffer.alloc(22 + comment);
  zip.write('PK\x05\x06', 'latin1');
  zip.writeUInt16LE(comment, 20);
  for (const [tail, found] of [
    [zip, null],
    [Buffer.alloc(zip.length), 'jpeg'],
  ] as const) {
    const content = Buffer.concat([photo.subarray(0, mebi), tail]);
    const receiver = await receiveFile();
    for (let at = 0; at < content.length; at += 99_999) await receiver.write(content.subarray(at, at + 99_999));
    const received = await receiver.end();
    expect(received.pictureType).toBe(found);
    expect(received.digest).toBe(createHash('sha256').update(content).digest('base64url'));
    expect(content.equals(await received.bytes())).toBe(true);
    await received.close();
  }
});
