/** Tests that start whole servers or clusters of PostgreSQL, which takes long. They are a run of their own. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What a file imports tells what it starts. */
export const startsServers =
  /\/support\/(?:former-cluster|instance|network|prepared-cluster|server-processes|servers)\.ts'/;

const root = join(import.meta.dirname, '../..');

export const processTests = globSync('test/**/*.test.ts', { cwd: root }).filter((file) =>
  startsServers.test(readFileSync(join(root, file), 'utf8')),
);
