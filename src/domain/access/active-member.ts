/** Defines which accounts may log in and act through tokens. */
import type { Prisma } from '../../db/generated/client.ts';

/** Neither deleted nor disabled. A suspended member logs in only to appeal. */
export const mayLogIn = {
  deletedAt: null,
  member: { is: { state: 'active' } },
} as const satisfies Prisma.AccountWhereInput;

/** Neither suspended nor deleted, and enabled. `db/sql/access` uses the same rule for sessions and bearer tokens. */
export const isActiveMember = { ...mayLogIn, suspendedAt: null } as const satisfies Prisma.AccountWhereInput;
