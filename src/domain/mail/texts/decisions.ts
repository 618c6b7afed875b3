/** E-mails about what moderators decided about a member. They cannot be switched off. */
import { t } from '../../../lib/language/text.ts';
import { mailText } from './text.ts';

const readDecision = () => ({ label: t('mail.read-decision'), path: '/settings/moderation' });

export const accountSuspended = mailText<{ username: string; reason: string }>({
  write: ({ username, reason }, { name: server }) => ({
    subject: t('mail.account-suspended-subject', { server }),
    paragraphs: [
      t('mail.account-suspended', { username }),
      ...(reason === '' ? [] : [t('mail.decision-reason', { reason })]),
    ],
    action: readDecision(),
  }),
});

export const suspensionEnded = mailText<{ username: string }>({
  write: ({ username }, { name: server }) => ({
    subject: t('mail.suspension-ended-subject', { server }),
    paragraphs: [t('mail.suspension-ended', { username })],
    action: readDecision(),
  }),
});

interface AppealAnswer {
  username: string;
  isGranted: boolean;
  answer: string;
}

export const appealAnswered = mailText<AppealAnswer>({
  write: ({ username, isGranted, answer }, { name: server }) => {
    const result = isGranted ? 'granted' : 'rejected';
    return {
      subject: t(`mail.appeal-${result}-subject`),
      paragraphs: [
        t(`mail.appeal-${result}`, { username, server }),
        ...(answer === '' ? [] : [t('mail.appeal-answer', { answer })]),
      ],
      action: readDecision(),
    };
  },
});
