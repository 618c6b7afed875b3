/** Uploads: accepted formats, processing and storage. */
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { anyone, as } from '../support/as.ts';
import { cast } from '../support/cast.ts';
import { drain } from '../support/drain.ts';
import { filesOf, getMedium, getMediumAs, picture, upload } from '../support/pictures.ts';
import { sampled } from '../support/test-length.ts';
import { file, loosePicture, newRecipe, useCastWithPicture, withPicture } from './fixture.ts';

useCastWithPicture();
let recipe: number;
beforeAll(async () => {
  recipe = await newRecipe();
});

const bytesOf = async (url: string) => Buffer.from(await (await getMedium(url)).arrayBuffer());

describe('accepted formats', () => {
  test.each([
    ['jpeg', () => file],
    ['png', () => picture().png().toBuffer()],
    ['webp', () => picture().webp().toBuffer()],
    ['gif', () => picture().gif().toBuffer()],
    ['avif', () => picture().avif().toBuffer()],
  ])('%s is recognized by content and becomes WebP in three sizes', async (_, make) => {
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
      const response = await getMedium(url);
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
    const [red, green] = await sharp(await (await getMediumAs(cast.ann, body.original)).bytes())
      .removeAlpha()
      .raw()
      .toBuffer();
    expect(red! > 200 && green! < 60).toBe(true);
  });

  test('large pictures are scaled down, and small ones are never scaled up', async () => {
    const file = await picture(5_000, 2_500).jpeg().toBuffer();
    const { body } = await upload(cast.ann, `/recipes/${recipe}/media`, { file });
    expect([body.width, body.height]).toEqual([2_800, 1_400]);
    const widths = await Promise.all(
      [body.original, body.medium, body.small].map(async (url) => (await sharp(await bytesOf(url)).metadata()).width),
    );
    expect(widths).toEqual([2_800, 1_200, 400]);
  });

  test('plain parts `media` and `description` are accepted as well', async () => {
    const { status, body } = await upload(cast.ann, '/media', {
      file,
      plain: true,
      description: 'Plain',
    });
    expect([status, body.description]).toEqual([201, 'Plain']);
  });

  test('transparency is preserved', async () => {
    const file = await sharp({ create: { width: 9, height: 9, channels: 4, background: '#ff000000' } })
      .png()
      .toBuffer();
    const { body } = await upload(cast.ann, `/recipes/${recipe}/media`, { file });
    expect((await sharp(await bytesOf(body.small)).metadata()).hasAlpha).toBe(true);
  });

  test.each(sampled([7, 1, 2, 3, 6, 4, 5, 8], 4))('orientation %i is applied', async (orientation) => {
    const upright = await picture(60, 40).png().toBuffer();
    const file = await sharp(upright).withMetadata({ orientation }).jpeg({ quality: 100 }).toBuffer();
    const wanted = await sharp(file).autoOrient().raw().toBuffer({ resolveWithObject: true });
    const { body } = await upload(cast.ann, '/media', { file });
    expect([body.width, body.height]).toEqual([wanted.info.width, wanted.info.height]);

    const original = await sharp(await (await getMediumAs(cast.ann, body.original)).bytes())
      .raw()
      .toBuffer();
    const difference = original.reduce((sum, value, at) => sum + Math.abs(value - wanted.data[at]!), 0);
    expect(difference / original.length).toBeLessThan(8);
  });
});

test.each(['srgb', 'p3'])('colours of the profile %s become those of sRGB', async (profile) => {
  const file = await picture().withIccProfile(profile).jpeg({ quality: 100 }).toBuffer();
  const colourOf = async (bytes: Uint8Array) => [
    ...(await sharp(bytes).toColourspace('srgb').raw().toBuffer()).subarray(0, 3),
  ];
  const { body } = await upload(cast.ann, '/media', { file });
  const [stored, wanted] = [
    await colourOf(await (await getMediumAs(cast.ann, body.original)).bytes()),
    await colourOf(file),
  ];
  for (const [channel, value] of wanted.entries()) expect(Math.abs(stored[channel]! - value)).toBeLessThan(8);
});

