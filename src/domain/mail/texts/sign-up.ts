/** E-mails that answer a request for an account. */
import { t } from '../../../lib/language/text.ts';
import { mailText } from './text.ts';

interface Named {
  username: string;
}

export const signUpApproved = mailText<Named>({
  write: ({ username }, { name: server }) => ({
    subject: t('mail.sign-up-approved-subject', { server }),
    paragraphs: [t('mail.sign-up-approved', { username })],
    action: { label: t('mail.log-in'), path: '/login?next=/welcome' },
  }),
});

export const signUpRejected = mailText<Named>({
  write: ({ username }, { name: server }) => ({
    subject: t('mail.sign-up-rejected-subject', { server }),
    paragraphs: [t('mail.sign-up-rejected', { server, username })],
  }),
});
