/** Pictures on their way in: what is taken, what is made of it, what is refused. */
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { pool } from '../../src/db/client.ts';
import { config } from '../../src/lib/config.ts';
import { anyone, as, request, tokenOf } from '../support/as.ts';
import { type Cast, gatherCast } from '../support/cast.ts';
import { useDatabase } from '../support/database-connection.ts';
import { filesOf, keysOnDisk, look, lookAs, picture, send, upload } from '../support/pictures.ts';

useDatabase();
let cast: Cast;
let recipe: number;
beforeAll(async () => {
  cast = await gatherCast();
  recipe = (await as(cast.ann).post('/recipes', { name: 'Bread' })).body.id;
});

const jpeg = () => picture().jpeg().toBuffer();
const bytesOf = async (url: string) => Buffer.from(await (await look(url)).arrayBuffer());

describe('what is taken', () => {
  test.each([
    ['jpeg', () => jpeg()],
    ['png', () => picture().png().toBuffer()],
    ['webp', () => picture().webp().toBuffer()],
    ['gif', () => picture().gif().toBuffer()],
    ['avif', () => picture().avif().toBuffer()],
  ])('%s, by content, becomes WebP in three sizes', async (_, make) => {
    const { status, body } = await upload(cast.ann, `/recipes/${recipe}/media`, {
      file: await make(),
      name: 'x.txt',
      description: 'Red and blue',
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      description: 'Red and blue',
      width: 60,
      height: 40,
      content_type: 'image/webp',
    });
    expect(body.blurhash).toMatch(/^[\w#$%*+,\-.:;=?@[\]^{|}~]{28}$/);

    for (const url of [body.original, body.medium, body.small]) {
      const response = await look(url);
      expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/webp']);
      const { format, width, height } = await sharp(Buffer.from(await response.arrayBuffer())).metadata();
      expect([format, width, height]).toEqual(['webp', 60, 40]);
    }
    expect(await filesOf(body.original)).toEqual(['medium', 'original', 'small']);
    await as(cast.ann).delete(`/recipes/${recipe}/media/${body.id}`);
  });

  test('an animation becomes its first frame', async () => {
    const frames = await Promise.all(
      ['#f00', '#0f0'].map((background) =>
        sharp({ create: { width: 20, height: 20, channels: 3, background } })
          .png()
          .toBuffer(),
      ),
    );
    const file = await sharp(frames, { join: { animated: true } })
      .gif()
      .toBuffer();
    const { body } = await upload(cast.ann, '/media', { file });
    expect([body.width, body.height]).toEqual([20, 20]);
    const [red, green] = await sharp(await (await lookAs(cast.ann, body.original)).bytes())
      .removeAlpha()
      .raw()
      .toBuffer();
    expect(red! > 200 && green! < 60).toBe(true);
  });

  test('large ones are made smaller, small ones never larger', async () => {
    const file = await picture(5_000, 2_500).jpeg().toBuffer();
    const { body } = await upload(cast.ann, `/recipes/${recipe}/media`, { file });
    expect([body.width, body.height]).toEqual([3_840, 1_920]);
    const widths = await Promise.all(
      [body.original, body.medium, body.small].map(
        async (url) => (await sharp(await bytesOf(url)).metadata()).width,
      ),
    );
    expect(widths).toEqual([3_840, 1_200, 400]);
  });

  test('a plain part `media` with `description` does as well', async () => {
    const { status, body } = await upload(cast.ann, '/media', {
      file: await jpeg(),
      plain: true,
      description: 'Plain',
    });
    expect([status, body.description]).toEqual([201, 'Plain']);
  });

  test('transparency stays', async () => {
    const file = await sharp({ create: { width: 9, height: 9, channels: 4, background: '#ff000000' } })
      .png()
      .toBuffer();
    const { body } = await upload(cast.ann, `/recipes/${recipe}/media`, { file });
    expect((await sharp(await bytesOf(body.small)).metadata()).hasAlpha).toBe(true);
  });

  test.each([1, 2, 3, 4, 5, 6, 7, 8])('orientation %i is applied', async (orientation) => {
    const upright = await picture(60, 40).png().toBuffer();
    const file = await sharp(upright).withMetadata({ orientation }).jpeg({ quality: 100 }).toBuffer();
    const wanted = await sharp(file).autoOrient().raw().toBuffer({ resolveWithObject: true });
    const { body } = await upload(cast.ann, '/media', { file });
    expect([body.width, body.height]).toEqual([wanted.info.width, wanted.info.height]);

    const original = await sharp(await (await lookAs(cast.ann, body.original)).bytes())
      .raw()
      .toBuffer();
    const difference = original.reduce((sum, value, at) => sum + Math.abs(value - wanted.data[at]!), 0);
    expect(difference / original.length).toBeLessThan(8);
  });
});

describe('what the file says of itself', () => {
  const gps = { IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '52/1 31/1 0/1' }, IFD0: { Artist: 'Somebody' } };
  const xmp = (inner: string) =>
    `<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:Iptc4xmpCore="http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/">${inner}</rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="w"?>`;
  const entry = (name: string, text: string) =>
    `<${name}><rdf:Alt><rdf:li xml:lang="x-default">${text}</rdf:li><rdf:li xml:lang="de">Anders</rdf:li></rdf:Alt></${name}>`;

  test('where and by whom it was taken is in no size of it', async () => {
    const file = await picture(900, 600)
      .withExif(gps)
      .withXmp(xmp('<dc:creator>Somebody</dc:creator>'))
      .jpeg()
      .toBuffer();
    expect(file.includes('GPS') || file.includes('Somebody')).toBe(true);
    expect((await sharp(file).metadata()).exif).toBeTruthy();
    const { body } = await upload(cast.ann, `/recipes/${recipe}/media`, { file });
    for (const url of [body.original, body.medium, body.small]) {
      const bytes = await bytesOf(url);
      const { exif, xmp: kept, iptc, icc } = await sharp(bytes).metadata();
      expect([exif, kept, iptc, icc]).toEqual([undefined, undefined, undefined, undefined]);
      expect(bytes.includes('Somebody')).toBe(false);
    }
    await as(cast.ann).delete(`/recipes/${recipe}/media/${body.id}`);
  });

  test('its alternative text, else its description, is the default', async () => {
    const described = await picture()
      .withXmp(xmp(entry('dc:description', 'A loaf &amp; a knife')))
      .jpeg()
      .toBuffer();
    expect((await upload(cast.ann, '/media', { file: described })).body.description).toBe('A loaf & a knife');

    const both = xmp(
      entry('dc:description', 'Other') + entry('Iptc4xmpCore:AltTextAccessibility', 'A round loaf'),
    );
    const file = await picture().withXmp(both).png().toBuffer();
    expect((await upload(cast.ann, '/media', { file })).body.description).toBe('A round loaf');
    expect((await upload(cast.ann, '/media', { file, description: 'Mine' })).body.description).toBe('Mine');
  });

  test('an IPTC caption counts too', async () => {
    const file = withIptc(await jpeg(), 'Käse im Ofen');
    expect((await upload(cast.ann, '/media', { file })).body.description).toBe('Käse im Ofen');
  });
});

/** Puts an APP13 segment with dataset 2:120 behind the beginning of a JPEG. */
function withIptc(file: Buffer, caption: string): Buffer {
  const text = Buffer.from(caption);
  const dataset = Buffer.concat([Buffer.from([0x1c, 2, 120, 0, text.length]), text]);
  const size = Buffer.alloc(4);
  size.writeUInt32BE(dataset.length);
  const padding = Buffer.alloc(dataset.length % 2);
  const resource = [Buffer.from('8BIM\x04\x04\0\0', 'latin1'), size, dataset, padding];
  const payload = Buffer.concat([Buffer.from('Photoshop 3.0\0'), ...resource]);
  const length = Buffer.alloc(2);
  length.writeUInt16BE(payload.length + 2);
  return Buffer.concat([file.subarray(0, 2), Buffer.from([0xff, 0xed]), length, payload, file.subarray(2)]);
}

describe('what is refused', () => {
  const heic = Buffer.concat([
    Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'),
    Buffer.alloc(200),
  ]);
  const tiff = () => picture().tiff().toBuffer();
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>';
  const zip = Buffer.from(`PK\x05\x06${'\0'.repeat(18)}`, 'latin1');

  const wrong: [string, () => Uint8Array | Promise<Uint8Array>][] = [
    ['a PDF', () => Buffer.from('%PDF-1.7\n%âãÏÓ\n1 0 obj<<>>endobj')],
    ['an SVG', () => Buffer.from(svg)],
    ['a HEIC', () => heic],
    ['a TIFF', tiff],
    ['nothing', () => Buffer.alloc(0)],
    ['text', () => Buffer.from('not a picture at all')],
    [
      'a liar that begins as JPEG',
      () => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.from(svg)]),
    ],
    [
      'a JPEG that calls itself PNG',
      async () => Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), await jpeg()]),
    ],
    [
      'an AVIF brand with nothing behind it',
      () => Buffer.from(heic.toString('latin1').replaceAll('heic', 'avif'), 'latin1'),
    ],
    ['a JPEG that is a PDF too', async () => withComment(await jpeg(), '%PDF-1.4')],
    [
      'a GIF that is a page too',
      async () => Buffer.concat([Buffer.from('GIF89a'), Buffer.from('<script>alert(1)</script>')]),
    ],
    ['a PNG that is an archive too', async () => Buffer.concat([await picture().png().toBuffer(), zip])],
    [
      'a JPEG cut short',
      async () => {
        const whole = await picture(900, 600).jpeg().toBuffer();
        return whole.subarray(0, whole.length / 2);
      },
    ],
    [
      'a PNG cut short',
      async () => {
        const whole = await picture(900, 600).png().toBuffer();
        return whole.subarray(0, whole.length / 2);
      },
    ],
  ];

  test.each(wrong)('%s, with nothing kept', async (_, make) => {
    const before = await keysOnDisk();
    const { status, body } = await upload(cast.ann, `/recipes/${recipe}/media`, { file: await make() });
    expect([status, body.errors]).toEqual([422, { file: ['must be an image'] }]);
    expect(await keysOnDisk()).toEqual(before);
    expect((await pool().query(`SELECT 1 FROM medium WHERE state <> 'ready'`)).rowCount).toBe(0);
  });

  test('a bomb of 16,000 by 16,000 pixels, quickly', async () => {
    const background = { width: 16_000, height: 16_000, channels: 3 as const, background: '#f00' };
    const file = await sharp({ create: background, limitInputPixels: false })
      .png({ compressionLevel: 9 })
      .toBuffer();
    expect(file.length).toBeLessThan(config.maxUploadBytes);
    const started = performance.now();
    const { status, body } = await upload(cast.ann, '/media', { file });
    expect([status, body.errors]).toEqual([422, { file: ['must be an image'] }]);
    expect(performance.now() - started).toBeLessThan(10_000);
  });

  test('a form without a file, and no form at all', async () => {
    for (const sent of [{}, { description: 'x' }]) {
      const { status, body } = await send(cast.ann, '/media', sent);
      expect([status, body.errors]).toEqual([422, { file: ['must be an image'] }]);
    }
    const headers = { authorization: `Bearer ${await tokenOf(cast.ann)}` };
    expect((await request('POST', '/media', { headers })).status).toBe(422);
    expect((await as(cast.ann).post('/media', { media: 'x' })).status).toBe(415);
    const broken = { ...headers, 'content-type': 'multipart/form-data; boundary=x' };
    expect((await request('POST', '/media', { headers: broken, body: 'no parts' })).status).toBe(400);
    const many = '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n\r\n'.repeat(30);
    expect((await request('POST', '/media', { headers: broken, body: `${many}--x--` })).status).toBe(400);
  });

  test('a description that is too long, or no text', async () => {
    const file = await jpeg();
    for (const [description, message] of [
      ['é'.repeat(1_501), 'is too long'],
      ['a\0b', 'contains characters that are no text'],
    ] as const) {
      const { status, body } = await send(cast.ann, '/media', { file, description });
      expect([status, body.errors]).toEqual([422, { description: [message] }]);
    }
  });

  test('more bytes than allowed, counted while they come', async () => {
    const { status, body } = await send(cast.ann, '/media', {
      file: new Uint8Array(config.maxUploadBytes + 1),
    });
    expect([status, body.code]).toEqual([413, 'too_large']);

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

  test('the eleventh of an item', async () => {
    const { body: status } = await as(cast.ann).post('/statuses', { content: 'Many' });
    const file = await picture(8, 8).png().toBuffer();
    for (let count = 0; count < 10; count += 1) {
      expect((await upload(cast.ann, `/statuses/${status.id}/media`, { file })).status).toBe(201);
    }
    const before = await keysOnDisk();
    expect((await upload(cast.ann, `/statuses/${status.id}/media`, { file })).status).toBe(422);
    expect(await keysOnDisk()).toEqual(before);
    expect((await anyone.get(`/statuses/${status.id}`)).body.media).toHaveLength(10);
  });
});

