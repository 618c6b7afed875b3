/** The configuration is read once, and reports all errors together. */
import { expect, test } from 'vitest';
import { ConfigError, findMisspelt, parseConfig } from '../../src/lib/config.ts';
import { addressOf } from '../../src/lib/server-urls.ts';

const wrongOf = (env: Record<string, string>): string[] => {
  try {
    parseConfig(env);
    return [];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.message.split('\n');
  }
};

test('all errors are reported together, including conflicts between settings', () => {
  const wrong = wrongOf({
    NODE_ENV: 'production',
    PORT: 'many',
    RATE_LIMITS: 'off',
    S3_BUCKET: 'No_Bucket',
    S3_ENDPOINT: 'store.example',
    S3_ACCESS_KEY_ID: 'id',
    S3_PATH_STYLE: 'maybe',
  });
  expect([...new Set(wrong.map((line) => line.split(':')[0]))]).toEqual([
    'PORT',
    'S3_BUCKET',
    'S3_ENDPOINT',
    'S3_PATH_STYLE',
    'RATE_LIMITS',
    'S3_SECRET_ACCESS_KEY',
  ]);
});

test('metrics need a port of their own, unless nothing else is served', () => {
  const wrong = ['METRICS_PORT: must be another port than PORT'];
  expect(wrongOf({ METRICS_PORT: '3000' })).toEqual(wrong);
  expect(wrongOf({ PORT: '9464', METRICS_PORT: '9464' })).toEqual(wrong);
  expect(wrongOf({ ROLE: 'worker', METRICS_PORT: '3000' })).toEqual([]);
  expect(wrongOf({ METRICS_PORT: '9464' })).toEqual([]);
});

test('bucket settings must be complete or absent', () => {
  expect(parseConfig({}).s3).toBeUndefined();
  expect(wrongOf({ S3_BUCKET: 'pictures' })).toHaveLength(2);
  const keys = { S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'key' };
  expect(wrongOf({ ...keys, S3_ENDPOINT: 'https://store.example' })).toHaveLength(1);
  expect(parseConfig({ ...keys, S3_BUCKET: 'pictures', S3_REGION: 'eu-west-3' }).s3).toEqual({
    bucket: 'pictures',
    endpoint: 'https://s3.eu-west-3.amazonaws.com',
    region: 'eu-west-3',
    accessKeyId: 'id',
    secretAccessKey: 'key',
    pathStyle: true,
  });
});

test('a number that is none is answered with what is expected', () => {
  const range = (name: string, min: number, max: number, given: string) =>
    `${name}: must be a whole number from ${min} to ${max}, not "${given}"`;
  expect(wrongOf({ PORT: 'many' })).toEqual([range('PORT', 0, 65_535, 'many')]);
  expect(wrongOf({ METRICS_PORT: '70000' })).toEqual([range('METRICS_PORT', 1, 65_535, '70000')]);
  expect(wrongOf({ MAX_LINK_DEPTH: '2.5' })).toEqual([range('MAX_LINK_DEPTH', 1, 20, '2.5')]);
  expect(parseConfig({ PORT: ' 8080\r' })).toMatchObject({ port: 8_080, metricsPort: undefined });
  expect(wrongOf({ ROLE: 'Web' })).toEqual(['ROLE: must be all, web or worker']);
});

test.each([
  ['cook.example', 'must begin with https:// or http://'],
  ['cook.example:3000', 'must begin with https:// or http://'],
  ['https://ann:secret@cook.example', 'must be an origin without a user and a password'],
  ['https://cook.example/potluck', 'must be an origin without a path'],
  ['https://', 'must be an origin'],
])('the origin %s is answered with what is wrong with it', (given, expected) => {
  expect(wrongOf({ BASE_URL: given })).toEqual([`BASE_URL: ${expected}, such as https://cook.example`]);
});

test('a password with a % names its setting', () => {
  const remedy = 'has a % in its user or password: write it as %25';
  const from = { MAIL_FROM: 'potluck@cook.example' };
  expect(wrongOf({ ...from, SMTP_URL: 'smtps://ann:100%sure@mail.example' })).toEqual([`SMTP_URL: ${remedy}`]);
  expect(wrongOf({ DATABASE_URL: 'postgresql://ann:100%sure@db.example/potluck' })).toEqual([
    `DATABASE_URL: ${remedy}`,
  ]);
  expect(wrongOf({ REDIS_URL: 'redis://ann:100%sure@db.example' })).toEqual([`REDIS_URL: ${remedy}`]);
  const { mail } = parseConfig({ ...from, SMTP_URL: 'smtps://ann:100%25sure@mail.example' });
  expect(mail?.smtp?.password).toBe('100%sure');
});

