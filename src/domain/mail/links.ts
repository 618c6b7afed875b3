/** Creates and uses the one-time links of e-mails. Only the hash of a link is stored. */
import { prisma } from '../../db/client.ts';
import { deleteMailLink, insertMailLink } from '../../db/sql/mail.ts';
import type { Executor } from '../../db/statement.ts';
import { createOpaqueToken, hashOpaqueToken } from '../../lib/secrets.ts';

export type LinkPurpose = 'confirm_sign_up' | 'confirm_email' | 'reset_password';

/** For whom a link is: a member, or somebody who signs up. */
export interface LinkSubject {
  accountId: number | null;
  applicationId: number | null;
  /** The address that the link was sent to. */
  address: string;
}

export interface MailLink extends LinkSubject {
  id: number;
}

export const linkTtlSeconds: Record<LinkPurpose, number> = {
  confirm_sign_up: 24 * 3_600,
  confirm_email: 24 * 3_600,
  reset_password: 3_600,
};

/** The log redacts this prefix with what follows it. */
const prefix = 'plm_';
const pattern = /^plm_[A-Za-z0-9_-]{43}$/;

/**
 * Returns the token, or null if its subject no longer exists. Earlier links of the same purpose stay valid, because
 * their messages may arrive later.
 */
export async function createMailLink(
  on: Executor,
  purpose: LinkPurpose,
  { accountId, applicationId, address }: LinkSubject,
): Promise<string | null> {
  const { text, hash } = createOpaqueToken(prefix);
  const ttl = linkTtlSeconds[purpose];
  const [inserted] = await insertMailLink(on, hash, purpose, accountId, applicationId, address, ttl);
  return inserted ? text : null;
}

/** Returns null for an unknown, used or expired link. */
export async function findMailLink(purpose: LinkPurpose, token: string): Promise<MailLink | null> {
  if (!pattern.test(token)) return null;
  const link = await prisma().mailLink.findUnique({
    where: { hash: new Uint8Array(hashOpaqueToken(token)), purpose, expiresAt: { gt: new Date() } },
  });
  return (
    link && {
      id: Number(link.id),
      accountId: link.accountId === null ? null : Number(link.accountId),
      applicationId: link.applicationId === null ? null : Number(link.applicationId),
      address: link.address,
    }
  );
}

/** Deletes the link and all others of its subject and purpose. Of concurrent uses only one gets the link. */
export async function useMailLink(on: Executor, purpose: LinkPurpose, token: string): Promise<MailLink | null> {
  if (!pattern.test(token)) return null;
  const [link] = await deleteMailLink(on, hashOpaqueToken(token), purpose);
  return link ?? null;
}
