/** Checks that the mail server accepts this one: connection, encryption and password. */

import { config } from '../../../lib/config.ts';
import { explain } from '../../../lib/errors.ts';
import { toMessage } from '../../../lib/language/text.ts';
import { testMailServer } from '../../../lib/mail-transport.ts';
import { type CheckResult, ok, problem } from './check-result.ts';

export async function checkMail(): Promise<CheckResult> {
  const { mail } = config;
  if (!mail) return ok('mail', toMessage('doctor-checks.mail-off'));
  if (!mail.smtp) return ok('mail', toMessage('doctor-checks.mail-to-folder', { folder: mail.folder ?? '' }));
  const { host, port, encryption, user } = mail.smtp;
  const server = `${host}:${port}`;
  try {
    await testMailServer();
    const values = { server, encryption, sender: mail.from };
    const message =
      user === undefined
        ? toMessage('doctor-checks.mail-good-without-password', values)
        : toMessage('doctor-checks.mail-good', { ...values, user });
    return ok('mail', message);
  } catch (error) {
    return problem(
      'mail',
      toMessage('doctor-checks.mail-problem', { server, reason: explain(error) }),
      toMessage('doctor-checks.mail-remedy'),
    );
  }
}
