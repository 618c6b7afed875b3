/** With `ACCESS_LOG=on` every request gets a line. */
import { expect, test, vi } from 'vitest';
import { log } from '../../src/lib/log.ts';
import { useDatabase } from '../support/database-connection.ts';
import { fetchFromServer, origin, useWebServer } from '../support/web-server.ts';

await vi.hoisted(async () => (await import('../support/own-modules.ts')).useOwnModules({ ACCESS_LOG: 'on' }));

useDatabase();
useWebServer();

test('a request that succeeds gets a line, without its query', async () => {
  const info = vi.spyOn(log, 'info');
  const response = await fetchFromServer(`${origin}/livez?x=hidden`);
  expect(response.status).toBe(200);
  const line = { method: 'GET', path: '/livez', status: 200, ms: expect.any(Number) };
  expect(info.mock.calls).toEqual([[line, 'request']]);
});
