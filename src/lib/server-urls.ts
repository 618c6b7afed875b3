/** Reads the URLs of servers that settings name: PostgreSQL, Redis and mail. */
import { z } from 'zod';

const decodingError = 'has a % in its user or password: write it as %25';
const reservedError =
  'has one of the signs / ? # in its password, where they end the name of the host: write them as %2F, %3F and %23';

/** Says what is wrong with the user and the password of a URL, or returns null. */
export function explainCredentials(text: string): string | null {
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
