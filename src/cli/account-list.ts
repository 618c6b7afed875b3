/** Lists the accounts of this server. */
import { listMembers, type Member } from '../domain/accounts/members.ts';
import type { Run } from './command.ts';
import { withDatabase } from './database.ts';
import { day, table } from './table.ts';

export const run: Run = async ({ say }) => {
  const members = await withDatabase(listMembers);
  const rows = members.map((member) => [
    `${member.id}`,
    member.name,
    member.role,
    standing(member),
    day(member.createdAt),
    member.displayName,
  ]);
  for (const line of table(['id', 'name', 'role', 'state', 'since', 'called'], rows)) say(line);
  return members;
};

const standing = ({ suspendedAt, state }: Member) => (suspendedAt ? 'suspended' : state);
