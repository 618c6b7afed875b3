/** Says which role may do what. Pages, API and CLI all ask here. */
import { DomainError } from '../../lib/errors.ts';
import { t } from '../../lib/language/text.ts';

/** From the least to the most powerful. */
export const roles = ['member', 'moderator', 'admin', 'owner'] as const;
export type Role = (typeof roles)[number];

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
} as const satisfies Record<string, Role>;

export type Permission = keyof typeof permissions;

const rank = (role: Role): number => roles.indexOf(role);

export const may = (role: Role, permission: Permission): boolean => rank(role) >= rank(permissions[permission]);

/** Someone who acts in the administration. Without an account it is the operator, at the command line. */
export interface Moderator {
  accountId: number | null;
  role: Role;
}

/** The operator may do everything, because the operator can change the database anyway. */
export const operator: Moderator = { accountId: null, role: 'owner' };

/** Throws forbidden. */
export function authorize({ role }: Moderator, permission: Permission): void {
  if (!may(role, permission)) throw new DomainError('forbidden', t('errors.role-too-low', { role }));
}

/**
 * Throws forbidden unless the target is of a lower role. The operator and owners may act on everybody but themselves.
 */
export function authorizeOn(moderator: Moderator, target: { id: number; role: Role }): void {
  if (moderator.accountId === target.id) throw new DomainError('conflict', t('errors.not-to-own-account'));
  if (moderator.role !== 'owner' && rank(moderator.role) <= rank(target.role))
    throw new DomainError('forbidden', t('errors.role-not-below-yours', { role: target.role }));
}

/** Owners give every role. Others give and take only roles below their own. */
export const assignableRoles = (role: Role): Role[] =>
  !may(role, 'assign-roles') ? [] : role === 'owner' ? [...roles] : roles.filter((each) => rank(each) < rank(role));