/** Puts a comment segment behind the beginning of a JPEG. */
function withComment(file: Buffer, comment: string): Buffer {
  const segment = Buffer.from([0xff, 0xfe, 0, comment.length + 2]);
  return Buffer.concat([file.subarray(0, 2), segment, Buffer.from(comment), file.subarray(2)]);
}

test('without a worker the upload is turned away after four seconds, and nothing is kept', async () => {
  const before = await keysOnDisk();
  const answer = await send(cast.ann, `/recipes/${recipe}/media`, { file: await jpeg() });
  expect([answer.status, answer.body.code]).toEqual([503, 'unavailable']);
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await keysOnDisk()).toEqual(before);
  expect((await pool().query(`SELECT 1 FROM medium WHERE state <> 'ready'`)).rowCount).toBe(0);
});

test('the same key makes one picture, and one that was refused may be tried again', async () => {
  const file = await jpeg();
  const headers = { 'idempotency-key': 'picture' };
  expect((await upload(cast.ann, '/media', { file: Buffer.from('GIF89a'), headers })).status).toBe(422);
  const first = await upload(cast.ann, '/media', { file, headers });
  const again = await upload(cast.ann, '/media', { file, headers });
  expect([first.status, again.status, again.text]).toEqual([201, 201, first.text]);
  expect(again.headers.get('idempotency-replayed')).toBe('true');
  expect((await upload(cast.ann, '/media', { file, description: 'x', headers })).status).toBe(409);
});
