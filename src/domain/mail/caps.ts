/**
 * Caps the e-mails that others can cause, where they are enqueued. Counted in the database, so that the caps hold for all
 * processes together. Keys are hashed, because a sent e-mail leaves no address behind.
 */
import { takeQuota } from '../../db/sql/access.ts';
import type { Tx } from '../../db/transaction.ts';
import { DomainError } from '../../lib/errors.ts';
import { t } from '../../lib/language/text.ts';
import { log } from '../../lib/log.ts';
import { sign } from '../../lib/secrets.ts';

interface Cap {
  quota: number;
  windowSeconds: number;
}

const dayS = 86_400;
const hourS = 3_600;

/** Messages to confirm an address, which anybody can enter: by who asks, by address and by its domain. */
export const confirmationCaps = {
  member: { quota: 5, windowSeconds: dayS },
  /** High enough for a household or a class behind one address. */
  visitor: { quota: 20, windowSeconds: hourS },
  address: { quota: 5, windowSeconds: dayS },
  domain: { quota: 100, windowSeconds: hourS },
} as const satisfies Record<string, Cap>;

/** Not less often than a link expires, so that strangers who ask for links cannot keep a member from having one. */
const resetCap: Cap = { quota: 3, windowSeconds: hourS };
/** Of one kind. Nothing that others ask for counts here, so that nobody can silence a notice about safety. */
const noticeCap: Cap = { quota: 10, windowSeconds: hourS };

/** Who asks for a message: a member, or a visitor by IP address. */
export type Requester = { memberId: number } | { clientAddress: string };

/**
 * Returns whether a message to confirm the address may be sent. Throws rate_limited if the requester asked for too many. What
 * others asked for is not told to anybody.
 */
export async function mayConfirm(tx: Tx, address: string, requester: Requester): Promise<boolean> {
  const [who, cap] =
    'memberId' in requester
      ? [`member ${requester.memberId}`, confirmationCaps.member]
      : [requester.clientAddress, confirmationCaps.visitor];
  if (!(await isWithin(tx, `confirm by ${who}`, cap)))
    throw new DomainError('rate_limited', t('errors.too-many-e-mails-today'));
  const to = normaliseAddress(address);
  const domain = to.slice(to.lastIndexOf('@'));
  return (
    (await isWithin(tx, `confirm to ${to}`, confirmationCaps.address)) &&
    (await isWithin(tx, `confirm to ${domain}`, confirmationCaps.domain))
  );
}

/** Returns whether a message of this kind may be sent to a member, or to the address of somebody who has or had an account. */
export async function mayNotify(tx: Tx, kind: string, recipient: number | string): Promise<boolean> {
  const to = typeof recipient === 'number' ? `member ${recipient}` : normaliseAddress(recipient);
  if (await isWithin(tx, `${kind} to ${to}`, kind === 'reset-password' ? resetCap : noticeCap)) return true;
  log.info({ kind }, 'an e-mail was not sent, because its recipient got too many of this kind');
  return false;
}

const isWithin = async (tx: Tx, subject: string, { quota, windowSeconds }: Cap): Promise<boolean> =>
  (await takeQuota(tx, `mail ${sign('mail cap', subject).toString('base64url')}`, quota, windowSeconds))
    .length > 0;

/** One mailbox has many spellings: case, dots, and what follows a plus sign. */
export function normaliseAddress(address: string): string {
  const at = address.lastIndexOf('@');
  const name = address.slice(0, at).normalize('NFKC').toLowerCase();
  const mailbox = name.replace(/\+.*$/s, '').replaceAll('.', '');
  const domain = address.slice(at).normalize('NFKC').toLowerCase().replace(/\.+$/, '');
  return `${mailbox || name}${domain}`;
}
