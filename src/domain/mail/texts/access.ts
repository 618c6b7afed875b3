/** E-mails with one-time links: to confirm an address and to reset a password. */
import { mailText } from './text.ts';

interface SignUp {
  applicationId: number;
  username: string;
}

export const confirmSignUp = mailText<SignUp>({
  link: 'confirm_sign_up',
  maxAgeSeconds: 24 * 3_600,
  write: ({ username }, { name }) => ({
    subject: `Confirm your e-mail address for ${name}`,
    paragraphs: [
      `Welcome to ${name}! Please confirm that this is your e-mail address. Your name there will be @${username}.`,
    ],
    action: { label: 'Confirm e-mail address', path: '/confirm-sign-up' },
    closing: [
      'The link works for 24 hours.',
      'If you did not ask for an account, ignore this message. No account is created without your confirmation.',
    ],
  }),
});

interface Named {
  username: string;
}

export const confirmEmail = mailText<Named>({
  link: 'confirm_email',
  maxAgeSeconds: 24 * 3_600,
  write: ({ username }, { name }) => ({
    subject: 'Confirm your e-mail address',
    paragraphs: [`You entered this address in the settings of your account @${username} at ${name}.`],
    action: { label: 'Confirm e-mail address', path: '/confirm-email' },
    closing: [
      'The link works for 24 hours.',
      'If this was not you, ignore this message. The address is not used without your confirmation.',
    ],
  }),
});

export const resetPassword = mailText<Named>({
  link: 'reset_password',
  maxAgeSeconds: 3_600,
  write: ({ username }, { name }) => ({
    subject: `Choose a new password for ${name}`,
    paragraphs: [`Somebody, hopefully you, asked for a new password for your account @${username}.`],
    action: { label: 'Choose a new password', path: '/reset-password' },
    closing: [
      'The link works once, for one hour.',
      'If this was not you, ignore this message. Your password stays as it is.',
    ],
  }),
});