describe('metadata of the file', () => {
  const gps = { IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '52/1 31/1 0/1' }, IFD0: { Artist: 'Somebody' } };
  const xmp = (inner: string) =>
    `<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:Iptc4xmpCore="http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/">${inner}</rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="w"?>`;
  const entry = (name: string, text: string) =>
    `<${name}><rdf:Alt><rdf:li xml:lang="x-default">${text}</rdf:li><rdf:li xml:lang="de">Anders</rdf:li></rdf:Alt></${name}>`;

  test('location and camera are removed in every size', async () => {
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

  test('the alt text, or else the description, of the file is the default', async () => {
    const described = await picture()
      .withXmp(xmp(entry('dc:description', 'A loaf &amp; a knife')))
      .jpeg()
      .toBuffer();
    expect((await upload(cast.ann, '/media', { file: described })).body.description).toBe('A loaf & a knife');

    const both = xmp(entry('dc:description', 'Other') + entry('Iptc4xmpCore:AltTextAccessibility', 'A round loaf'));
    const file = await picture().withXmp(both).png().toBuffer();
    expect((await upload(cast.ann, '/media', { file })).body.description).toBe('A round loaf');
    expect((await upload(cast.ann, '/media', { file, description: 'Mine' })).body.description).toBe('Mine');
  });

  test('an IPTC caption is used as well', async () => {
    const captioned = withIptc(file, 'Käse im Ofen');
    expect((await upload(cast.ann, '/media', { file: captioned })).body.description).toBe('Käse im Ofen');
  });
});

/** Inserts an APP13 segment with dataset 2:120 after the start of a JPEG. */
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

test('an idempotency key creates one picture, and a refused upload can be retried', async () => {
  const headers = { 'idempotency-key': 'picture' };
  expect((await upload(cast.ann, '/media', { file: Buffer.from('GIF89a'), headers })).status).toBe(422);
  const first = await upload(cast.ann, '/media', { file, headers });
  const again = await upload(cast.ann, '/media', { file, headers });
  expect([first.status, again.status, again.text]).toEqual([201, 201, first.text]);
  expect(again.headers.get('idempotency-replayed')).toBe('true');
  expect((await upload(cast.ann, '/media', { file, description: 'x', headers })).status).toBe(409);
});

describe('media_ids', () => {
  test('attaches pictures in the given order', async () => {
    const [one, two] = [await loosePicture(), await loosePicture()];
    const { status, body } = await as(cast.ann).post('/recipes', {
      name: 'Two',
      media_ids: [two.id, one.id, two.id],
    });
    expect(status).toBe(201);
    expect(body.media.map((medium: { id: number }) => medium.id)).toEqual([two.id, one.id]);
    expect((await getMedium(one.small)).status).toBe(200);
  });

  test('a status can consist of a picture only', async () => {
    const { id } = await loosePicture();
    const { status, body } = await as(cast.ann).post('/statuses', { media_ids: [id] });
    expect([status, body.content, body.media[0].id]).toEqual([201, '', id]);
    expect((await as(cast.ann).post('/statuses', { content: ' ', media_ids: [] })).status).toBe(422);
  });

  test('accepts only unattached pictures of the same account', async () => {
    const foreign = await loosePicture(cast.bo);
    const { medium: taken } = await withPicture();
    for (const id of [foreign.id, taken.id, 999_999]) {
      const { status, body } = await as(cast.ann).post('/recipes', { name: 'x', media_ids: [id] });
      expect([status, Object.keys(body.errors)]).toEqual([422, ['media_ids']]);
    }
    const many = Array.from({ length: 11 }, (_, at) => at + 1);
    expect((await as(cast.ann).post('/statuses', { content: 'x', media_ids: many })).status).toBe(422);
    expect((await as(cast.ann).post('/statuses', { content: 'x', media_ids: ['1'] })).status).toBe(422);
  });

  test('in an update replaces the list and deletes the other pictures', async () => {
    const { recipe, medium: first } = await withPicture();
    const second = await loosePicture();
    expect((await as(cast.ann).patch(`/recipes/${recipe}`, { media_ids: [second.id] })).status).toBe(204);
    const { media } = (await anyone.get(`/recipes/${recipe}`)).body;
    expect(media.map((medium: { id: number }) => medium.id)).toEqual([second.id]);
    await drain();
    expect(await filesOf(first.original)).toEqual([]);
    expect((await as(cast.ann).patch(`/recipes/${recipe}`, { name: 'Other' })).status).toBe(204);
    expect((await anyone.get(`/recipes/${recipe}`)).body.media).toHaveLength(1);
  });

  test('in an update of a status replaces its pictures and leaves its text', async () => {
    const [first, second] = [await loosePicture(), await loosePicture()];
    const { body } = await as(cast.ann).post('/statuses', { content: 'Look', media_ids: [first.id] });
    const path = `/statuses/${body.id}`;
    expect((await as(cast.ann).patch(path, { status: { media_ids: [second.id] } })).status).toBe(204);
    expect((await anyone.get(path)).body).toMatchObject({ content: 'Look', media: [{ id: second.id }] });
    expect((await as(cast.ann).patch(path, { media_ids: [first.id] })).status).toBe(422);
    expect((await as(cast.ann).patch(path, { media_ids: [] })).status).toBe(204);
    expect((await anyone.get(path)).body.media).toEqual([]);
  });
});
