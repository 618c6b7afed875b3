/** Says which role may do what. Pages, API and CLI all ask here. */
import { countOtherActiveMembers, lockOwners } from '../../db/sql/moderation.ts';
import type { Tx } from '../../db/transaction.ts';
import { type MemberRole, memberRoles } from '../../db/vocabulary.ts';
import { DomainError } from '../../lib/errors.ts';
import { t } from '../../lib/language/text.ts';

/** The least role that has each permission. */
const permissions = {
  /** Reports, decisions about items and accounts, appeals, and the log. */
  moderate: 'moderator',
  /** Sign-ups that wait for an answer. */
  'answer-sign-ups': 'moderator',
  /** Rules for other servers, block lists and the allow list. */
  'manage-domains': 'admin',
  /** New passwords for members. */
  'manage-members': 'admin',
  'assign-roles': 'admin',
  /** Jobs, deliveries and health checks. */
  operate: 'admin',
  /** Name, rules and registration of this server. */
  'change-instance': 'admin',
} as const satisfies Record<string, MemberRole>;

export type Permission = keyof typeof permissions;

const rank = (role: MemberRole): number => memberRoles.indexOf(role);

export const may = (role: MemberRole, permission: Permission): boolean => rank(role) >= rank(permissions[permission]);

/** Someone who acts in the administration. Without an account it is the operator, at the command line. */
export interface Moderator {
  accountId: number | null;
  role: MemberRole;
}

/** The operator may do everything, because the operator can change the database anyway. */
export const operator: Moderator = { accountId: null, role: 'owner' };

/** Throws forbidden. */
export function authorize({ role }: Moderator, permission: Permission): void {
  if (!may(role, permission)) throw new DomainError('forbidden', t('errors.role-too-low', { role }));
}

/** Throws forbidden unless the target is of a lower role. The operator and owners may act on everybody but themselves. */
export function authorizeOn(moderator: Moderator, target: { id: number; role: MemberRole }): void {
  if (moderator.accountId === target.id) throw new DomainError('conflict', t('errors.not-to-own-account'));
  if (moderator.role !== 'owner' && rank(moderator.role) <= rank(target.role))
    throw new DomainError('forbidden', t('errors.role-not-below-yours', { role: target.role }));
}

/**
 * A step of what ends an ownership. Throws conflict for the last owner who can use the role, unless `mayBeLast` and
 * there are no other members either.
 */
export async function keepOwner(tx: Tx, accountId: number, { mayBeLast = false } = {}): Promise<void> {
  const owners = await lockOwners(tx);
  if (!owners.some((owner) => owner.account_id === accountId)) return;
  const [others] = await countOtherActiveMembers(tx, accountId);
  if (others!.owners > 0 || (mayBeLast && others!.members === 0)) return;
  throw new DomainError('conflict', t('errors.last-owner'));
}

/** Owners give every role. Others give and take only roles below their own. */
export const assignableRoles = (role: MemberRole): MemberRole[] =>
  !may(role, 'assign-roles')
    ? []
    : role === 'owner'
      ? [...memberRoles]
      : memberRoles.filter((each) => rank(each) < rank(role));
