/** The public timeline over the API. */
import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { ingestRemoteItem } from '../../src/domain/items/ingest-remote.ts';
import { suspend, unsuspend } from '../support/accounts.ts';
import { anyone, as } from '../support/as.ts';
import { cast, useCast } from '../support/cast.ts';
import { deleteAll } from '../support/delete-all.ts';
import { upsertAccount } from '../support/deliveries.ts';
import { insertBlock } from '../support/relations.ts';
import { remoteStatus } from '../support/remote-status.ts';

useCast();
beforeEach(() => deleteAll('items', 'blocks'));

const objects = async (speaker: typeof anyone, query = ''): Promise<number[]> =>
  (await speaker.get(`/timelines/public${query}`)).body.map((event: { object: { id: number } }) => event.object.id);
const post = async (who = cast.ann, status: object = {}): Promise<number> =>
  (await as(who).post('/statuses', { content: 'Hm', ...status })).body.id;

/** A status of a remote account, with its event. */
async function fromRemoteServer(): Promise<number> {
  const { id } = await upsertAccount('eve', 'elsewhere.example');
  const item = remoteStatus(`https://elsewhere.example/${randomUUID()}`, id);
  return (await ingestRemoteItem(item, { backfilled: false }))!;
}

test('it shows public items once, newest first', async () => {
  const status = await post();
  const recipe = (await as(cast.bo).post('/recipes', { name: 'Bread' })).body.id;
  for (const visibility of ['unlisted', 'private', 'direct']) await post(cast.ann, { visibility });
  await post(cast.bo, { in_reply_to_id: status });
  await as(cast.bo).post(`/statuses/${status}/boost`);
  expect(await objects(anyone)).toEqual([recipe, status]);
  expect(await objects(as(cast.ann))).toEqual([recipe, status]);
  expect((await anyone.get('/timelines/public')).body[0]).toMatchObject({ type: 'recipe', action: 'create' });
});

test('with local it shows local items only', async () => {
  const ours = await post();
  const theirs = await fromRemoteServer();
  expect(await objects(anyone)).toEqual([theirs, ours]);
  expect(await objects(anyone, '?local=true')).toEqual([ours]);
  expect(await objects(anyone, '?local=false')).toEqual([theirs, ours]);
  expect((await anyone.get('/timelines/public?local=perhaps')).status).toBe(422);
});

test('its pages are contiguous', async () => {
  const posted = [];
  for (let count = 0; count < 5; count += 1) posted.push(await post());
  for (const [start, expected] of [
    ['?limit=2', posted.toReversed()],
    ['?limit=2&order=asc&local=1', posted],
  ] as const) {
    const seen: number[] = [];
    for (let path: string | undefined = `/timelines/public${start}`; path; ) {
      const response = await anyone.get(path);
      seen.push(...response.body.map((event: { object: { id: number } }) => event.object.id));
      const link = response.headers.get('link') ?? '';
      path = /<https:\/\/cook\.example\/api\/v1([^>]+)>; rel="next"/.exec(link)?.[1];
    }
    expect(seen).toEqual(expected);
  }
});

test('blocks in both directions and suspensions apply', async () => {
  const [ann, bo] = [await post(cast.ann), await post(cast.bo)];
  await insertBlock(cast.cy.id, cast.bo.id);
  expect(await objects(as(cast.cy))).toEqual([ann]);
  expect(await objects(as(cast.bo))).toEqual([bo, ann]);
  await deleteAll('blocks');
  await insertBlock(cast.ann.id, cast.cy.id);
  expect(await objects(as(cast.cy))).toEqual([bo]);

  await suspend(cast.bo.id);
  expect(await objects(anyone)).toEqual([ann]);
  await unsuspend(cast.bo.id);
});
