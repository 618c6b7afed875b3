/** Makes a copy of this checkout with one more migration, as the next version would have it. */
import { cpSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildServer, root } from '../support/built-server.ts';
import { scratchFolder } from '../support/scratch.ts';

/** What a built server reads. */
const parts = ['dist', 'package.json', 'prisma', 'src/reference-data', 'src/messages', 'src/web/assets'];

export interface NextVersion {
  /** The folder of the checkout. */
  folder: string;
  migration: string;
  remove(): void;
}

/** Adds columns with and without a default to tables of every request, a table and an index. */
const sql = `
ALTER TABLE eventable ADD COLUMN next_version text;
ALTER TABLE account ADD COLUMN next_version integer NOT NULL DEFAULT 0;
ALTER TABLE outbox ADD COLUMN next_version jsonb;
ALTER TABLE delivery ADD COLUMN next_version boolean NOT NULL DEFAULT false;
CREATE TABLE next_version (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, eventable_id bigint REFERENCES eventable (id));
CREATE INDEX next_version_eventable_id_idx ON next_version (eventable_id);
`;

export function copyAsNextVersion(): NextVersion {
  buildServer();
  const folder = scratchFolder('next');
  for (const part of parts) cpSync(join(root, part), join(folder, part), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  const migration = '29990101000000_next_version';
  mkdirSync(join(folder, 'prisma/migrations', migration));
  writeFileSync(join(folder, 'prisma/migrations', migration, 'migration.sql'), sql);
  return { folder, migration, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
