/** Parses the settings of e-mail: SMTP_URL, MAIL_FROM and MAIL_FOLDER. */
import { resolve } from 'node:path';
import { z } from 'zod';
import { explainCredentials } from './server-urls.ts';

/** How a connection becomes encrypted: from its first byte, by STARTTLS, by STARTTLS if offered, or never. */
export type MailEncryption = 'tls' | 'starttls' | 'opportunistic' | 'none';

export interface SmtpServer {
  host: string;
  port: number;
  encryption: MailEncryption;
  user: string | undefined;
  password: string | undefined;
}

export interface MailSettings {
  /** `Potluck <potluck@cook.example>` or the address alone. */
  from: string;
  /** Null: messages are written to the folder instead. */
  smtp: SmtpServer | null;
  /** For development: every message becomes a file here. */
  folder: string | null;
}

const loopback = new Set(['localhost', '127.0.0.1', '[::1]']);

/** `smtps://` is TLS from the start (RFC 8314 §3.3); `smtp://` needs STARTTLS unless the server is on this machine. */
export const smtpUrl = z
  .url({
    protocol: /^smtps?$/,
    error: ({ input }) => explainCredentials(String(input)) ?? 'must be an smtp:// or smtps:// URL',
  })
  .transform((text, context): SmtpServer => {
    const url = new URL(text);
    const wrong = explainCredentials(text);
    if (wrong !== null) {
      context.addIssue(wrong);
      return z.NEVER;
    }
    const starttls = url.searchParams.get('starttls');
    if (starttls !== null && starttls !== 'off') context.addIssue('takes ?starttls=off as its only option');
    const encryption = encryptionOf(url, starttls === 'off');
    const isLocal = loopback.has(url.hostname);
    if (url.username !== '' && encryption === 'none' && !isLocal)
      context.addIssue('would send the password without encryption');
    return {
      host: url.hostname.replace(/^\[|\]$/g, ''),
      port: Number(url.port) || (encryption === 'tls' ? 465 : 587),
      encryption,
      user: decodeURIComponent(url.username) || undefined,
      password: decodeURIComponent(url.password) || undefined,
    };
  });

function encryptionOf({ protocol, hostname }: URL, isOff: boolean): MailEncryption {
  if (protocol === 'smtps:') return 'tls';
  if (isOff) return 'none';
  return loopback.has(hostname) ? 'opportunistic' : 'starttls';
}

/** One address, with a name or without. */
export const mailFrom = z
  .string()
  .regex(
    /^(?:[^<>@"\r\n]+<[^<>@\s"]+@[^<>@\s"]+>|[^<>@\s"]+@[^<>@\s"]+)$/,
    'must be an address, such as Potluck <potluck@cook.example>',
  );

export interface MailVariables {
  SMTP_URL?: SmtpServer | undefined;
  MAIL_FROM?: string | undefined;
  MAIL_FOLDER?: string | undefined;
}

/** Returns undefined while e-mail is off. `host` is the host of our origin. */
export function mailSettings(given: MailVariables, host: string): MailSettings | undefined {
  const { SMTP_URL: smtp = null, MAIL_FOLDER: folder = null } = given;
  if (!smtp && folder === null) return undefined;
  const from = given.MAIL_FROM ?? `potluck@${host.replace(/:\d+$/, '')}`;
  return { from, smtp, folder: folder === null ? null : resolve(folder) };
}
