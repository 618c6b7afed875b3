/** Exports all data of an account into a zip archive, private items and drafts included. The member’s log says so. */
import { chmod, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { getActiveMember } from '../domain/moderation/members.ts';
import { logAccountExport } from '../domain/moderation/reports.ts';
import { writeArchiveOf } from '../federation/outgoing/archive.ts';
import type { CommandHandler } from './command.ts';
import { withDatabase } from './database.ts';

export const run: CommandHandler = ({ args: [name = '', file = ''], print }) =>
  withDatabase(async () => {
    const { id } = await getActiveMember(name);
    const path = resolve(file);
    await logAccountExport(id);
    let items = 0;
    await writeArchiveOf(id, path, async ({ done, total }) => {
      items = done;
      if (done > 0 && done % 500 === 0) print(`${done} of ${total} items`);
    });
    await chmod(path, 0o600);
    const { size } = await stat(path);
    print(`${path}: ${items} items, ${size} bytes, readable only by you`);
    return { file: path, items, bytes: size };
  });
