/** Members read what moderators decided about them, and appeal once, over the API. */
import { expect, test } from 'vitest';
import { decide, undoDecision } from '../../src/domain/moderation/decisions.ts';
import { answerAppeal } from '../../src/domain/moderation/members.ts';
import { operator } from '../../src/domain/roles/permissions.ts';
import { as } from '../support/as.ts';
import { cast, useCast } from '../support/cast.ts';

useCast();

const list = async (who: keyof typeof cast) => (await as(cast[who]).get('/moderation_decisions')).body;
const appeal = (who: keyof typeof cast, id: number, text: unknown = 'It was my own pan') =>
  as(cast[who]).post(`/moderation_decisions/${id}/appeal`, { text });

test('a member reads decisions that concern it, and no hidden ones and none of others', async () => {
  const post = (await as(cast.ann).post('/statuses', { content: 'Buy my pans' })).body.id;
  const limited = await decide(operator, { accountId: cast.ann.id, action: 'limit' });
  await undoDecision(operator, limited);
  await decide(operator, { accountId: cast.ann.id, action: 'warn', reason: 'Secret', notify: false });
  await decide(operator, {
    accountId: cast.ann.id,
    action: 'remove_items',
    itemIds: [post],
    reason: 'Too many pans',
  });
  const [removed, undone, ...others] = await list('ann');
  expect(removed).toMatchObject({
    action: 'remove_items',
    text: 'Too many pans',
    undone_at: null,
    can_appeal: true,
    appeal: null,
    items: [expect.stringContaining('Buy my pans')],
  });
  expect(undone).toMatchObject({ action: 'limit', can_appeal: false, undone_at: expect.any(String) });
  expect(others).toEqual([]);
  expect(await list('bo')).toEqual([]);
});

test('an appeal is taken once, from the member alone, and its answer is shown', async () => {
  const id = await decide(operator, { accountId: cast.bo.id, action: 'warn', reason: 'Mind the pans' });
  expect((await appeal('cy', id)).status).toBe(404);
  for (const bad of ['', ' ', 'x'.repeat(2_001), 3]) expect((await appeal('bo', id, bad)).status).toBe(422);
  expect((await list('bo'))[0].appeal).toBeNull();
  expect((await appeal('bo', id)).status).toBe(204);
  expect((await appeal('bo', id)).status).toBe(409);
  const open = { text: 'It was my own pan', answer: null, answered_at: null };
  expect((await list('bo'))[0]).toMatchObject({ can_appeal: false, appeal: open });
  await answerAppeal(operator, id, { isGranted: false, answer: 'Still a pan' });
  expect((await list('bo'))[0].appeal).toMatchObject({
    answer: 'Still a pan',
    answered_at: expect.any(String),
  });
});
