/** How many documents of apps a member can make the server fetch. */
import { beforeAll, expect, test, vi } from 'vitest';
import { register } from '../../src/domain/accounts/register.ts';
import { openBrowser } from '../support/browser.ts';
import { useDatabase } from '../support/database-connection.ts';
import { discover, startAuthorization } from '../support/oauth-app.ts';
import { remoteServerAt } from '../support/remote-server.ts';
import { useWebServer } from '../support/web-server.ts';

await vi.hoisted(async () => (await import('../support/own-modules.ts')).useOwnModules({ RATE_LIMITS: 'on' }));

useDatabase();
useWebServer();
const password = 'flour, water, salt';
beforeAll(async () => {
  await register({ username: 'ann', password });
  await register({ username: 'bo', password });
});

test('a member can make the server fetch 60 documents in 30 minutes, and kept ones are not counted', async () => {
  const [ann, bo] = [openBrowser(), openBrowser()];
  await ann.logIn('ann', password);
  await bo.logIn('bo', password);
  const server = await discover();
  const remote = remoteServerAt('pot.example');
  const [id, callback] = ['https://pot.example/client.json', 'https://pot.example/callback'];
  remote.responses.set(id, () => Response.json({ client_id: id, redirect_uris: [callback] }));
  const urlOf = async (client_id: string) =>
    (await startAuthorization(server, { client_id }, { redirect_uri: callback })).url;

  const statuses: number[] = [];
  for (let index = 0; index < 60; index++)
    statuses.push((await ann.get(await urlOf(index % 2 ? id : `${id}?${index}`))).status);
  expect(new Set(statuses)).toEqual(new Set([200, 400]));
  for (let index = 0; index < 30; index++) await ann.get(await urlOf(`${id}?again${index}`));
  const refused = await ann.get(await urlOf(`${id}?more`));
  expect([refused.status, refused.html.includes('Too many')]).toEqual([429, true]);
  expect(remote.requestedUrls).toHaveLength(60);
  expect((await ann.get(await urlOf(id))).status).toBe(200);
  expect((await bo.get(await urlOf(`${id}?more`))).status).toBe(400);
});
