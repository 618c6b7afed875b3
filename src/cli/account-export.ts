/** Writes all that an account has here into a zip archive, private items and drafts included. */
import { chmod, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { getActiveMember } from '../domain/accounts/members.ts';
import { writeArchiveOf } from '../federation/archive.ts';
import type { Run } from './command.ts';
import { withDatabase } from './database.ts';

export const run: Run = ({ args: [name = '', file = ''], say }) =>
  withDatabase(async () => {
    const { id } = await getActiveMember(name);
    const path = resolve(file);
    let items = 0;
    await writeArchiveOf(id, path, async ({ done, total }) => {
      items = done;
      if (done > 0 && done % 500 === 0) say(`${done} of ${total} items`);
    });
    await chmod(path, 0o600);
    const { size } = await stat(path);
    say(`${path}: ${items} items, ${size} bytes, readable by you alone`);
    return { file: path, items, bytes: size };
  });
