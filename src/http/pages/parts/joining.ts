/** How a server lets people in, in words. */

/** On the link that leads to the form. */
export const joinWords = { approval: 'ask for an account', open: 'make an account' } as const;

export const joining = {
  closed: 'Accounts are made by whoever runs this server.',
  approval: 'Whoever runs this server looks at each request for an account.',
  open: 'Anybody may join.',
} as const;
