/** Reads all settings from the environment and reports all mistakes at once. No other file reads `process.env`. */
import { resolve } from 'node:path';
import ipaddr from 'ipaddr.js';
import { z } from 'zod';
import { mailFrom, mailSettings, postgresUrl, redisUrl, smtpUrl } from './server-urls.ts';

const wholeNumber = (min: number, max: number) =>
  z.string().transform((text, context) => {
    const value = /^\s*\d{1,16}\s*$/.test(text) ? Number(text) : Number.NaN;
    if (value >= min && value <= max) return value;
    context.addIssue(`must be a whole number from ${min} to ${max}, not "${text.slice(0, 40)}"`);
    return z.NEVER;
  });
const integer = (fallback: number, min: number, max: number) => wholeNumber(min, max).default(fallback);
const oneOf = <const Names extends readonly string[]>(names: Names) =>
  z.enum(names, { error: `must be ${names.slice(0, -1).join(', ')} or ${names.at(-1)}` });
/** Other programs write true, 1 and yes. */
const onOff = (fallback: 'on' | 'off') =>
  z.preprocess((given) => switches.get(String(given).toLowerCase()) ?? given, oneOf(['on', 'off'])).default(fallback);
const switches = new Map([
  ...['on', 'true', 'yes', '1'].map((name) => [name, 'on'] as const),
  ...['off', 'false', 'no', '0'].map((name) => [name, 'off'] as const),
]);
/** An address alone is a network of one. */
const cidrs = z
  .string()
  .default('')
  .transform((text) =>
    text
      .split(/[\s,;]+/)
      .filter(Boolean)
      .map(toCidr),
  )
  .refine((list) => list.every((cidr) => ipaddr.isValidCIDR(cidr)), 'must be CIDRs, such as 127.0.0.0/8');

function toCidr(text: string): string {
  const address = text.replace(/^\[(.*)\]$/, '$1');
  if (!ipaddr.isValid(address)) return text;
  return `${address}/${ipaddr.parse(address).kind() === 'ipv4' ? 32 : 128}`;
}

const origin = z.string().transform((text, context) => {
  const wrong = explainOrigin(text);
  if (wrong === null) return new URL(text).origin.replace(/\.(?=$|:\d+$)/, '');
  context.addIssue(`${wrong}, such as https://cook.example`);
  return z.NEVER;
});

function explainOrigin(text: string): string | null {
  if (!/^https?:\/\//i.test(text)) return 'must begin with https:// or http://';
  const url = URL.parse(text);
  if (!url) return 'must be an origin';
  if (url.username || url.password) return 'must be an origin without a user and a password';
  return url.href === `${url.origin}/` ? null : 'must be an origin without a path';
}

const environment = z.object({
  NODE_ENV: z.string().default('development'),
  BASE_URL: origin.default('http://localhost:3000'),
  PORT: integer(3000, 0, 65_535),
  HOST: z
    .string()
    .transform((text) => text.replace(/^\[(.*)\]$/, '$1'))
    .default('127.0.0.1'),
  LISTEN_FDS: integer(0, 0, 1_024),
  LISTEN_PID: integer(0, 0, 2 ** 31),
  MAX_CONNECTIONS: integer(2_000, 10, 100_000),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: postgresUrl.optional(),
  REDIS_URL: redisUrl.optional(),
  ROLE: oneOf(['all', 'web', 'worker']).default('all'),
  REGISTRATION: oneOf(['closed', 'approval', 'open']).default('closed'),
  TRUSTED_PROXIES: cidrs,
  PRIVATE_NETWORKS: cidrs,
  RATE_LIMITS: onOff('on'),
  SEND_BLOCKS: onOff('on'),
  METRICS_PORT: wholeNumber(1, 65_535).optional(),
  AUTHORIZED_FETCH: onOff('off'),
  TRENDING_INTERVAL: integer(60, 1, 86_400),
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/, error: 'must be an http:// or https:// URL' }).optional(),
  FAIL_AT: z.string().optional(),
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket')
    .optional(),
  S3_ENDPOINT: origin.optional(),
  S3_REGION: z
    .string()
    .regex(/^[a-z0-9-]+$/, 'must be a region, such as eu-central-1')
    .default('us-east-1'),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  S3_PATH_STYLE: onOff('on'),
  SMTP_URL: smtpUrl.optional(),
  MAIL_FROM: mailFrom.optional(),
  MAIL_FOLDER: z.string().optional(),
  MAX_LINK_DEPTH: integer(5, 1, 20),
  MAX_UPLOAD_BYTES: integer(16 * 2 ** 20, 1024, 2 ** 30),
  REMOTE_MEDIA_CACHE_BYTES: integer(2 * 2 ** 30, 0, Number.MAX_SAFE_INTEGER),
  ACCESS_LOG: onOff('off'),
  LOG_LEVEL: oneOf(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
});

