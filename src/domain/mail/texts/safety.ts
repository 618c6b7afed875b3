/** E-mails about the safety of an account, which cannot be switched off. */
import { momentText } from '../../../lib/language/dates.ts';
import { t } from '../../../lib/language/text.ts';
import { mailText } from './text.ts';

interface Named {
  username: string;
}

const notYou = () => t('mail.not-you');
const loginSettings = () => ({ label: t('mail.check-login-settings'), path: '/settings/access' });

export const passwordChanged = mailText<Named>({
  write: ({ username }) => ({
    subject: t('mail.password-changed-subject'),
    paragraphs: [t('mail.password-changed', { username })],
    action: loginSettings(),
    closing: [notYou()],
  }),
});

/** A passkey's name is free text: without punctuation it cannot be a link. */
const plainName = (name: string) => name.replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, ' ').trim();

export const passwordReset = mailText<Named & { passkeys: string[] }>({
  write: ({ username, passkeys }) => ({
    subject: t('mail.password-changed-subject'),
    paragraphs: [
      t('mail.password-reset', { username }),
      ...(passkeys.length > 0
        ? [t('mail.passkeys-removed', { count: passkeys.length, names: passkeys.map(plainName).join(', ') })]
        : []),
    ],
    action: loginSettings(),
    closing: [notYou()],
  }),
});

export const emailChanged = mailText<Named & { to: string | null }>({
  write: ({ username, to }) => ({
    subject: t('mail.email-changed-subject'),
    paragraphs: [
      to === null ? t('mail.email-removed', { username }) : t('mail.email-changed', { username, to }),
    ],
    action: loginSettings(),
    closing: [notYou()],
  }),
});

export interface NewLogin extends Named {
  /** `Firefox on Linux`. */
  browser: string;
  /** IP address. */
  from: string;
  /** ISO 8601. */
  at: string;
}

export const newLogin = mailText<NewLogin>({
  write: ({ username, browser, from, at }) => ({
    subject: t('mail.new-login-subject'),
    paragraphs: [
      t('mail.new-login', { username }),
      t('mail.new-login-details', { browser, from, at: momentText(new Date(at)) }),
      t('mail.new-login-was-you'),
    ],
    action: loginSettings(),
    closing: [notYou()],
  }),
});

export const secondFactorChanged = mailText<
  Named & { change: 'on' | 'off' | 'codes-renewed' | 'passkey-added' | 'passkey-removed' }
>({
  write: ({ username, change }) => ({
    subject: t(`mail.second-factor-${change}`),
    paragraphs: [t('mail.second-factor-changed', { username })],
    action: loginSettings(),
    closing: [notYou()],
  }),
});

export const accountMoved = mailText<Named & { target: string }>({
  write: ({ username, target }) => ({
    subject: t('mail.account-moved-subject'),
    paragraphs: [t('mail.account-moved', { username, target })],
    action: { label: t('mail.see-account'), path: '/settings/move' },
    closing: [notYou()],
  }),
});

export const accountDeleted = mailText<Named>({
  write: ({ username }, { name: server }) => ({
    subject: t('mail.account-deleted-subject'),
    paragraphs: [t('mail.account-deleted', { username, server }), t('mail.account-deleted-not-you')],
    action: { label: t('mail.contact-operator'), path: '/about' },
  }),
});
