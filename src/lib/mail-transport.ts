/** Sends messages over SMTP, or writes them to a folder in development. Loads nodemailer at first use. */
import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Transporter } from 'nodemailer';
import { config } from './config.ts';
import { limitConcurrency } from './semaphore.ts';
import type { MailSettings, SmtpServer } from './server-urls.ts';

export interface Letter {
  to: string;
  subject: string;
  text: string;
  html: string;
  headers?: Record<string, string>;
}

/** The server will never accept this message: a 5xx answer to its recipient or content. Do not try again. */
export class MailRefused extends Error {
  override readonly name = 'MailRefused';
}

/** The message may be accepted later. */
export class MailNotSent extends Error {
  override readonly name = 'MailNotSent';
}

/** In milliseconds. A server that keeps silent for longer is given up for this attempt. */
const mailTimeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };

/** Servers limit the connections of a client. */
const withPermit = limitConcurrency(2);

/** Throws MailRefused and MailNotSent, whose messages name neither the recipient nor the content. */
export function sendLetter(letter: Letter, settings = requireSettings(), timeouts = mailTimeouts): Promise<void> {
  return withPermit(async () => {
    const transport = await openTransport(settings, timeouts);
    try {
      const { message } = await transport.sendMail(toMessage(letter, settings));
      if (settings.smtp === null) await writeToFolder(settings.folder!, message as Buffer);
    } catch (error) {
      throw toMailError(error, letter.to);
    } finally {
      transport.close();
    }
  });
}

/** Connects and logs in. Throws MailNotSent. */
export async function testMailServer(settings = requireSettings()): Promise<void> {
  if (!settings.smtp) return;
  const transport = await openTransport(settings);
  try {
    await transport.verify();
  } catch (error) {
    throw toMailError(error, '');
  } finally {
    transport.close();
  }
}

function requireSettings(): MailSettings {
  if (!config.mail) throw new MailNotSent('e-mail is off: set SMTP_URL and MAIL_FROM');
  return config.mail;
}

async function openTransport({ smtp }: MailSettings, timeouts = mailTimeouts): Promise<Transporter> {
  const { createTransport } = await import('nodemailer');
  if (!smtp) return createTransport({ streamTransport: true, buffer: true, newline: 'unix' }) as Transporter;
  return createTransport({ ...connectionOf(smtp), ...timeouts, dnsTimeout: timeouts.connectionTimeout });
}

const connectionOf = ({ host, port, encryption, user, password }: SmtpServer) => ({
  host,
  port,
  secure: encryption === 'tls',
  requireTLS: encryption === 'starttls',
  ignoreTLS: encryption === 'none',
  // A relay on this machine has no certificate for `localhost`.
  tls: { rejectUnauthorized: encryption !== 'opportunistic' },
  ...(user !== undefined && { auth: { user, pass: password ?? '' } }),
  // A message names no file and no address to load.
  disableFileAccess: true,
  disableUrlAccess: true,
});

function toMessage({ to, subject, text, html, headers }: Letter, { from }: MailSettings) {
  return {
    from,
    subject,
    text,
    html,
    // An object, because a comma in a text would separate recipients.
    to: { name: '', address: to },
    messageId: `<${randomUUID()}@${new URL(config.baseUrl).hostname}>`,
    date: new Date(),
    headers: {
      // RFC 3834 §5: no out-of-office replies.
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'All',
      ...headers,
    },
  };
}

/** Only the owner may read the files: they contain one-time links. */
async function writeToFolder(folder: string, message: Buffer): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const name = `${new Date().toISOString().replaceAll(':', '-')}-${randomUUID().slice(0, 8)}.eml`;
  await writeFile(join(folder, name), message, { mode: 0o600 });
}

interface SmtpError extends Error {
  code?: string;
  responseCode?: number;
  response?: string;
}

/** Answers about the recipient or the content. Others, such as a wrong password, can be mended by the operator. */
const isAboutMessage = ({ code }: SmtpError) => code === 'EENVELOPE' || code === 'EMESSAGE';

function toMailError(error: unknown, recipient: string): Error {
  const { code = 'error', responseCode = 0, response, message } = error as SmtpError;
  const answer = response ?? message;
  const said = (recipient === '' ? answer : answer.replaceAll(recipient, '(recipient)')).slice(0, 300);
  const text = `the mail server refused or did not answer (${code}): ${said}`;
  const isPermanent = responseCode >= 500 && isAboutMessage(error as SmtpError);
  return isPermanent ? new MailRefused(text) : new MailNotSent(text);
}
