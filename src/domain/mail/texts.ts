/** Texts of e-mails. */
import { type MailLinkPurpose, type MemberRole, memberRoles, type NotificationType } from '../../db/vocabulary.ts';
import { momentText } from '../../lib/language/formats.ts';
import { type Message, t, textOf } from '../../lib/language/text.ts';
import { may, type Permission } from '../roles/permissions.ts';

// Defines what an e-mail says. They are written when an e-mail is sent, in its reader's language.

/**
 * E-mails that their reader can switch off. Notices about the safety of an account have no list. New members are
 * subscribed to all but the digest, by the default of `member.unsubscribed`.
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
export function rolesOf(list: MailList): MemberRole[] {
  const permission = permissionOf[list];
  return memberRoles.filter((role) => permission === null || may(role, permission));
}

/** What the server is called and where it is. */
export interface Site {
  name: string;
  /** Without a slash at the end. */
  origin: string;
}

export interface MailContent {
  subject: string;
  /** Plain text, one sentence or more each. */
  paragraphs: string[];
  /** A button. `path` is below the origin; the path of a one-time link gets its token. */
  action?: { label: string; path: string };
  /** Shown below the button. */
  closing?: string[];
}

export interface MailText<Data> {
  write(data: Data, site: Site): MailContent;
  /** The reader can unsubscribe from this list with one click (RFC 8058). */
  list?: MailList;
  /** The button is a one-time link, which is created when the message is sent. */
  link?: MailLinkPurpose;
  /** Not sent any more when it is older, in seconds. One with a link is not sent once the link would have expired. */
  maxAgeSeconds?: number;
}

/** Ties the data of a kind to its text. */
const mailText = <Data>(text: MailText<Data>): MailText<Data> => text;

// What the texts need to know

interface Named {
  username: string;
}

export interface DigestLine {
  type: NotificationType;
  /** `@name`, or `@name@host`. */
  who: string;
  /** How many accounts did it. */
  count: number;
  /** The name of the item; empty if it has none. */
  item: string;
}

interface NewLogin extends Named {
  /** `Firefox on Linux`. */
  browser: string;
  /** IP address. */
  from: string;
  /** ISO 8601. */
  at: string;
}

interface ServerProblem {
  problems: { name: Message; message: Message | string; remedy: Message | string | null }[];
  /** How many jobs wait for an operator, or 0 if they are not new. */
  failedJobs: number;
}

type Nothing = Record<never, never>;

const linkToDecision = () => ({ label: t('mail.read-decision'), path: '/settings/moderation' });

/** What a notice about the safety of an account ends with. */
const checkLogins = () => ({
  action: { label: t('mail.check-login-settings'), path: '/settings/access' },
  closing: [t('mail.not-you')],
});

const lineText = ({ type, who, count, item }: DigestLine): string =>
  t(`mail.digest-${type}`, { who, count, item: item || t('mail.digest-post') });

function problemText({ name, message, remedy }: ServerProblem['problems'][number]): string {
  const problem = `${textOf(name)}: ${textOf(message)}`;
  return remedy === null
    ? t('mail.problem-without-remedy', { problem })
    : t('mail.problem-with-remedy', { problem, remedy: textOf(remedy) });
}

/** A passkey's name is free text: without punctuation it cannot be a link. */
const plainName = (name: string) => name.replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, ' ').trim();

// The texts of all e-mails by their kind

