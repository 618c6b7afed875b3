/** A server whose origin no other server can reach. */
import { expect, test, vi } from 'vitest';
import { checkOrigin } from '../../src/domain/instance/doctor/checks.ts';
import { handleFederationRequest } from '../../src/federation/index.ts';
import { textOf } from '../../src/lib/language/text.ts';
import { useDatabase } from '../support/database-connection.ts';

await vi.hoisted(async () =>
  (await import('../support/own-modules.ts')).useOwnModules({ BASE_URL: 'http://localhost:3000' }),
);

useDatabase();

test('a server on localhost describes itself for NodeInfo', async () => {
  const response = (await handleFederationRequest(new Request('http://localhost:3000/nodeinfo/2.1')))!;
  expect(response.status).toBe(200);
  // The schema asks for at least one protocol.
  expect(await response.json()).toMatchObject({ protocols: ['activitypub'] });
});

test('a server on localhost is warned that no other server can find it', () => {
  const { message, remedy, ...found } = checkOrigin();
  expect(found).toMatchObject({ check: 'origin', ok: true, isWarning: true });
  expect([textOf(message), textOf(remedy!)]).toEqual([
    'http://localhost:3000: federation is off, so no other server can find this one',
    expect.stringContaining('BASE_URL'),
  ]);
});
