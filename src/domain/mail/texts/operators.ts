/** E-mails to the operators of the server. */
import { type Message, t, textOf } from '../../../lib/language/text.ts';
import { mailText } from './text.ts';

type Nothing = Record<never, never>;

export const newReport = mailText<Nothing>({
  list: 'reports',
  write: (_, { name: server }) => ({
    subject: t('mail.new-report-subject', { server }),
    paragraphs: [t('mail.new-report')],
    action: { label: t('mail.see-reports'), path: '/admin/reports' },
  }),
});

export const newAppeal = mailText<Nothing>({
  list: 'reports',
  write: (_, { name: server }) => ({
    subject: t('mail.new-appeal-subject', { server }),
    paragraphs: [t('mail.new-appeal')],
    action: { label: t('mail.see-appeals'), path: '/admin/appeals' },
  }),
});

export const newAccountRequest = mailText<Nothing>({
  list: 'sign-ups',
  write: (_, { name: server }) => ({
    subject: t('mail.new-account-request-subject', { server }),
    paragraphs: [t('mail.new-account-request')],
    action: { label: t('mail.see-account-requests'), path: '/admin/accounts' },
  }),
});

/** Names no list, because several can have a problem until it is sent. */
export const blockListProblem = mailText<Nothing>({
  list: 'server',
  write: (_, { name: server }) => ({
    subject: t('mail.block-list-problem-subject', { server }),
    paragraphs: [t('mail.block-list-problem')],
    action: { label: t('mail.see-block-lists'), path: '/admin/domains/lists' },
  }),
});

export interface ServerProblem {
  problems: { name: Message; message: Message | string; remedy: Message | string | null }[];
  /** How many jobs wait for an operator, or 0 if they are not new. */
  failedJobs: number;
}

export const serverProblem = mailText<ServerProblem>({
  list: 'server',
  maxAgeSeconds: 24 * 3_600,
  write: ({ problems, failedJobs }, { name: server }) => ({
    subject: t('mail.server-problem-subject', { count: problems.length + (failedJobs > 0 ? 1 : 0), server }),
    paragraphs: [
      ...problems.map(problemText),
      ...(failedJobs > 0 ? [t('mail.failed-jobs', { count: failedJobs })] : []),
    ],
    action: { label: t('mail.open-administration'), path: '/admin' },
    closing: [t('mail.server-problem-closing')],
  }),
});

function problemText({ name, message, remedy }: ServerProblem['problems'][number]): string {
  const problem = `${textOf(name)}: ${textOf(message)}`;
  return remedy === null
    ? t('mail.problem-without-remedy', { problem })
    : t('mail.problem-with-remedy', { problem, remedy: textOf(remedy) });
}

export const testMail = mailText<Nothing>({
  write: (_, { name: server, origin }) => ({
    subject: t('mail.test-subject', { server }),
    paragraphs: [t('mail.test', { origin })],
  }),
});