test.each<[given: Record<string, string>, expected: object]>([
  [{ BASE_URL: '"https://cook.example"' }, { baseUrl: 'https://cook.example' }],
  [{ BASE_URL: " 'https://cook.example/' \r\n" }, { baseUrl: 'https://cook.example' }],
  [{ BASE_URL: 'HTTPS://Cook.Example:443/' }, { baseUrl: 'https://cook.example', host: 'cook.example' }],
  [{ BASE_URL: 'https://cook.example.' }, { baseUrl: 'https://cook.example' }],
  [{ BASE_URL: 'https://cook.example:8443' }, { host: 'cook.example:8443' }],
  [{ BASE_URL: 'https://Bäckerei.example' }, { host: 'xn--bckerei-5wa.example' }],
  [{ BASE_URL: 'https://[2001:db8::1]:3000' }, { host: '[2001:db8::1]:3000' }],
  [{ HOST: '[::]' }, { bindHost: '::' }],
  [{ PORT: '"8080"' }, { port: 8_080 }],
  [
    { AUTHORIZED_FETCH: 'true', ACCESS_LOG: 'ON', RATE_LIMITS: '0' },
    { authorizedFetch: true, accessLog: true, rateLimits: false },
  ],
  [
    { TRUSTED_PROXIES: '10.0.0.1; [::1], 172.16.0.0/12' },
    { trustedProxies: ['10.0.0.1/32', '::1/128', '172.16.0.0/12'] },
  ],
  [{ S3_BUCKET: '""' }, { s3: undefined }],
  ...[
    'postgresql://ann:p%40ss@db.example:5432/potluck?sslmode=require',
    'postgres://ann@[2001:db8::1]:5433/potluck',
    'postgresql:///potluck?host=/run/postgresql',
    'postgresql://ann@/potluck?host=/run/postgresql&port=5433',
    'postgresql://ann:secret@%2Frun%2Fpostgresql/potluck',
    'postgresql://ann:p@ss@db.example/potluck',
  ].map((databaseUrl): [Record<string, string>, object] => [{ DATABASE_URL: databaseUrl }, { databaseUrl }]),
  [{ REDIS_URL: 'rediss://:secret@[::1]:6380/2' }, { redisUrl: 'rediss://:secret@[::1]:6380/2' }],
  [{ REDIS_URL: 'unix:///run/redis.sock?db=2' }, { redisUrl: '/run/redis.sock?db=2' }],
  [{ REDIS_URL: '/run/redis.sock' }, { redisUrl: '/run/redis.sock' }],
])('the settings %j are read', (given, expected) => {
  expect(parseConfig(given)).toMatchObject(expected);
});

test.each([
  ['DATABASE_URL', 'postgresql://ann:p#ss@db.example/potluck', /\/ \? # in its password/],
  ['DATABASE_URL', 'postgresql://ann:12#ss@db.example/potluck', /\/ \? # in its password/],
  ['DATABASE_URL', 'postgresql://ann:12/ss@db.example/potluck', /\/ \? # in its password/],
  ['REDIS_URL', 'redis://:p?ss@db.example', /\/ \? # in its password/],
  ['SMTP_URL', 'smtps://ann:p/ss@mail.example', /\/ \? # in its password/],
  ['DATABASE_URL', 'host=db.example dbname=potluck', /must be a URL, such as postgresql:/],
  ['DATABASE_URL', 'mysql://ann@db.example/potluck', /must be a URL, such as postgresql:/],
  ['REDIS_URL', 'http://db.example', /must be a URL, such as redis:/],
  ['TRUSTED_PROXIES', '10.0.0.1/33', /must be CIDRs/],
])('%s=%s is answered with what is wrong', (name, given, expected) => {
  expect(wrongOf({ MAIL_FROM: 'potluck@cook.example', [name]: given })).toEqual([expect.stringMatching(expected)]);
});

test('servers are named without their passwords', () => {
  expect(addressOf('postgresql://ann:secret@[::1]:5432/potluck')).toBe('[::1]:5432');
  expect(addressOf('postgresql://ann@/potluck?host=/run/postgresql')).toBe('/run/postgresql');
  expect(addressOf('postgresql://ann@%2Frun%2Fpostgresql/potluck')).toBe('/run/postgresql');
  expect(addressOf('/run/redis.sock?password=secret')).toBe('/run/redis.sock');
});

test('names that are nearly settings are found, and those of other programs are not', () => {
  const names = ['TRUSTED_PROXY', 'DATADIR', 'BASE_URI', 'S3_ACCESS_KEY', 'LOGLEVEL', 'METRIC_PORT'];
  expect(findMisspelt(names).map(({ meant }) => meant)).toEqual([
    'TRUSTED_PROXIES',
    'DATA_DIR',
    'BASE_URL',
    'S3_ACCESS_KEY_ID',
    'LOG_LEVEL',
    'METRICS_PORT',
  ]);
  const others = [
    'PATH',
    'HOME',
    'HOSTNAME',
    'LANG',
    'MAIL',
    'SHELL',
    'npm_config_port',
    'LISTEN_FDNAMES',
    'PWD',
    'PORT',
  ];
  expect(findMisspelt([...others, 'NODE_OPTIONS', 'NODE_VERSION', 'NODE_COMPILE_CACHE', 'POSTGRES_PASSWORD'])).toEqual(
    [],
  );
});
