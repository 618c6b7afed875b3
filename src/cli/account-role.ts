/** Gives a member a role. */

import { getMember, setRole } from '../domain/moderation/members.ts';
import { operator, roles } from '../domain/roles/permissions.ts';
import { invalid } from '../lib/errors.ts';
import type { CommandHandler } from './command.ts';
import { withDatabase } from './database.ts';

export const run: CommandHandler = ({ args: [name = '', text = ''], print }) =>
  withDatabase(async () => {
    const role = roles.find((each) => each === text);
    if (!role) throw invalid('role', `must be one of ${roles.join(', ')}`);
    const member = await getMember(name);
    await setRole(operator, member.id, role);
    print(`${member.name} has the role ${role}`);
    return { id: member.id, name: member.name, role };
  });
