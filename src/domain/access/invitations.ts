/** Lets members invite others by link, also where sign-up is closed or needs approval. */
import { randomBytes } from 'node:crypto';
import { prisma } from '../../db/client.ts';
import {
  insertInvitation,
  lockInviter,
  selectUsableInvitation,
  type UsableInvitation,
  useInvitation,
} from '../../db/sql/log-in.ts';
import { db } from '../../db/statement.ts';
import { type Tx, transact } from '../../db/transaction.ts';
import { DomainError, invalid, notFound } from '../../lib/errors.ts';
import { t } from '../../lib/language/text.ts';
import { getInstanceProfile, type InstanceProfile } from '../instance/profile.ts';
import { may, type Role } from '../roles/permissions.ts';

export interface Invitation {
  id: number;
  code: string;
  maxUses: number;
  uses: number;
  autofollow: boolean;
  createdAt: Date;
  expiresAt: Date;
}

export interface InvitationDraft {
  maxUses: number;
  days: number;
  autofollow: boolean;
}

export const maxInvitationUses = 100;
export const maxInvitationDays = 30;
/** Of one member, that others can still use. */
const maxOpenInvitations = 20;

const isAllowed = ({ invitations }: InstanceProfile, role: Role): boolean =>
  invitations === 'everybody' || (invitations === 'moderators' && may(role, 'answer-sign-ups'));

/** Whether the operator lets this role invite. */
export const mayInvite = async (role: Role): Promise<boolean> => isAllowed(await getInstanceProfile(), role);

/** Newest first, with those that expired in the last 30 days. */
export async function listInvitations(accountId: number): Promise<Invitation[]> {
  const rows = await prisma().invitation.findMany({
    where: { accountId },
    orderBy: { id: 'desc' },
    take: 100,
  });
  return rows.map(({ id, accountId: _, ...row }) => ({ id: Number(id), ...row }));
}

/** Throws forbidden, and validation_failed on `uses`, on `days`, and on `base` for more than 20 open ones. */
export async function createInvitation(
  { accountId, role }: { accountId: number; role: Role },
  { maxUses, days, autofollow }: InvitationDraft,
): Promise<void> {
  if (!(await mayInvite(role))) throw new DomainError('forbidden', t('access.may-not-invite'));
  if (!Number.isInteger(maxUses) || maxUses < 1 || maxUses > maxInvitationUses)
    throw invalid('uses', t('access.uses-range', { max: maxInvitationUses }));
  if (!Number.isInteger(days) || days < 1 || days > maxInvitationDays)
    throw invalid('days', t('access.days-range', { max: maxInvitationDays }));
  const code = randomBytes(16).toString('base64url');
  const expiresAt = new Date(Date.now() + days * 86_400_000);
  await transact(async (tx) => {
    await lockInviter(tx, accountId);
    const added = await insertInvitation(
      tx,
      accountId,
      code,
      maxUses,
      expiresAt,
      autofollow,
      maxOpenInvitations,
    );
    if (added.length === 0)
      throw invalid('base', t('access.too-many-invitations', { max: maxOpenInvitations }));
  });
}

/** The link no longer works. Throws not_found. */
export async function revokeInvitation(accountId: number, id: number): Promise<void> {
  const { count } = await prisma().invitation.deleteMany({ where: { id, accountId } });
  if (count === 0) throw notFound();
}

/** Returns null for a code that does not let anybody sign up, or no longer. */
export async function findInvitation(code: string): Promise<UsableInvitation | null> {
  if (!/^[A-Za-z0-9_-]{22}$/.test(code)) return null;
  const [found] = await selectUsableInvitation(db, code);
  return found && isAllowed(await getInstanceProfile(), found.role) ? found : null;
}

/** A step of the sign-up. Throws validation_failed if somebody else used it up in the meantime. */
export async function takeInvitation(tx: Tx, code: string): Promise<void> {
  if ((await useInvitation(tx, code)).length === 0) throw invalid('base', t('access.invitation-used-up'));
}
