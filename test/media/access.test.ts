/** Who can see, change and delete pictures, and when their files are deleted. */
import { describe, expect, test } from 'vitest';
import { register } from '../../src/domain/accounts/register.ts';
import { follow } from '../../src/domain/interactions/follow.ts';
import { anyone, as } from '../support/as.ts';
import { cast } from '../support/cast.ts';
import { deleteAll } from '../support/delete-all.ts';
import { upsertAccount } from '../support/deliveries.ts';
import { drain } from '../support/drain.ts';
import { cookieOf } from '../support/get-page.ts';
import { filesOf, getMedium, getMediumAs, keysOnDisk, upload } from '../support/pictures.ts';
import { insertBlock } from '../support/relations.ts';
import { type PeerActor, remoteServerAt } from '../support/remote-server.ts';
import { signatureHeaders } from '../support/remote-server-signing.ts';
import { remoteFollow } from '../support/remote-source.ts';
import { lastUpdated } from '../support/sent-activities.ts';
import { stored, storedItem } from '../support/stored.ts';
import { file, loosePicture, newRecipe, useCastWithPicture, withPicture } from './fixture.ts';

useCastWithPicture();

const lookSigned = (url: string, { rsa }: PeerActor) =>
  getMedium(url, signatureHeaders({ method: 'GET', url, body: null }, rsa));
const updatesOf = async (recipe: number) =>
  stored.activities({ type: 'Update', objectIri: (await storedItem(recipe)).iri });

describe('viewing', () => {
  test('pictures of public and unlisted items are public and cacheable', async () => {
    for (const visibility of ['public', 'unlisted']) {
      const { medium } = await withPicture({ visibility });
      const response = await getMedium(medium.medium);
      expect(response.status).toBe(200);
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'content-type': 'image/webp',
        'cache-control': 'public, max-age=31536000, s-maxage=300, immutable',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
        'content-length': String((await response.bytes()).length),
      });
      const again = await getMedium(medium.medium, { 'if-none-match': response.headers.get('etag')! });
      expect([again.status, await again.text()]).toEqual([304, '']);
      expect((await getMedium(medium.medium, { 'if-none-match': '"other"' })).status).toBe(200);
    }
  });

  test('a private picture is visible to its author, followers and servers of followers', async () => {
    await follow(cast.bo.id, cast.ann.id);
    const [near, far] = [remoteServerAt('near.example').actor('nia'), remoteServerAt('far.example').actor('finn')];
    const nia = await upsertAccount('nia', 'near.example');
    await upsertAccount('finn', 'far.example');
    await remoteFollow(nia.id, cast.ann.id, 'https://near.example/follows/1');

    const { medium } = await withPicture({ visibility: 'private' });
    const url = medium.original;
    for (const seen of [
      await getMediumAs(cast.ann, url),
      await getMediumAs(cast.bo, url),
      await lookSigned(url, near),
    ]) {
      expect([seen.status, seen.headers.get('cache-control'), seen.headers.get('vary')]).toEqual([
        200,
        'private, no-store',
        'Authorization, Cookie, Signature',
      ]);
    }

    const missing = await getMedium(url.replace(/[^/]+\/original$/, '00000000-0000-4000-8000-000000000000/original'));
    const text = await missing.text();
    expect(missing.status).toBe(404);
    for (const hidden of [await getMedium(url), await getMediumAs(cast.cy, url), await lookSigned(url, far)]) {
      expect([hidden.status, await hidden.text()]).toEqual([404, text]);
      expect([...hidden.headers]).toEqual([...missing.headers]);
    }
  });

  test('a session of a page gives access as well', async () => {
    const dee = await register({ username: 'dee', password: 'a long password' });
    const recipe = await newRecipe({ visibility: 'private' }, dee);
    const { body } = await upload(dee, `/recipes/${recipe}/media`, { file });
    expect((await getMedium(body.small, await cookieOf(dee))).status).toBe(200);
    expect((await getMedium(body.small, { cookie: '__Host-session=pls_wrong' })).status).toBe(404);
  });

  test('a blocked account cannot see it', async () => {
    const { medium } = await withPicture();
    await insertBlock(cast.ann.id, cast.cy.id);
    expect((await getMediumAs(cast.cy, medium.small)).status).toBe(404);
    await deleteAll('blocks');
    expect((await getMediumAs(cast.cy, medium.small)).status).toBe(200);
  });

  test('an unattached picture is visible to its owner only', async () => {
    const { small } = await loosePicture();
    expect((await getMediumAs(cast.ann, small)).status).toBe(200);
    expect((await getMedium(small)).status).toBe(404);
    expect((await getMediumAs(cast.bo, small)).status).toBe(404);
  });

  test('a malformed media URL is a 404', async () => {
    const { medium } = await withPicture();
    const wrong = [medium.original.replace('original', 'huge'), 'https://cook.example/media/x/original'];
    for (const url of [...wrong, 'https://cook.example/media/..%2F..%2Fsecret/original', `${medium.original}/x`]) {
      expect((await getMedium(url)).status).toBe(404);
    }
    expect((await getMedium(medium.original, { authorization: 'Bearer pl_wrong' })).status).toBe(401);
  });
});

