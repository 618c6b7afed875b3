/** Two real servers that both show documents to signed GETs alone: neither waits for the other to be first. */
import { expect, test } from 'vitest';
import type { ApiClient } from '../support/api-client.ts';
import { usePair } from '../support/pair.ts';

const pair = usePair('closed', { env: { AUTHORIZED_FETCH: 'on' } });

async function come<T>(look: () => Promise<T>, there: (seen: T) => boolean): Promise<T> {
  let seen!: T;
  const whether = async () => {
    seen = await look();
    return there(seen);
  };
  await expect.poll(whether, { timeout: 20_000, interval: 100 }).toBe(true);
  return seen;
}

const body = async (client: ApiClient, path: string) => (await client.get(path)).body;

test('members of servers that demand signatures read, follow and boost one another', {
  timeout: 90_000,
}, async () => {
  const { alpha, beta } = pair;
  const [ann, bo] = await Promise.all([alpha.join('ann'), beta.join('bo')]);
  const older = (await ann.post('/statuses', { content: 'Older soup' })).body;
  expect((await alpha.api().get(older.uri, { accept: 'application/activity+json' })).status).toBe(401);

  const address = encodeURIComponent(`ann@${alpha.host}`);
  const { id } = await come(
    () => body(bo, `/accounts/${address}`),
    ({ state }) => state === 'loaded',
  );
  await come(
    () => body(bo, `/accounts/${id}/timeline`),
    (events) => events.length === 1,
  );
  await bo.post(`/accounts/${id}/follow`);
  await come(
    () => body(bo, `/accounts/relationships?id=${id}`),
    ([relationship]) => relationship?.following === true,
  );

  const soup = (await ann.post('/statuses', { content: 'Soup?' })).body;
  const [event] = await come(
    () => body(bo, '/timeline'),
    (events) => events.length === 1,
  );
  const { id: copy, uri } = event.object;
  expect(uri).toBe(soup.uri);
  expect((await bo.post(`/statuses/${copy}/boost`)).status).toBe(204);
  await come(
    () => body(ann, `/statuses/${soup.id}`),
    ({ boosts_count }) => boosts_count === 1,
  );
});
