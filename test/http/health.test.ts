/** Health checks. */
import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { expect, test, vi } from 'vitest';
import { startWeb } from '../../src/boot/web.ts';
import { connect, disconnect } from '../../src/db/client.ts';
import { setDraining } from '../../src/lib/shutdown.ts';
import { anyone, testApp } from '../support/as.ts';

await vi.hoisted(async () => (await import('../support/own-modules.ts')).useOwnModules({ PORT: '0' }));

const ask = async (path: string) => {
  const response = await testApp().request(`https://cook.example${path}`);
  return { status: response.status, body: await response.json() };
};

test('a process without its database is alive but not ready, and sends Retry-After', async () => {
  connect('postgresql://nobody@127.0.0.1:9/nothing');
  expect((await ask('/livez')).status).toBe(200);
  expect(await ask('/readyz')).toMatchObject({
    status: 503,
    body: { checks: { database: false, accepting: true } },
  });

  const answer = await anyone.get('/recipes/1');
  expect([answer.status, answer.body.code, answer.headers.get('retry-after')]).toEqual([503, 'unavailable', '5']);
  await disconnect();
});

test('a healthy process is ready until it is asked to stop, and then completes open requests', async () => {
  connect(process.env.DATABASE_URL!);
  expect(await ask('/readyz')).toEqual({
    status: 200,
    body: {
      status: 'ok',
      checks: { accepting: true, database: true, migrations: true, disk: true, queue: true, clock: true },
    },
  });

  const web = await startWeb();
  const [before, under] = [registration(web.port), registration(web.port)];
  before.end('{}');
  expect((await answered(before)).headers.connection).toBe('keep-alive');
  under.write('{');
  await expect.poll(() => under.socket?.bytesWritten).toBeGreaterThan(0);

  setDraining();
  const drained = web.drain();
  expect(await ask('/readyz')).toMatchObject({ status: 503, body: { checks: { accepting: false } } });
  expect((await ask('/livez')).status).toBe(200);
  under.end('}');
  const last = await answered(under);
  expect([last.statusCode, last.headers.connection]).toEqual([400, 'close']);
  await drained;
  await expect(answered(registration(web.port, false).end('{}'))).rejects.toThrow('ECONNREFUSED');
  await disconnect();
});

const kept = new Agent({ keepAlive: true });

/** A request that is answered when its body of two bytes is complete. */
const registration = (port: number, agent: Agent | false = kept) =>
  request({
    agent,
    port,
    host: '127.0.0.1',
    method: 'POST',
    path: '/oauth/register',
    headers: { 'content-type': 'application/json', 'content-length': 2 },
  });

async function answered(asked: ReturnType<typeof request>): Promise<IncomingMessage> {
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  answer.resume();
  await once(answer, 'end');
  return answer;
}
