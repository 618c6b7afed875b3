/** Builds the container image and runs it: a web container and two workers, as docker-compose.yml starts them. */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { createEmptyDatabase } from '../support/database.ts';
import { freePort, hasRedis, startRedis, type TestRedis } from '../support/redis.ts';
import { isFull } from '../support/test-length.ts';
import { buildImage, canBuild } from './build-image.ts';
import { compose, expand } from './compose.ts';
import { type Container, type Containers, openContainers } from './containers.ts';

const canRun = isFull && hasRedis() && canBuild();
const { web: webService, worker: workerService } = compose.services;
const graceMs = Number.parseInt(webService.stop_grace_period!, 10) * 1_000;
const folder = join(inject('testServer').folder, 'containers');

let redis: TestRedis;
let containers: Containers;
let web: Container;
let workers: Container[];
let origin: string;

/** The socket of PostgreSQL is outside the container. */
function overTcp(url: string): string {
  const address = new URL(url);
  address.searchParams.delete('host');
  return address.href;
}

beforeAll(async () => {
  if (!canRun) return;
  const [image, databaseUrl, port] = await Promise.all([
    buildImage(),
    createEmptyDatabase(inject('testServer'), 'containers'),
    freePort(),
  ]);
  redis = await startRedis();
  mkdirSync(folder, { recursive: true });
  containers = await openContainers(image, join(folder, 'data'));
  origin = `http://localhost:${port}`;

  const start = async (service: typeof webService) => {
    const metricsPort = String(await freePort());
    const given = { POSTGRES_PASSWORD: 'unused', BASE_URL: origin };
    // There is one network for all of them, so each has its own ports.
    const own = {
      DATABASE_URL: overTcp(databaseUrl),
      REDIS_URL: redis.url,
      METRICS_PORT: metricsPort,
      PORT: String(port),
    };
    const environment = { ...expand(service.environment, given), ...own };
    return containers.start(
      environment,
      service.healthcheck?.test.map((word) => word.replace('9464', metricsPort)),
    );
  };
  web = await start(webService);
  workers = await Promise.all([start(workerService), start(workerService)]);
}, 900_000);

afterAll(async () => {
  await containers?.close();
  await redis?.stop();
  rmSync(folder, { recursive: true, force: true });
});

test.runIf(canRun)('the image has at most 350 MB', () => {
  expect(containers.imageBytes).toBeLessThan(350e6);
  expect(containers.imageBytes).toBeGreaterThan(100e6);
});

test.runIf(canRun)('all containers become healthy, as a user without rights on a read-only file system', async () => {
  for (const container of [web, ...workers]) {
    await container.healthy();
    expect(await container.exec('id', '-u')).toBe('1000');
    const rights = await container.exec('grep', '-E', '^Cap(Prm|Eff|Bnd)', '/proc/self/status');
    expect(rights).toMatch(/^(Cap...:\t0+\n?){3}$/);
    await expect(container.exec('touch', '/potluck/file')).rejects.toThrow('Read-only file system');
    await container.exec('touch', '/data/file', '/tmp/file');
  }
});

test.runIf(canRun)('a recipe reaches followers through both workers, also while one of them is stopped', async () => {
  const ann = await member('ann');
  const ben = await member('ben');
  expect((await ben.ask('POST', `/accounts/${ann.id}/follow`)).status).toBe(201);
  await publish(ann, 'Bread');
  await expect.poll(() => timeline(ben)).toEqual(['Bread']);

  const [first] = workers;
  const end = await first!.stop();
  expect(end).toMatchObject({ code: 0 });
  expect(end.ms).toBeLessThan(graceMs);
  await publish(ann, 'Soup');
  await expect.poll(() => timeline(ben)).toEqual(['Soup', 'Bread']);
});

test.runIf(canRun)('the image has the fonts, pictures, libraries and commands that a server needs', async () => {
  const cook = await member('cook');
  const { slug } = await publish(cook, 'Pão de Açúcar 面包');
  const page = await (await fetch(`${origin}/@cook/recipes/${slug}`)).text();
  const picture = /property="og:image" content="([^"]+)"/.exec(page)![1]!;
  expect((await fetch(picture)).headers.get('content-type')).toMatch(/^image\//);
  const sheet = /<link rel="stylesheet" href="([^"]+)"/.exec(page)![1]!;
  expect((await fetch(new URL(sheet, origin))).status).toBe(200);
  await web.exec(
    'node',
    '--eval',
    "Promise.all(['hono', 'api/bullMQAdapter', 'api'].map((name) => import('@bull-board/' + name)))",
  );

  expect(await web.exec('node', 'dist/cli.js', 'queue', 'stats')).toMatch(/jobs|queue/);
  await web.exec('node', 'dist/cli.js', 'backup', '/data/backup');
  expect(await web.exec('ls', '-s', '/data/backup')).toMatch(/^[1-9]/);
});

test.runIf(canRun)('SIGTERM ends web and worker within the grace period, and no request is lost', async () => {
  const answers: Promise<number>[] = [];
  const load = setInterval(() => answers.push(fetch(`${origin}/about`).then(({ status }) => status)), 20);
  await expect.poll(() => answers.length).toBeGreaterThan(5);
  const stopping = Promise.all([web.stop(), workers[1]!.stop()]);
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  clearInterval(load);
  expect([...new Set(await Promise.all(answers))]).toEqual([200]);
  for (const end of await stopping) {
    expect(end.code).toBe(0);
    expect(end.ms).toBeLessThan(graceMs);
  }
});

interface Member {
  id: number;
  ask(method: string, path: string, body?: object): Promise<Response>;
}

async function member(name: string): Promise<Member> {
  await web.exec('node', 'dist/cli.js', 'account', 'create', name);
  const scope = 'read write account:read account:write';
  const token = await web.exec('node', 'dist/cli.js', 'token', 'create', '--account', name, '--scope', scope);
  const ask = (method: string, path: string, body?: object) =>
    fetch(`${origin}/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
  const { id } = await (await ask('GET', `/accounts/${name}`)).json();
  return { id, ask };
}

async function publish(cook: Member, name: string): Promise<{ slug: string }> {
  const created = await cook.ask('POST', '/recipes', { recipe: { name, ingredients: ['500 g flour'] } });
  expect(created.status).toBe(201);
  return created.json();
}

async function timeline(cook: Member): Promise<string[]> {
  const events = await (await cook.ask('GET', '/timeline')).json();
  return events.map(({ object }: { object: { name: string } }) => object.name);
}
