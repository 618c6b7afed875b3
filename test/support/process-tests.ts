/** Tests that start servers, workers or clusters of PostgreSQL, which takes long. They are a run of their own. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What a file imports tells what it starts. */
const programs = ['instance', 'network', 'servers', 'server-processes', 'built-worker', 'worker-child'];
const clusters = ['former-cluster', 'prepared-cluster'];
export const startsServers = new RegExp(`/support/(?:${[...programs, ...clusters].join('|')})\\.ts'`);

const root = join(import.meta.dirname, '../..');

export const processTests = globSync('test/**/*.test.ts', { cwd: root }).filter((file) =>
  startsServers.test(readFileSync(join(root, file), 'utf8')),
);
