/** E-mails with one-time links: to confirm an address and to reset a password. */
import { t } from '../../../lib/language/text.ts';
import { mailText } from './text.ts';

interface SignUp {
  applicationId: number;
  username: string;
}

export const confirmSignUp = mailText<SignUp>({
  link: 'confirm_sign_up',
  maxAgeSeconds: 24 * 3_600,
  write: ({ username }, { name: server }) => ({
    subject: t('mail.confirm-sign-up-subject', { server }),
    paragraphs: [t('mail.confirm-sign-up', { server, username })],
    action: { label: t('mail.confirm-address'), path: '/confirm-sign-up' },
    closing: [t('mail.link-for-a-day'), t('mail.confirm-sign-up-not-you')],
  }),
});

interface Named {
  username: string;
}

export const confirmEmail = mailText<Named>({
  link: 'confirm_email',
  maxAgeSeconds: 24 * 3_600,
  write: ({ username }, { name: server }) => ({
    subject: t('mail.confirm-email-subject'),
    paragraphs: [t('mail.confirm-email', { username, server })],
    action: { label: t('mail.confirm-address'), path: '/confirm-email' },
    closing: [t('mail.link-for-a-day'), t('mail.confirm-email-not-you')],
  }),
});

export const resetPassword = mailText<Named>({
  link: 'reset_password',
  maxAgeSeconds: 3_600,
  write: ({ username }, { name: server }) => ({
    subject: t('mail.reset-password-subject', { server }),
    paragraphs: [t('mail.reset-password', { username })],
    action: { label: t('mail.choose-password'), path: '/reset-password' },
    closing: [t('mail.link-for-an-hour'), t('mail.reset-password-not-you')],
  }),
});
