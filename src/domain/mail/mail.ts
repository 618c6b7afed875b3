/** Enqueues e-mails in the transaction of the fact that they tell. Does nothing while e-mail is off. */
import {
  insertMail,
  insertMailToLeavingMember,
  insertMailToMember,
  insertMailToOperators,
} from '../../db/sql/mail.ts';
import type { Tx } from '../../db/transaction.ts';
import { jobs } from '../../jobs/catalogue.ts';
import { enqueue } from '../../jobs/enqueue.ts';
import { config } from '../../lib/config.ts';
import { reader } from '../../lib/language/reader.ts';
import { mayConfirm, mayNotify, type Requester } from './caps.ts';
import { type MailData, type MailKind, texts } from './texts/index.ts';
import { type MailList, rolesOf } from './texts/text.ts';

export const isMailOn = config.mail !== undefined;

interface Recipient {
  /** Whose settings decide the language, if it is known. */
  accountId?: number | null;
  /** The reader of the current request by default. */
  language?: string | null;
}

/** Kinds that go to an address which anybody can enter. */
type ConfirmationKind = 'confirm-sign-up' | 'confirm-email';

/**
 * Asks the owner of the address to confirm it. Throws rate_limited if the requester did this too often. Does nothing, and does not
 * tell, if the address got too many messages.
 */
export async function mailToConfirm<Kind extends ConfirmationKind>(
  tx: Tx,
  address: string,
  kind: Kind,
  data: MailData<Kind>,
  { requester, accountId = null }: { requester: Requester; accountId?: number | null },
): Promise<void> {
  if (!isMailOn || !(await mayConfirm(tx, address, requester))) return;
  const { language } = reader();
  await enqueueMail(tx, await insertMail(tx, accountId, kind, address, JSON.stringify(data), language));
}

/** Sends to a confirmed address, also of somebody without an account. `data` must hold no secret: links are made when it is sent. */
export async function mailAddress<Kind extends Exclude<MailKind, ConfirmationKind>>(
  tx: Tx,
  address: string,
  kind: Kind,
  data: MailData<Kind>,
  { accountId = null, language = reader().language }: Recipient = {},
): Promise<void> {
  if (!isMailOn || !(await mayNotify(tx, kind, address))) return;
  const rows = await insertMail(tx, accountId, kind, address, JSON.stringify(data), language);
  await enqueueMail(tx, rows);
}

/** Does nothing for a member without a confirmed address, and for one who has unsubscribed from the kind's list. */
export async function mailMember<Kind extends MailKind>(
  tx: Tx,
  accountId: number,
  kind: Kind,
  data: MailData<Kind>,
): Promise<void> {
  if (!isMailOn) return;
  const list = texts[kind].list ?? null;
  if (list === null && !(await mayNotify(tx, kind, accountId))) return;
  await enqueueMail(tx, await insertMailToMember(tx, accountId, kind, JSON.stringify(data), list));
}

/** Tells a member that the account is being deleted, after which nothing else knows the address. */
export async function mailLeavingMember(tx: Tx, accountId: number): Promise<void> {
  if (isMailOn) await enqueueMail(tx, await insertMailToLeavingMember(tx, accountId, 'account-deleted'));
}

/** Kinds that go to the operators. */
export type OperatorMailKind =
  | 'new-report'
  | 'new-appeal'
  | 'new-account-request'
  | 'block-list-problem'
  | 'server-problem';

/** The pause between two messages of one kind to one operator. What happens in it is told by the next one. */
const pauseSeconds = 15 * 60;

/** Tells those whose role may act on it, each at most every 15 minutes about the same kind. */
export async function notifyOperators<Kind extends OperatorMailKind>(
  tx: Tx,
  kind: Kind,
  data: MailData<Kind>,
): Promise<void> {
  if (!isMailOn) return;
  const list = texts[kind].list as MailList;
  const rows = await insertMailToOperators(tx, kind, JSON.stringify(data), list, pauseSeconds, rolesOf(list));
  await enqueueMail(tx, rows);
}

async function enqueueMail(tx: Tx, rows: { id: number; due_at?: Date | null }[]): Promise<void> {
  for (const { id, due_at: dueAt = null } of rows)
    await enqueue(tx, jobs.sendMail, { mailId: id }, { dueAt });
}
