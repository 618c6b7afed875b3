/** Blocks are not federated if the operator switches that off. */
import { expect, test, vi } from 'vitest';

await vi.hoisted(async () => (await import('../support/own-modules.ts')).useOwnModules({ SEND_BLOCKS: 'off' }));

import { register } from '../../src/domain/accounts/register.ts';
import { block, unblock } from '../../src/domain/interactions/block.ts';
import { getRelationships } from '../../src/domain/interactions/follow.ts';
import { useDatabase } from '../support/database-connection.ts';
import { query, upsertAccount } from '../support/deliveries.ts';

useDatabase();

test('a block is not federated if the operator switched that off', async () => {
  const ann = await register({ username: 'ann' });
  const bob = await upsertAccount('bob', 'far.example');
  await block(ann.id, bob.id);
  expect(await getRelationships(ann.id, [bob.id])).toMatchObject([{ blocking: true }]);
  await unblock(ann.id, bob.id);
  expect(await query(`SELECT payload FROM outbox WHERE job = 'send-activity'`)).toEqual([]);
});
