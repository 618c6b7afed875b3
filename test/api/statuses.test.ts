/** Statuses over the API. */
import { beforeAll, expect, test } from 'vitest';
import { anyone, as } from '../support/as.ts';
import { type Cast, gatherCast } from '../support/cast.ts';
import { useDatabase } from '../support/database-connection.ts';

useDatabase();
let cast: Cast;
beforeAll(async () => {
  cast = await gatherCast();
});

const post = async (status: object) => (await as(cast.ann).post('/statuses', { status })).body;

test('a status comes back as posted, with its mentions linked', async () => {
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

test('an answer names what it answers', async () => {
  const parent = await post({ content: 'What shall we cook?' });
  const { body } = await as(cast.bo).post('/statuses', {
    content: 'Soup',
    in_reply_to_type: 'Status',
    in_reply_to_id: parent.id,
  });
  expect(body).toMatchObject({ in_reply_to_type: 'status', in_reply_to_id: parent.id });

  for (const wrong of [
    { in_reply_to_type: 'recipe', in_reply_to_id: parent.id },
    { in_reply_to_id: 999_999 },
  ]) {
    const answer = await as(cast.bo).post('/statuses', { content: 'Soup', ...wrong });
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, ['in_reply_to_id']]);
  }
});

test('a direct status is for its author and those it mentions', async () => {
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
])('%# of what is not valid is refused', async (status, errors) => {
  const answer = await as(cast.ann).post('/statuses', { status });
  expect([answer.status, answer.body.errors]).toEqual([422, errors]);
});

test('length is counted in characters', async () => {
  expect((await as(cast.ann).post('/statuses', { content: '🍕'.repeat(5_000) })).status).toBe(201);
});

test('only its author deletes a status', async () => {
  const { id } = await post({ content: 'Oops' });
  expect((await as(cast.bo).delete(`/statuses/${id}`)).status).toBe(403);
  expect((await as(cast.ann).delete(`/statuses/${id}`)).status).toBe(204);
  expect((await anyone.get(`/statuses/${id}`)).status).toBe(404);
});
