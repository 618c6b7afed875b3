/** Names the e-mails that members can switch off. */
import type { MailList } from '../../domain/mail/texts/text.ts';

export const mailListText: Record<MailList, string> = {
  reports: 'new reports',
  'sign-ups': 'new account requests',
  server: 'problems of the server',
};
