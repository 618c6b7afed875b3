/** Defines which accounts may log in and act through tokens. */
import type { Prisma } from '../../db/generated/client.ts';

/** Neither suspended nor deleted, and enabled. `db/sql/access` uses the same rule for sessions and bearer tokens. */
export const isActiveMember = {
  suspendedAt: null,
  deletedAt: null,
  member: { is: { state: 'active' } },
} as const satisfies Prisma.AccountWhereInput;
