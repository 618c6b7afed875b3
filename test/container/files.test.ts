/** The container files match the settings and commands of Potluck and its requirements of PostgreSQL and Redis. */
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { parseConfig } from '../../src/lib/config.ts';
import { startEnvironment, startOptions } from '../support/built-server.ts';
import { compose, expand } from './compose.ts';

const root = resolve(import.meta.dirname, '../..');
const read = (name: string) => readFileSync(join(root, name), 'utf8');
const { web, worker, postgres, redis } = compose.services;

test('web and worker start in production with their settings', () => {
  const image = Object.fromEntries(
    /^ENV (.*)$/m
      .exec(read('Dockerfile'))![1]!
      .split(' ')
      .map((pair) => pair.split('=')),
  );
  const given = { POSTGRES_PASSWORD: 'secret', BASE_URL: 'https://cook.example' };
  const [one, other] = [web, worker].map(({ environment }) => parseConfig({ ...image, ...expand(environment, given) }));
  expect(one).toMatchObject({
    production: true,
    role: 'web',
    bindHost: '0.0.0.0',
    dataDir: '/data',
    s3: undefined,
  });
  expect(other).toEqual({ ...one, role: 'worker' });
  expect(new URL(one!.databaseUrl!).password).toBe('secret');
  expect(() => expand(web.environment, {})).toThrow('set POSTGRES_PASSWORD');
});

test('images are named with their registry, since Podman assumes none', () => {
  const built = [...read('Dockerfile').matchAll(/^FROM (\S+)/gm)].map(([, image]) => image);
  const images = [...built, postgres.image, redis.image];
  expect(images.filter((image) => !image?.startsWith('docker.io/library/'))).toEqual([]);
  expect(images).toHaveLength(4);
});

test('every setting of a server can be given, except those that the image decides', () => {
  const names = [...read('src/lib/config.ts').matchAll(/^ {2}([A-Z][A-Z0-9_]+):/gm)].map(([, name]) => name!);
  const decided = ['NODE_ENV', 'PORT', 'HOST', 'DATA_DIR'];
  const ofSystemd = ['LISTEN_FDS', 'LISTEN_PID'];
  const forDevelopment = ['PRIVATE_NETWORKS', 'RATE_LIMITS', 'MAIL_FOLDER', 'FAIL_AT'];
  const expected = names.filter((name) => ![...decided, ...ofSystemd, ...forDevelopment].includes(name));
  expect(names).toContain('SMTP_URL');
  for (const { environment } of [web, worker]) expect(Object.keys(environment).toSorted()).toEqual(expected.toSorted());

  const documented = [...read('docs/operating.md').matchAll(/`([A-Z][A-Z0-9_]+)`/g)].map(([, name]) => name);
  expect(expected.filter((name) => !documented.includes(name))).toEqual([]);

  const given = Object.fromEntries(expected.map((name) => [name, `given ${name}`]));
  const fixed = ['ROLE', 'REDIS_URL', 'DATABASE_URL', 'METRICS_PORT'];
  const filled = expand(web.environment, { ...given, POSTGRES_PASSWORD: 'secret' });
  for (const name of expected.filter((each) => !fixed.includes(each))) expect(filled[name]).toBe(given[name]);
});

test('the database belongs to a role that is no superuser', () => {
  const { username, pathname } = new URL(expand(web.environment, { POSTGRES_PASSWORD: 'secret' }).DATABASE_URL!);
  const [{ source, target } = { source: '', target: '' }] = postgres.configs!;
  const script = compose.configs[source]!.content;
  expect(target).toMatch(/^\/docker-entrypoint-initdb\.d\/[^/]+\.sh$/);
  expect(script).toContain(`CREATE ROLE ${username} LOGIN PASSWORD`);
  expect(script).toContain(`CREATE DATABASE ${pathname.slice(1)} OWNER ${username};`);
  expect(script).toContain('ALTER ROLE postgres PASSWORD NULL;');
  expect(Object.keys(postgres.environment)).toEqual(['POSTGRES_PASSWORD']);
});

test('web and worker write to their volume and to /tmp only, and have no capabilities', () => {
  for (const service of [web, worker]) {
    expect(service).toMatchObject({ read_only: true, tmpfs: ['/tmp'], cap_drop: ['ALL'] });
    expect(service.security_opt).toEqual(['no-new-privileges:true']);
  }
});

test('the services share their data, wait for their dependencies and have time to drain', () => {
  for (const service of [web, worker]) {
    expect(service.volumes).toEqual(['data:/data']);
    expect(service.depends_on).toEqual({
      postgres: { condition: 'service_healthy' },
      redis: { condition: 'service_healthy' },
    });
    expect(Number.parseInt(service.stop_grace_period!, 10)).toBeGreaterThan(20);
  }
  expect(web.ports).toEqual(['127.0.0.1:3000:3000']);
  for (const service of [worker, postgres, redis]) {
    expect(service.healthcheck!.test[0]).toBe('CMD');
    expect(service.ports).toBeUndefined();
  }
  const mounted = Object.values(compose.services).flatMap(({ volumes }) => volumes.map((each) => each.split(':')[0]));
  expect([...new Set(mounted)].toSorted()).toEqual(Object.keys(compose.volumes).toSorted());
});

test('Redis is durable and evicts nothing', () => {
  const command = redis.command!.join(' ');
  expect(command).toContain('--appendonly yes');
  expect(command).toContain('--maxmemory-policy noeviction');
});

test('the image copies files that exist, runs as an unprivileged user and has no development tools', () => {
  const lines = read('Dockerfile').split('\n');
  const copied = lines.filter((line) => /^COPY (?!--from)/.test(line)).flatMap((line) => line.split(' ').slice(1, -1));
  expect(copied.filter((name) => !existsSync(join(root, name)))).toEqual([]);
  expect(copied).toEqual(expect.arrayContaining(['package-lock.json', 'build.ts', 'prisma', 'src', 'workers']));
  const needed = ['prisma/migrations', 'src/reference-data', 'src/messages', 'src/web/assets'];
  expect(lines).toEqual(expect.arrayContaining(needed.map((name) => `COPY ${name} ${name}`)));
  expect(lines).toContain('RUN npm ci --omit=dev --ignore-scripts');
  expect(lines.findLast((line) => line.startsWith('CMD'))).toBe(
    `CMD ${JSON.stringify(['node', ...startOptions, 'dist/main.js'])}`.replaceAll(',', ', '),
  );
  const environment = lines.filter((line) => line.startsWith('ENV ')).join(' ');
  for (const [name, value] of Object.entries(startEnvironment)) expect(environment).toContain(` ${name}=${value}`);
  const users = lines.filter((line) => line.startsWith('USER'));
  expect([users.length, users.at(-1)]).toEqual([1, 'USER node']);
});

test('the start script needs no development dependency', () => {
  const { dependencies } = JSON.parse(read('package.json'));
  expect(Object.keys(dependencies)).toEqual(expect.arrayContaining(['node', 'prisma', 'rolldown']));
});

test('the documents say what Podman leaves out of the image, and how versions and their tags are named', () => {
  expect(read('Dockerfile')).toMatch(/^HEALTHCHECK /m);
  expect(read('docs/install.md')).toMatch(/Podman .*no `HEALTHCHECK`.*`podman build --format docker`/);
  expect(read('docs/operating.md')).toMatch(/A version is a tag of git: `v` and its number.*`git tag --list/);
  expect(read('CONTRIBUTING.md')).toMatch(/`npm version minor` .* makes the tag `v`/);
  expect(read('docs/performance.md')).toContain('The seeds are written for PostgreSQL 16 or newer');
});
