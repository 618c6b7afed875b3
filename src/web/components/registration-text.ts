/** Texts for each registration mode. */

/** Link to the sign-up form. */
export const registrationLinkText = { approval: 'request an account', open: 'create an account' } as const;

export const registrationText = {
  closed: 'Sign-up is closed. The operator of this server creates accounts.',
  approval: 'The moderators review each request for an account.',
  open: 'Anyone can create an account.',
} as const;