export const texts = {
  // With one-time links: to confirm an address and to reset a password

  'confirm-sign-up': mailText<Named & { applicationId: number }>({
    link: 'confirm_sign_up',
    write: ({ username }, { name: server }) => ({
      subject: t('mail.confirm-sign-up-subject', { server }),
      paragraphs: [t('mail.confirm-sign-up', { server, username })],
      action: { label: t('mail.confirm-address'), path: '/confirm-sign-up' },
      closing: [t('mail.link-for-a-day'), t('mail.confirm-sign-up-not-you')],
    }),
  }),
  'confirm-email': mailText<Named>({
    link: 'confirm_email',
    write: ({ username }, { name: server }) => ({
      subject: t('mail.confirm-email-subject'),
      paragraphs: [t('mail.confirm-email', { username, server })],
      action: { label: t('mail.confirm-address'), path: '/confirm-email' },
      closing: [t('mail.link-for-a-day'), t('mail.confirm-email-not-you')],
    }),
  }),
  'reset-password': mailText<Named>({
    link: 'reset_password',
    write: ({ username }, { name: server }) => ({
      subject: t('mail.reset-password-subject', { server }),
      paragraphs: [t('mail.reset-password', { username })],
      action: { label: t('mail.choose-password'), path: '/reset-password' },
      closing: [t('mail.link-for-an-hour'), t('mail.reset-password-not-you')],
    }),
  }),

  // About what moderators decided about a member, which cannot be switched off

  'account-suspended': mailText<Named & { reason: string }>({
    write: ({ username, reason }, { name: server }) => ({
      subject: t('mail.account-suspended-subject', { server }),
      paragraphs: [
        t('mail.account-suspended', { username }),
        ...(reason === '' ? [] : [t('mail.decision-reason', { reason })]),
      ],
      action: linkToDecision(),
    }),
  }),
  'suspension-ended': mailText<Named>({
    write: ({ username }, { name: server }) => ({
      subject: t('mail.suspension-ended-subject', { server }),
      paragraphs: [t('mail.suspension-ended', { username })],
      action: linkToDecision(),
    }),
  }),
  'appeal-answered': mailText<Named & { isGranted: boolean; answer: string }>({
    write: ({ username, isGranted, answer }, { name: server }) => {
      const result = isGranted ? 'granted' : 'rejected';
      return {
        subject: t(`mail.appeal-${result}-subject`),
        paragraphs: [
          t(`mail.appeal-${result}`, { username, server }),
          ...(answer === '' ? [] : [t('mail.appeal-answer', { answer })]),
        ],
        action: linkToDecision(),
      };
    },
  }),

  /** Tells a member what happened since the last visit. */
  digest: mailText<Named & { lines: DigestLine[]; more: number }>({
    list: 'digest',
    maxAgeSeconds: 2 * 86_400,
    write: ({ username, lines, more }, { name: server }) => ({
      subject: t('mail.digest-subject', { count: lines.length + more, server }),
      paragraphs: [t('mail.digest', { username, server }), ...lines.map(lineText)],
      action: { label: t('mail.see-notifications'), path: '/notifications' },
      closing: more > 0 ? [t('mail.digest-more', { count: more })] : [],
    }),
  }),

  // To the operators of the server

  'new-report': mailText<Nothing>({
    list: 'reports',
    write: (_, { name: server }) => ({
      subject: t('mail.new-report-subject', { server }),
      paragraphs: [t('mail.new-report')],
      action: { label: t('mail.see-reports'), path: '/admin/reports' },
    }),
  }),
  'new-appeal': mailText<Nothing>({
    list: 'reports',
    write: (_, { name: server }) => ({
      subject: t('mail.new-appeal-subject', { server }),
      paragraphs: [t('mail.new-appeal')],
      action: { label: t('mail.see-appeals'), path: '/admin/appeals' },
    }),
  }),
  'new-account-request': mailText<Nothing>({
    list: 'sign-ups',
    write: (_, { name: server }) => ({
      subject: t('mail.new-account-request-subject', { server }),
      paragraphs: [t('mail.new-account-request')],
      action: { label: t('mail.see-account-requests'), path: '/admin/accounts' },
    }),
  }),
  /** Names no list, because several can have a problem until it is sent. */
  'block-list-problem': mailText<Nothing>({
    list: 'server',
    write: (_, { name: server }) => ({
      subject: t('mail.block-list-problem-subject', { server }),
      paragraphs: [t('mail.block-list-problem')],
      action: { label: t('mail.see-block-lists'), path: '/admin/domains/lists' },
    }),
  }),
  'server-problem': mailText<ServerProblem>({
    list: 'server',
    maxAgeSeconds: 24 * 3_600,
    write: ({ problems, failedJobs }, { name: server }) => ({
      subject: t('mail.server-problem-subject', { count: problems.length + (failedJobs > 0 ? 1 : 0), server }),
      paragraphs: [
        ...problems.map(problemText),
        ...(failedJobs > 0 ? [t('mail.failed-jobs', { count: failedJobs })] : []),
      ],
      action: { label: t('mail.open-administration'), path: '/admin' },
      closing: [t('mail.server-problem-closing')],
    }),
  }),
  test: mailText<Nothing>({
    write: (_, { name: server, origin }) => ({
      subject: t('mail.test-subject', { server }),
      paragraphs: [t('mail.test', { origin })],
    }),
  }),

  // About the safety of an account, which cannot be switched off

  'password-changed': mailText<Named>({
    write: ({ username }) => ({
      subject: t('mail.password-changed-subject'),
      paragraphs: [t('mail.password-changed', { username })],
      ...checkLogins(),
    }),
  }),
  'password-reset': mailText<Named & { passkeys: string[] }>({
    write: ({ username, passkeys }) => ({
      subject: t('mail.password-changed-subject'),
      paragraphs: [
        t('mail.password-reset', { username }),
        ...(passkeys.length > 0
          ? [t('mail.passkeys-removed', { count: passkeys.length, names: passkeys.map(plainName).join(', ') })]
          : []),
      ],
      ...checkLogins(),
    }),
  }),
  'email-changed': mailText<Named & { to: string | null }>({
    write: ({ username, to }) => ({
      subject: t('mail.email-changed-subject'),
      paragraphs: [to === null ? t('mail.email-removed', { username }) : t('mail.email-changed', { username, to })],
      ...checkLogins(),
    }),
  }),
  'new-login': mailText<NewLogin>({
    write: ({ username, browser, from, at }) => ({
      subject: t('mail.new-login-subject'),
      paragraphs: [
        t('mail.new-login', { username }),
        t('mail.new-login-details', { browser, from, at: momentText(new Date(at)) }),
        t('mail.new-login-was-you'),
      ],
      ...checkLogins(),
    }),
  }),
  'second-factor-changed': mailText<
    Named & { change: 'on' | 'off' | 'codes-renewed' | 'passkey-added' | 'passkey-removed' }
  >({
    write: ({ username, change }) => ({
      subject: t(`mail.second-factor-${change}`),
      paragraphs: [t('mail.second-factor-changed', { username })],
      ...checkLogins(),
    }),
  }),
  'account-moved': mailText<Named & { target: string }>({
    write: ({ username, target }) => ({
      subject: t('mail.account-moved-subject'),
      paragraphs: [t('mail.account-moved', { username, target })],
      action: { label: t('mail.see-account'), path: '/settings/move' },
      closing: [t('mail.not-you')],
    }),
  }),
  'account-deleted': mailText<Named>({
    write: ({ username }, { name: server }) => ({
      subject: t('mail.account-deleted-subject'),
      paragraphs: [t('mail.account-deleted', { username, server }), t('mail.account-deleted-not-you')],
      action: { label: t('mail.contact-operator'), path: '/about' },
    }),
  }),

  // Answers to a request for an account

  'sign-up-approved': mailText<Named>({
    write: ({ username }, { name: server }) => ({
      subject: t('mail.sign-up-approved-subject', { server }),
      paragraphs: [t('mail.sign-up-approved', { username })],
      action: { label: t('mail.log-in'), path: '/login?next=/welcome' },
    }),
  }),
  'sign-up-rejected': mailText<Named>({
    write: ({ username }, { name: server }) => ({
      subject: t('mail.sign-up-rejected-subject', { server }),
      paragraphs: [t('mail.sign-up-rejected', { server, username })],
    }),
  }),
};

export type MailKind = keyof typeof texts;
export type MailData<Kind extends MailKind> = (typeof texts)[Kind] extends MailText<infer Data> ? Data : never;
