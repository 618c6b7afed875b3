/** Parses the settings of other servers: the URLs of PostgreSQL and Redis, and SMTP_URL, MAIL_FROM and MAIL_FOLDER. */
import { resolve } from 'node:path';
import { z } from 'zod';

const decodingError = 'has a % in its user or password: write it as %25';
const reservedError =
  'has one of the signs / ? # in its password, where they end the name of the host: write them as %2F, %3F and %23';

/** Says what is wrong with the user and the password of a URL, or returns null. */
function explainCredentials(text: string): string | null {
  const url = parseServerUrl(text);
  const isCut = url === null || url.hash !== '' || url.pathname.includes('@');
  if (isCut && /^[a-z+]+:\/\/[^@/?#]*:[^@/?#]*[/?#][^@]*@/i.test(text)) return reservedError;
  try {
    decodeURIComponent(`${url?.username ?? ''}${url?.password ?? ''}`);
    return null;
  } catch {
    return decodingError;
  }
}

/** A URL of PostgreSQL may have a user and no host, as with `?host=` and the folder of a socket. */
export const parseServerUrl = (text: string): URL | null =>
  URL.parse(text) ?? URL.parse(text.replace('@/', '@localhost/'));

/** What to call the server in messages: host and port, or the folder or file of a socket. Without a password. */
export function addressOf(text: string): string {
  const url = text.startsWith('/') ? null : parseServerUrl(text);
  if (!url) return text.replace(/\?.*$/, '');
  return url.searchParams.get('host') ?? url.host.replaceAll(/%2f/gi, '/');
}

const checked = (text: string, isUrl: boolean, error: string, context: { addIssue(issue: string): void }): string => {
  const wrong = explainCredentials(text) ?? (isUrl ? null : error);
  if (wrong !== null) context.addIssue(wrong);
  return text;
};

export const postgresUrl = z.string().transform((text, context) => {
  const isUrl = /^postgres(?:ql)?:\/\//i.test(text) && parseServerUrl(text) !== null;
  const error =
    'must be a URL, such as postgresql://USER:PASSWORD@HOST/DATABASE, or postgresql://USER@/DATABASE?host=/run/postgresql';
  return checked(text, isUrl, error, context);
});

/** Redis may listen on a socket, which is passed on as its path. */
export const redisUrl = z.string().transform((text, context) => {
  const [, socket] = /^(?:(?:redis\+)?(?:unix|socket):\/\/)?(\/[^\s/]\S*)$/i.exec(text) ?? [];
  const isUrl = socket !== undefined || (/^rediss?:\/\//i.test(text) && URL.canParse(text));
  return checked(socket ?? text, isUrl, 'must be a URL, such as redis://HOST:6379, or the path of a socket', context);
});

// Parses the settings of e-mail

/** How a connection becomes encrypted: from its first byte, by STARTTLS, by STARTTLS if offered, or never. */
type MailEncryption = 'tls' | 'starttls' | 'opportunistic' | 'none';

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

interface MailVariables {
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