type Environment = Record<string, string | undefined>;

/** Returns messages about settings that are valid alone but not together. */
function findContradictions(given: Environment): string[] {
  const wrong: string[] = [];
  if (given.NODE_ENV === 'production') {
    if (given.PRIVATE_NETWORKS) wrong.push('PRIVATE_NETWORKS: is not allowed in production');
    if (given.RATE_LIMITS === 'off') wrong.push('RATE_LIMITS: off is not allowed in production');
    if (given.MAIL_FOLDER) wrong.push('MAIL_FOLDER: is not allowed in production');
  }
  if (given.SMTP_URL && !given.MAIL_FROM) wrong.push('MAIL_FROM: is required with SMTP_URL');
  if (given.SMTP_URL && given.MAIL_FOLDER) wrong.push('MAIL_FOLDER: cannot be combined with SMTP_URL');
  if (given.ROLE !== 'worker' && given.METRICS_PORT === (given.PORT ?? '3000'))
    wrong.push('METRICS_PORT: must be another port than PORT');
  const needed = ['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'];
  if ([...needed, 'S3_ENDPOINT', 'S3_REGION'].some((name) => given[name]))
    for (const name of needed) if (!given[name]) wrong.push(`${name}: is required for media in a bucket`);
  return wrong;
}

type Config = ReturnType<typeof parseConfig>;