describe('changing', () => {
  test('only the author can describe a picture, through the item it belongs to', async () => {
    const { recipe, medium } = await withPicture();
    const other = await newRecipe();
    const path = (id: number) => `/recipes/${id}/media/${medium.id}`;
    const change = { media: { description: 'A loaf' } };

    expect((await as(cast.bo).patch(path(recipe), change)).status).toBe(403);
    expect((await as(cast.ann).patch(path(other), change)).status).toBe(404);
    expect((await as(cast.ann).patch(`/statuses/${recipe}/media/${medium.id}`, change)).status).toBe(404);
    expect((await as(cast.ann).patch(path(recipe), { media: { description: 5 } })).status).toBe(422);
    expect((await as(cast.ann).patch(path(recipe), { media: { description: 'x'.repeat(1_501) } })).status).toBe(422);

    const before = await updatesOf(recipe);
    expect((await as(cast.ann).patch(path(recipe), change)).status).toBe(204);
    expect((await as(cast.ann).patch(path(recipe), {})).status).toBe(204);
    await drain();
    expect(await updatesOf(recipe)).toBe(before! + 1);
    const [shown] = (await anyone.get(`/recipes/${recipe}`)).body.media;
    expect(shown).toEqual({ ...medium, description: 'A loaf' });
    expect((await as(cast.ann).patch(path(recipe), { description: null })).status).toBe(204);
    expect((await anyone.get(`/recipes/${recipe}`)).body.media[0].description).toBe('');
  });

  test('pictures of a hidden item are a 404 for others', async () => {
    const { recipe, medium } = await withPicture({ visibility: 'private' });
    expect((await as(cast.cy).patch(`/recipes/${recipe}/media/${medium.id}`, {})).status).toBe(404);
    expect((await as(cast.cy).delete(`/recipes/${recipe}/media/${medium.id}`)).status).toBe(404);
    expect((await upload(cast.cy, `/recipes/${recipe}/media`, { file })).status).toBe(404);
    const { recipe: open } = await withPicture();
    const before = await keysOnDisk();
    expect((await upload(cast.cy, `/recipes/${open}/media`, { file })).status).toBe(403);
    expect(await keysOnDisk()).toEqual(before);
  });

  test('adding a picture to a published item is federated once the picture is ready', async () => {
    const recipe = await newRecipe();
    await drain();
    expect(await updatesOf(recipe)).toBe(0);
    const { body } = await upload(cast.ann, `/recipes/${recipe}/media`, { file, description: 'Loaf' });
    expect(await updatesOf(recipe)).toBe(1);
    expect((await lastUpdated()).attachment).toEqual([
      {
        type: 'Image',
        mediaType: 'image/webp',
        url: body.original,
        name: 'Loaf',
        width: 60,
        height: 40,
        blurhash: body.blurhash,
      },
    ]);
  });
});

describe('deleting', () => {
  test('deletes the files', async () => {
    const { recipe, medium } = await withPicture();
    const path = `/recipes/${recipe}/media/${medium.id}`;
    expect((await as(cast.bo).delete(path)).status).toBe(403);
    expect((await as(cast.ann).delete(`/recipes/${await newRecipe()}/media/${medium.id}`)).status).toBe(404);
    expect(await filesOf(medium.original)).toHaveLength(3);

    expect((await as(cast.ann).delete(path)).status).toBe(204);
    expect((await getMedium(medium.original)).status).toBe(404);
    await drain();
    expect(await filesOf(medium.original)).toEqual([]);
    expect((await as(cast.ann).delete(path)).status).toBe(404);
    expect((await anyone.get(`/recipes/${recipe}`)).body.media).toEqual([]);
  });

  test('an item deletes its pictures', async () => {
    const { recipe, medium } = await withPicture();
    await as(cast.ann).delete(`/recipes/${recipe}`);
    expect((await getMedium(medium.original)).status).toBe(404);
    await drain();
    expect(await filesOf(medium.original)).toEqual([]);
    expect(await stored.pictures({ id: medium.id })).toBe(0);
  });
});
