/** Describes each OAuth scope to members. */
import type { Scope } from '../../domain/access/tokens.ts';
import { t } from '../../lib/language/text.ts';

const names = {
  read: 'read',
  write: 'write',
  'account:read': 'account-read',
  'account:write': 'account-write',
} as const satisfies Record<Scope, string>;

/** What an app may do, and what that includes. */
export const scopeText = (scope: Scope): [may: string, what: string] => [
  t(`scopes.may-${names[scope]}`),
  t(`scopes.what-${names[scope]}`),
];
