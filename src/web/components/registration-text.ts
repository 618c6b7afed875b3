/** Texts for each registration mode. */

export const registrationText = {
  closed: 'Sign-up is closed. The operator of this server creates accounts.',
  approval: 'The moderators review each request for an account.',
  open: 'Anyone can create an account.',
} as const;
