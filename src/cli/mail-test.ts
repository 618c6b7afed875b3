/** Sends a test message. */
import { parseEmail } from '../domain/accounts/register.ts';
import { sendTestMail } from '../domain/mail/mail.ts';
import { config } from '../lib/config.ts';
import type { CommandHandler } from './command.ts';
import { CommandFailure } from './errors.ts';

export const run: CommandHandler = async ({ args: [given = ''], print }) => {
  if (!config.mail) throw new CommandFailure('e-mail is off: set SMTP_URL and MAIL_FROM');
  const address = parseEmail(given)!;
  await sendTestMail(address, config.host);
  const { smtp, folder } = config.mail;
  const to = smtp ? `${smtp.host}:${smtp.port} accepted` : `${folder} holds`;
  print(`${to} a message to ${address}`);
  return { address, server: smtp ? `${smtp.host}:${smtp.port}` : null, folder };
};
