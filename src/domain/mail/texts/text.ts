/** Defines what an e-mail says. They are written when an e-mail is sent, in its reader's language. */
import { may, type Permission, type Role, roles } from '../../roles/permissions.ts';
import type { LinkPurpose } from '../links.ts';

/**
 * E-mails that their reader can switch off. Notices about the safety of an account have no list. New members are subscribed to
 * all but the digest, by the default of `member.unsubscribed`.
 */
export const mailLists = ['reports', 'sign-ups', 'server', 'digest'] as const;
export type MailList = (typeof mailLists)[number];

/** What a member must be allowed to do to get the e-mails of a list. Null is for all members. */
const permissionOf = {
  reports: 'moderate',
  'sign-ups': 'answer-sign-ups',
  server: 'operate',
  digest: null,
} as const satisfies Record<MailList, Permission | null>;

/** The roles that may act on what a list tells. */
export function rolesOf(list: MailList): Role[] {
  const permission = permissionOf[list];
  return roles.filter((role) => permission === null || may(role, permission));
}

/** What the server is called and where it is. */
export interface Site {
  name: string;
  /** Without a slash at the end. */
  origin: string;
}

export interface Message {
  subject: string;
  /** Plain text, one sentence or more each. */
  paragraphs: string[];
  /** A button. `path` is below the origin; the path of a one-time link gets its token. */
  action?: { label: string; path: string };
  /** Shown below the button. */
  closing?: string[];
}

export interface MailText<Data> {
  write(data: Data, site: Site): Message;
  /** The reader can unsubscribe from this list with one click (RFC 8058). */
  list?: MailList;
  /** The button is a one-time link, which is created when the message is sent. */
  link?: LinkPurpose;
  /** Not sent any more when it is older, in seconds. */
  maxAgeSeconds?: number;
}

/** Ties the data of a kind to its text. */
export const mailText = <Data>(text: MailText<Data>): MailText<Data> => text;
