/** E-mails to the operators of the server. */
import { mailText } from './text.ts';

type Nothing = Record<never, never>;

export const newReport = mailText<Nothing>({
  list: 'reports',
  write: (_, { name }) => ({
    subject: `New report at ${name}`,
    paragraphs: ['There is a new report about an account or a post.'],
    action: { label: 'See open reports', path: '/admin/reports' },
  }),
});

export const newAccountRequest = mailText<Nothing>({
  list: 'sign-ups',
  write: (_, { name }) => ({
    subject: `New account request at ${name}`,
    paragraphs: ['Somebody requests an account and waits for your answer.'],
    action: { label: 'See account requests', path: '/admin/accounts' },
  }),
});

export interface ServerProblem {
  /** One line for each problem, with its remedy. */
  problems: string[];
}

export const serverProblem = mailText<ServerProblem>({
  list: 'server',
  maxAgeSeconds: 24 * 3_600,
  write: ({ problems }, { name }) => ({
    subject: problems.length === 1 ? `A problem at ${name}` : `${problems.length} problems at ${name}`,
    paragraphs: problems,
    action: { label: 'Open the administration', path: '/admin' },
    closing: ['You get one message when a problem begins. "npm run cli -- doctor" checks everything again.'],
  }),
});

export const testMail = mailText<Nothing>({
  write: (_, { name, origin }) => ({
    subject: `Test message from ${name}`,
    paragraphs: [`This is a test. ${origin} can send e-mail to this address.`],
  }),
});
