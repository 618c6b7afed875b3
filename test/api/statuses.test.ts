/** Statuses over the API. */
import { expect, test } from 'vitest';
import { anyone, as } from '../support/as.ts';
import { cast, useCast } from '../support/cast.ts';
import { drain } from '../support/drain.ts';
import { enqueued } from '../support/enqueued.ts';

useCast();

const post = async (status: object) => (await as(cast.ann).post('/statuses', { status })).body;

test('a status is returned as posted, with linked mentions', async () => {
  const { status, body } = await as(cast.ann).post('/statuses', {
    status: { content: 'Hello @bo and #bread', sensitive: true, spoiler_text: 'crumbs', locale: 'EN-us' },
  });
  expect(status).toBe(201);
  expect(body).toMatchObject({
    content: 'Hello @bo and #bread',
    content_html: expect.stringContaining(`href="https://cook.example/@bo"`),
    sensitive: true,
    spoiler_text: 'crumbs',
    locale: 'en-US',
    tags: ['bread'],
    visibility: 'public',
    in_reply_to_type: '',
    in_reply_to_id: null,
  });
  expect((await anyone.get(`/statuses/${body.id}`)).body).toEqual(body);
});

test('a reply names its parent', async () => {
  const parent = await post({ content: 'What shall we cook?' });
  const { body } = await as(cast.bo).post('/statuses', {
    content: 'Soup',
    in_reply_to_type: 'Status',
    in_reply_to_id: parent.id,
  });
  expect(body).toMatchObject({ in_reply_to_type: 'status', in_reply_to_id: parent.id });

  for (const wrong of [{ in_reply_to_type: 'recipe', in_reply_to_id: parent.id }, { in_reply_to_id: 999_999 }]) {
    const response = await as(cast.bo).post('/statuses', { content: 'Soup', ...wrong });
    expect([response.status, Object.keys(response.body.errors)]).toEqual([422, ['in_reply_to_id']]);
  }
});

test('a direct status is visible to its author and the mentioned accounts', async () => {
  const { id } = await post({ content: '@bo a secret', visibility: 'direct' });
  expect((await as(cast.bo).get(`/statuses/${id}`)).status).toBe(200);
  expect((await as(cast.cy).get(`/statuses/${id}`)).status).toBe(404);
  expect((await anyone.get(`/statuses/${id}`)).status).toBe(404);
});

test.each([
  [{}, { content: ["can't be blank"] }],
  [{ content: ' \n' }, { content: ["can't be blank"] }],
  [{ content: 'é'.repeat(5_001) }, { content: ['is too long'] }],
  [{ content: 'x', sensitive: 'yes' }, { sensitive: ['must be true or false'] }],
  [{ content: 'x', in_reply_to_id: '3' }, { in_reply_to_id: ['must be a number'] }],
])('invalid status %# is refused', async (status, errors) => {
  const response = await as(cast.ann).post('/statuses', { status });
  expect([response.status, response.body.errors]).toEqual([422, errors]);
});

test('length is counted in characters', async () => {
  expect((await as(cast.ann).post('/statuses', { content: '🍕'.repeat(5_000) })).status).toBe(201);
});

test('only the author can delete a status', async () => {
  const { id } = await post({ content: 'Oops' });
  expect((await as(cast.bo).delete(`/statuses/${id}`)).status).toBe(403);
  expect((await as(cast.ann).delete(`/statuses/${id}`)).status).toBe(204);
  expect((await anyone.get(`/statuses/${id}`)).status).toBe(404);
});

test('the author can change a status, and the change is federated', async () => {
  const { id } = await post({ content: 'Hello @bo #bread', spoiler_text: 'old' });
  await drain();
  const changed = await as(cast.ann).patch(`/statuses/${id}`, {
    status: { content: 'Hello @cy #jam', spoiler_text: null, sensitive: true, id: 1, likes_count: 9 },
  });
  expect(changed.status).toBe(204);
  expect((await anyone.get(`/statuses/${id}`)).body).toMatchObject({
    id,
    content: 'Hello @cy #jam',
    content_html: expect.stringContaining('https://cook.example/@cy'),
    tags: ['jam'],
    spoiler_text: '',
    sensitive: true,
    visibility: 'public',
    likes_count: 0,
  });
  expect(await enqueued('send-activity')).toMatchObject([{ fact: 'item.updated', eventableId: id }]);
});

test('an update without changes has no effect', async () => {
  const { id, ...before } = await post({ content: 'Same' });
  expect((await as(cast.ann).patch(`/statuses/${id}`, {})).status).toBe(204);
  expect((await anyone.get(`/statuses/${id}`)).body).toEqual({ id, ...before });
});

test('only the author can change a status, and invalid changes are refused', async () => {
  const { id } = await post({ content: 'Mine' });
  const secret = await post({ content: 'Secret', visibility: 'private' });
  expect((await as(cast.bo).patch(`/statuses/${id}`, { content: 'Yours' })).status).toBe(403);
  expect((await as(cast.bo).patch(`/statuses/${secret.id}`, { content: 'Yours' })).status).toBe(404);
  expect((await anyone.patch(`/statuses/${id}`, { content: 'Yours' })).status).toBe(401);
  for (const status of [{ content: ' ' }, { content: null }, { sensitive: 1 }, { visibility: 'none' }]) {
    expect((await as(cast.ann).patch(`/statuses/${id}`, { status })).status).toBe(422);
  }
  expect((await anyone.get(`/statuses/${id}`)).body.content).toBe('Mine');
});
