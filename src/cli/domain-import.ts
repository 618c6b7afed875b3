/** Imports rules for servers from a CSV file of Mastodon. */
import { readFile } from 'node:fs/promises';
import { importDomains } from '../domain/moderation/block-list-file.ts';
import { operator } from '../domain/roles/permissions.ts';
import type { CommandHandler } from './command.ts';
import { withDatabase } from './database.ts';

export const run: CommandHandler = async ({ args: [file = ''], print }) => {
  const text = await readFile(file, 'utf8');
  const { added, changed, unchanged, skipped } = await withDatabase(() => importDomains(operator, text));
  print(
    `${added.length} rules added, ${changed.length} changed, ${unchanged} unchanged, ${skipped.length} lines skipped`,
  );
  return { added: added.length, changed: changed.length, unchanged, skipped };
};