/** Has one line for each invalid setting. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** `docker run --env-file` keeps quotation marks, and files of Windows end their lines with a carriage return. */
const unquoted = (value: string | undefined): string =>
  (value ?? '')
    .trim()
    .replace(/^(["'])(.*)\1$/s, '$2')
    .trim();

/** Empty variables count as unset, because docker-compose passes unset variables as empty ones. */
export function parseConfig(env: Environment) {
  const values = Object.entries(env).map(([name, value]) => [name, unquoted(value)] as const);
  const given = Object.fromEntries(values.filter(([, value]) => value !== ''));
  const parsed = environment.safeParse(given);
  const issues = (parsed.error?.issues ?? []).map((issue) => `${issue.path.join('.')}: ${issue.message}`);
  const wrong = [...issues, ...findContradictions(given)];
  if (!parsed.success || wrong.length > 0) throw new ConfigError(wrong.join('\n'));

  const settings = parsed.data;
  const baseUrl = settings.BASE_URL;
  const { host, hostname } = new URL(baseUrl);
  const isLocalhost = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  return Object.freeze({
    production: settings.NODE_ENV === 'production',
    test: settings.NODE_ENV === 'test',
    baseUrl,
    host,
    port: settings.PORT,
    bindHost: settings.HOST,
    /**
     * Descriptor of the socket on which systemd listens for this process (sd_listen_fds(3)). Children inherit the
     * variables, but not the socket. If undefined, the server opens its port itself.
     */
    heldSocket: settings.LISTEN_FDS > 0 && settings.LISTEN_PID === process.pid ? 3 : undefined,
    maxConnections: settings.MAX_CONNECTIONS,
    dataDir: resolve(settings.DATA_DIR),
    /** False if the folder is the default one. */
    isDataDirSet: given.DATA_DIR !== undefined,
    databaseUrl: settings.DATABASE_URL,
    redisUrl: settings.REDIS_URL,
    role: settings.ROLE,
    registration: settings.REGISTRATION,
    trustedProxies: settings.TRUSTED_PROXIES,
    privateNetworks: settings.PRIVATE_NETWORKS,
    /** False while no other server can reach the origin. */
    federates: !isLocalhost || settings.PRIVATE_NETWORKS.length > 0,
    rateLimits: settings.RATE_LIMITS === 'on',
    sendBlocks: settings.SEND_BLOCKS === 'on',
    metricsPort: settings.METRICS_PORT,
    authorizedFetch: settings.AUTHORIZED_FETCH === 'on',
    trendingInterval: settings.TRENDING_INTERVAL,
    /** Undefined turns tracing off. */
    otlpEndpoint: settings.OTEL_EXPORTER_OTLP_ENDPOINT,
    failAt: settings.NODE_ENV === 'test' ? settings.FAIL_AT : undefined,
    /** Undefined stores media on disk. */
    s3: settings.S3_BUCKET
      ? {
          bucket: settings.S3_BUCKET,
          endpoint: settings.S3_ENDPOINT ?? `https://s3.${settings.S3_REGION}.amazonaws.com`,
          region: settings.S3_REGION,
          accessKeyId: settings.S3_ACCESS_KEY_ID ?? '',
          secretAccessKey: settings.S3_SECRET_ACCESS_KEY ?? '',
          pathStyle: settings.S3_PATH_STYLE === 'on',
        }
      : undefined,
    /** Undefined turns e-mail off. */
    mail: mailSettings(settings, host),
    maxLinkDepth: settings.MAX_LINK_DEPTH,
    maxUploadBytes: settings.MAX_UPLOAD_BYTES,
    remoteMediaCacheBytes: settings.REMOTE_MEDIA_CACHE_BYTES,
    logLevel: settings.LOG_LEVEL,
    /** Whether requests that succeed are logged, too. */
    accessLog: settings.ACCESS_LOG === 'on',
  });
}

// Finds misspelt names: they would otherwise be ignored without a word

interface MisspeltSetting {
  name: string;
  meant: string;
}

/** Of a name of 16 letters up to three may be wrong, of one of four letters one. Plurals differ by that much. */
const maxDistance = (name: string): number => Math.min(3, Math.floor(name.length / 4));

export function findMisspelt(names: readonly string[] = Object.keys(process.env)): MisspeltSetting[] {
  const known = Object.keys(environment.shape);
  return names
    .filter((name) => !known.includes(name) && /^[A-Z0-9_]{3,40}$/.test(name))
    .flatMap((name) => {
      const [nearest] = known
        .map((meant) => ({ meant, distance: distanceOf(name, meant) }))
        .filter(({ meant, distance }) => distance <= maxDistance(meant))
        .sort((one, other) => one.distance - other.distance);
      return nearest ? [{ name, meant: nearest.meant }] : [];
    });
}

/** How many letters must be added, removed or replaced (Levenshtein). Both are short. */
function distanceOf(one: string, other: string): number {
  let previous = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [row, letter] of [...one].entries()) {
    const current = [row + 1];
    for (let column = 0; column < other.length; column += 1) {
      const replaced = previous[column]! + (letter === other[column] ? 0 : 1);
      current.push(Math.min(replaced, previous[column + 1]! + 1, current[column]! + 1));
    }
    previous = current;
  }
  return previous.at(-1)!;
}

/** The environment for child processes. */
export function environmentFor(changes: Record<string, string>): Record<string, string | undefined> {
  return { ...process.env, ...changes };
}

function readConfig(): Config {
  try {
    return parseConfig(process.env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(`Invalid settings:\n${error.message.replaceAll(/^/gm, '  ')}\n`);
    process.exit(1);
  }
}

export const config: Config = readConfig();
