/** Refused uploads, which must leave nothing. */
import { setTimeout } from 'node:timers/promises';
import sharp from 'sharp';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { config } from '../../src/lib/config.ts';
import { log } from '../../src/lib/log.ts';
import { anyone, as, request, tokenOf } from '../support/as.ts';
import { cast } from '../support/cast.ts';
import { drain } from '../support/drain.ts';
import { blankPng, copyPicture, keysOnDisk, picture, sendUpload, upload } from '../support/pictures.ts';
import { untilTimeout, withStoppedClock } from '../support/stopped-clock.ts';
import { stored } from '../support/stored.ts';
import { isFull } from '../support/test-length.ts';
import { file, newRecipe, useCastWithPicture } from './fixture.ts';

useCastWithPicture();
let recipe: number;
beforeAll(async () => {
  recipe = await newRecipe();
});

const notProcessed = 'is damaged, or is no picture that this server can read';
const tooManyPixels = 'has too many pixels for this server: try a smaller version of it';
/** By its first bytes, or when it is decoded. */
const refusal = new RegExp(
  `^(?:must be an image|is empty|is [A-Z0-9 ]+, which cannot be read here: .*|${notProcessed})$`,
);

describe('a refused upload', () => {
  const heic = Buffer.concat([Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'), Buffer.alloc(200)]);
  const tiff = () => picture().tiff().toBuffer();
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>';
  const zip = Buffer.from(`PK\x05\x06${'\0'.repeat(18)}`, 'latin1');

  const wrong: [string, () => Uint8Array | Promise<Uint8Array>][] = [
    ['a PDF', () => Buffer.from('%PDF-1.7\n%âãÏÓ\n1 0 obj<<>>endobj')],
    ['an SVG', () => Buffer.from(svg)],
    ['a HEIC', () => heic],
    ['a TIFF', tiff],
    ['an empty file', () => Buffer.alloc(0)],
    ['text', () => Buffer.from('not a picture at all')],
    [
      'a file with a JPEG signature only',
      () => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.from(svg)]),
    ],
    ['a JPEG declared as PNG', async () => Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), file])],
    ['an AVIF brand without content', () => Buffer.from(heic.toString('latin1').replaceAll('heic', 'avif'), 'latin1')],
    ['a JPEG that is also a PDF', async () => withComment(file, '%PDF-1.4')],
    [
      'a GIF that is also an HTML page',
      async () => Buffer.concat([Buffer.from('GIF89a'), Buffer.from('<script>alert(1)</script>')]),
    ],
    ['a PNG that is also a zip archive', async () => Buffer.concat([await picture().png().toBuffer(), zip])],
    [
      'a truncated JPEG',
      async () => {
        const whole = await picture(900, 600).jpeg().toBuffer();
        return whole.subarray(0, whole.length / 2);
      },
    ],
    [
      'a truncated PNG',
      async () => {
        const whole = await picture(900, 600).png().toBuffer();
        return whole.subarray(0, whole.length / 2);
      },
    ],
  ];

  test.each(wrong)('%s is refused and not stored', async (_, make) => {
    const before = await keysOnDisk();
    const { status, body } = await upload(cast.ann, `/recipes/${recipe}/media`, { file: await make() });
    expect([status, body.errors]).toEqual([422, { file: [expect.stringMatching(refusal)] }]);
    expect(await keysOnDisk()).toEqual(before);
    expect(await countPending()).toBe(0);
  });

  test('the reason of a refusal is logged', async () => {
    const lines = vi.spyOn(log, 'info');
    const whole = await picture(900, 600).jpeg().toBuffer();
    expect((await upload(cast.ann, '/media', { file: whole.subarray(0, 200) })).status).toBe(422);
    await upload(cast.ann, '/media', { file: whole });
    const refused = lines.mock.calls.filter(([, message]) => message === 'a picture was refused');
    lines.mockRestore();
    expect(refused).toEqual([
      [{ medium: expect.anything(), reason: expect.stringContaining('damaged') }, expect.anything()],
    ]);
  });

  test('a decompression bomb of 16,000 by 16,000 pixels is refused quickly', async () => {
    const file = blankPng(16_000, 16_000);
    expect(file.length).toBeLessThan(config.maxUploadBytes);
    expect(await sharp(file, { limitInputPixels: false }).metadata()).toMatchObject({ width: 16_000, height: 16_000 });
    const started = performance.now();
    const { status, body } = await upload(cast.ann, '/media', { file });
    expect([status, body.errors]).toEqual([422, { file: [tooManyPixels] }]);
    expect(performance.now() - started).toBeLessThan(60_000);
  });

  test.runIf(isFull)('a picture of 64 megapixels is accepted, and a larger one is refused', async () => {
    const background = { width: 8_000, height: 8_000, channels: 3 as const, background: '#f00' };
    const sendWith = async (height: number) => {
      const file = await sharp({ create: { ...background, height } })
        .jpeg()
        .toBuffer();
      return upload(cast.ann, '/media', { file });
    };
    const accepted = await sendWith(8_000);
    expect([accepted.status, accepted.body.width]).toEqual([201, 2_800]);
    const { status, body } = await sendWith(8_001);
    expect([status, body.errors]).toEqual([422, { file: [tooManyPixels] }]);
  });

  test('a form without a file, or another content type, is refused', async () => {
    for (const sent of [{}, { description: 'x' }]) {
      const { status, body } = await sendUpload(cast.ann, '/media', sent);
      expect([status, body.errors]).toEqual([422, { file: ['must be an image'] }]);
    }
    const headers = { authorization: `Bearer ${await tokenOf(cast.ann)}` };
    expect((await request('POST', '/media', { headers })).status).toBe(422);
    const other = await sendUpload(cast.ann, '/media', { file, root: 'photo' });
    expect([other.status, other.body.errors]).toEqual([
      422,
      { file: ['is expected in the field media[file], and came in photo[file]'] },
    ]);
    expect((await as(cast.ann).post('/media', { media: 'x' })).status).toBe(415);
    const broken = { ...headers, 'content-type': 'multipart/form-data; boundary=x' };
    expect((await request('POST', '/media', { headers: broken, body: 'no parts' })).status).toBe(400);
    const many = '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n\r\n'.repeat(30);
    expect((await request('POST', '/media', { headers: broken, body: `${many}--x--` })).status).toBe(400);
  });

  test('the parts are counted by the boundary that splits them, whatever other parameters say', async () => {
    const authorization = `Bearer ${await tokenOf(cast.ann)}`;
    const part = '--B\r\nContent-Disposition: form-data; name="a"\r\n\r\n\r\n';
    const send = async (contentType: string, parts: number) => {
      const headers = { authorization, 'content-type': contentType };
      const { status, body } = await request('POST', '/media', {
        headers,
        body: `${part.repeat(parts)}--B--`,
      });
      return [status, body.errors];
    };
    const noFile = [422, { file: ['must be an image'] }];
    const tooMany = [400, { base: ['has more than 20 parts'] }];
    for (const parameters of ['boundary=B', 'xboundary=A; boundary=B', 'x="boundary=A"; boundary="B";']) {
      expect(await send(`multipart/form-data; ${parameters}`, 20)).toEqual(noFile);
      expect(await send(`multipart/form-data; ${parameters}`, 21)).toEqual(tooMany);
    }
    for (const parameters of ['boundary=A; boundary=B', 'boundary=B; x', 'boundary="B', 'xboundary=B'])
      expect((await send(`multipart/form-data; ${parameters}`, 1))[0]).toBe(415);
  });

  test('a description that is too long or not a string is refused', async () => {
    for (const [description, message] of [
      ['é'.repeat(1_501), 'is too long'],
      ['a\0b', 'contains characters that are not allowed'],
    ] as const) {
      const { status, body } = await sendUpload(cast.ann, '/media', { file, description });
      expect([status, body.errors]).toEqual([422, { description: [message] }]);
    }
  });

  test('more bytes than allowed are refused while they arrive', async () => {
    const { status, body } = await sendUpload(cast.ann, '/media', {
      file: new Uint8Array(config.maxUploadBytes + 1),
    });
    expect([status, body.code]).toEqual([413, 'too_large']);
    expect(body.errors.file[0]).toMatch(/\b\d+ MiB$/);

    let chunks = 0;
    const endless = new ReadableStream({
      pull: (controller) => {
        chunks += 1;
        controller.enqueue(new Uint8Array(2 ** 20));
        if (chunks > 100) controller.close();
      },
    });
    const headers = {
      authorization: `Bearer ${await tokenOf(cast.ann)}`,
      'content-type': 'multipart/form-data; boundary=x',
    };
    const init = { headers, body: endless, duplex: 'half' } as RequestInit;
    expect((await request('POST', '/media', init)).status).toBe(413);
    expect(chunks).toBeLessThan(30);
  });

  test('an eleventh picture of an item is refused', async () => {
    const { body: status } = await as(cast.ann).post('/statuses', { content: 'Many' });
    const file = await picture(8, 8).png().toBuffer();
    const send = () => upload(cast.ann, `/statuses/${status.id}/media`, { file });
    const first = await send();
    for (let copies = 0; copies < 8; copies += 1) await copyPicture(first.body, cast.ann.id, { itemId: status.id });
    expect([first.status, (await send()).status]).toEqual([201, 201]);
    const before = await keysOnDisk();
    expect((await send()).status).toBe(422);
    expect(await keysOnDisk()).toEqual(before);
    expect((await anyone.get(`/statuses/${status.id}`)).body.media).toHaveLength(10);
  });
});

/** Inserts a comment segment after the start of a JPEG. */
function withComment(file: Buffer, comment: string): Buffer {
  const segment = Buffer.from([0xff, 0xfe, 0, comment.length + 2]);
  return Buffer.concat([file.subarray(0, 2), segment, Buffer.from(comment), file.subarray(2)]);
}

const countPending = () => stored.pictures({ state: { not: 'ready' } });

test('without a worker the upload fails after 20 seconds, and nothing is stored', async () => {
  const before = await keysOnDisk();
  const response = await untilTimeout(() => sendUpload(cast.ann, `/recipes/${recipe}/media`, { file }));
  expect([response.status, response.body.code]).toEqual([503, 'unavailable']);
  expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await keysOnDisk()).toEqual(before);
  expect(await countPending()).toBe(0);
});

test('an upload waits for a worker that needs 15 seconds', async () => {
  const response = await withStoppedClock(async (advance) => {
    const sent = sendUpload(cast.ann, '/media', { file });
    await expect.poll(countPending).toBe(1);
    await setTimeout(200);
    advance(15_000);
    await drain();
    return sent;
  });
  expect(response.status).toBe(201);
});
