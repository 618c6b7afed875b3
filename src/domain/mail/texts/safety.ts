/** E-mails about the safety of an account, which cannot be switched off. */
import { mailText } from './text.ts';

interface Named {
  username: string;
}

const notYou =
  'If this was not you, reset your password at once, and tell the operator of the server. All browsers and apps are then logged out.';
const loginSettings = { label: 'Check your login settings', path: '/settings/access' };

export const passwordChanged = mailText<Named>({
  write: ({ username }) => ({
    subject: 'Your password was changed',
    paragraphs: [
      `The password of your account @${username} was changed. All other browsers were logged out, and apps have to be authorized again.`,
    ],
    action: loginSettings,
    closing: [notYou],
  }),
});

export const emailChanged = mailText<Named & { to: string | null }>({
  write: ({ username, to }) => ({
    subject: 'Your e-mail address was changed',
    paragraphs: [
      to === null
        ? `Messages about your account @${username} are no longer sent to this address.`
        : `Messages about your account @${username} now go to ${to} instead of this address.`,
    ],
    action: loginSettings,
    closing: [notYou],
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
    subject: 'New log-in to your account',
    paragraphs: [
      `Somebody logged in to your account @${username} with a browser and from an address that you did not use before.`,
      `Browser: ${browser}. Address: ${from}. Time: ${at.slice(0, 16).replace('T', ' ')} UTC.`,
      'If this was you, there is nothing to do.',
    ],
    action: loginSettings,
    closing: [notYou],
  }),
});

export const secondFactorChanged = mailText<
  Named & { change: 'on' | 'off' | 'passkey-added' | 'passkey-removed' }
>({
  write: ({ username, change }) => ({
    subject: {
      on: 'Two-factor authentication is on',
      off: 'Two-factor authentication is off',
      'passkey-added': 'A passkey was added to your account',
      'passkey-removed': 'A passkey was removed from your account',
    }[change],
    paragraphs: [`The way to log in to your account @${username} was changed.`],
    action: loginSettings,
    closing: [notYou],
  }),
});

export const accountMoved = mailText<Named & { target: string }>({
  write: ({ username, target }) => ({
    subject: 'Your account was moved',
    paragraphs: [
      `Your account @${username} was moved to ${target}. Your followers are asked to follow it there.`,
    ],
    action: { label: 'See your account', path: '/settings/move' },
    closing: [notYou],
  }),
});

export const accountDeleted = mailText<Named>({
  write: ({ username }, { name }) => ({
    subject: 'Your account was deleted',
    paragraphs: [
      `Your account @${username} at ${name} and everything you published there is being deleted, as you asked.`,
      'If this was not you, tell the operator of the server.',
    ],
    action: { label: 'Contact the operator', path: '/about' },
  }),
});
