/** E-mails that answer a request for an account. */
import { mailText } from './text.ts';

interface Named {
  username: string;
}

export const signUpApproved = mailText<Named>({
  write: ({ username }, { name }) => ({
    subject: `Welcome to ${name}`,
    paragraphs: [
      `Your request was approved. You can now log in as @${username} with the password you chose.`,
    ],
    action: { label: 'Log in', path: '/login?next=/welcome' },
  }),
});

export const signUpRejected = mailText<Named>({
  write: ({ username }, { name }) => ({
    subject: `Your request for an account at ${name}`,
    paragraphs: [
      `The moderators of ${name} did not approve your request for the account @${username}. Your data was deleted.`,
    ],
  }),
});
