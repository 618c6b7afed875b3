/** Lists local accounts. */
import { listMembers, type Member } from '../domain/moderation/members.ts';
import type { CommandHandler } from './command.ts';
import { withDatabase } from './database.ts';
import { day, table } from './table.ts';

export const run: CommandHandler = async ({ print }) => {
  const members = (await withDatabase(listMembers)).map(({ email: _, ...member }) => member);
  const rows = members.map((member) => [
    `${member.id}`,
    member.name,
    member.role,
    stateOf(member),
    day(member.createdAt),
    member.displayName,
  ]);
  for (const line of table(['id', 'name', 'role', 'state', 'since', 'display name'], rows)) print(line);
  return members;
};

const stateOf = ({ suspendedAt, state }: Pick<Member, 'suspendedAt' | 'state'>) =>
  suspendedAt ? 'suspended' : state;
