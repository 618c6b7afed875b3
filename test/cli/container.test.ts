/** The container files match the settings and commands of Potluck and its requirements of PostgreSQL and Redis. */
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { parseConfig } from '../../src/lib/config.ts';

interface Service {
  image: string;
  environment: Record<string, string>;
  command?: string[];
  volumes: string[];
  healthcheck?: { test: string[] };
  depends_on?: Record<string, { condition: string }>;
  stop_grace_period?: string;
  ports?: string[];
}

const root = resolve(import.meta.dirname, '../..');
const read = (name: string) => readFileSync(join(root, name), 'utf8');
const compose = parse(read('docker-compose.yml'), { merge: true }) as {
  services: Record<'web' | 'worker' | 'postgres' | 'redis', Service>;
  volumes: Record<string, unknown>;
};
const { web, worker, postgres, redis } = compose.services;

/** Expands `${NAME:-default}` and `${NAME:?reason}` like Docker Compose. */
const filled = (environment: Record<string, string>, given: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(environment).map(([name, value]) => [
      name,
      value.replaceAll(/\$\{(\w+)(?::([-?])([^}]*))?\}/g, (_, key, kind, rest) => {
        if (given[key]) return given[key];
        if (kind !== '-') throw new Error(rest);
        return rest;
      }),
    ]),
  );

test('web and worker start in production with their settings', () => {
  const image = Object.fromEntries(
    /^ENV (.*)$/m
      .exec(read('Dockerfile'))![1]!
      .split(' ')
      .map((pair) => pair.split('=')),
  );
  const given = { POSTGRES_PASSWORD: 'secret', BASE_URL: 'https://cook.example' };
  const [one, other] = [web, worker].map(({ environment }) =>
    parseConfig({ ...image, ...filled(environment, given) }),
  );
  expect(one).toMatchObject({
    production: true,
    role: 'web',
    bindHost: '0.0.0.0',
    dataDir: '/data',
    s3: undefined,
  });
  expect(other).toEqual({ ...one, role: 'worker' });
  expect(new URL(one!.databaseUrl!).password).toBe('secret');
  expect(() => filled(web.environment, {})).toThrow('set POSTGRES_PASSWORD');
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
  const mounted = Object.values(compose.services).flatMap(({ volumes }) =>
    volumes.map((each) => each.split(':')[0]),
  );
  expect([...new Set(mounted)].toSorted()).toEqual(Object.keys(compose.volumes).toSorted());
});

test('Redis is durable and evicts nothing', () => {
  const command = redis.command!.join(' ');
  expect(command).toContain('--appendonly yes');
  expect(command).toContain('--maxmemory-policy noeviction');
});

test('the image copies files that exist, runs as an unprivileged user and has no development tools', () => {
  const { scripts } = JSON.parse(read('package.json'));
  const lines = read('Dockerfile').split('\n');
  const copied = lines
    .filter((line) => /^COPY (?!--from)/.test(line))
    .flatMap((line) => line.split(' ').slice(1, -1));
  expect(copied.filter((name) => !existsSync(join(root, name)))).toEqual([]);
  expect(copied).toEqual(
    expect.arrayContaining(['package-lock.json', 'build.ts', 'prisma', 'src', 'workers']),
  );
  expect(lines).toContain('RUN npm ci --omit=dev --ignore-scripts');
  expect(lines.at(-2)).toBe(`CMD ${JSON.stringify(scripts.start.split(' ').slice(1))}`.replaceAll(',', ', '));
  const users = lines.filter((line) => line.startsWith('USER'));
  expect([users.length, users.at(-1)]).toEqual([1, 'USER node']);
});

test('the start script needs no development dependency', () => {
  const { dependencies } = JSON.parse(read('package.json'));
  expect(Object.keys(dependencies)).toEqual(expect.arrayContaining(['node', 'prisma', 'rolldown']));
});
