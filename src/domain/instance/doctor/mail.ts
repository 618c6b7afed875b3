/** Checks that the mail server accepts this one: connection, encryption and password. */
import { config } from '../../../lib/config.ts';
import { explain } from '../../../lib/errors.ts';
import { testMailServer } from '../../../lib/mail-transport.ts';
import { type CheckResult, ok, problem } from './check-result.ts';

export async function checkMail(): Promise<CheckResult> {
  const { mail } = config;
  if (!mail)
    return ok('mail', 'off; set SMTP_URL and MAIL_FROM to reset passwords and send notices by e-mail');
  if (!mail.smtp) return ok('mail', `messages are written to ${mail.folder}`);
  const { host, port, encryption, user } = mail.smtp;
  try {
    await testMailServer();
    const login = user === undefined ? 'without a password' : `as ${user}`;
    return ok('mail', `${host}:${port} accepts connections ${login} (${encryption}), sender ${mail.from}`);
  } catch (error) {
    return problem(
      'mail',
      `${host}:${port}: ${explain(error)}`,
      'check SMTP_URL: name, port, smtps:// or smtp://, user and password; then run "npm run cli -- mail test ADDRESS"',
    );
  }
}
