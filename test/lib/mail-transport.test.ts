/** Messages over SMTP: encryption, passwords, answers of the mail server, and servers that keep silent. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import tls from 'node:tls';
import type { SMTPServerOptions } from 'smtp-server';
import { afterAll, expect, test } from 'vitest';
import { type ConfigError, parseConfig } from '../../src/lib/config.ts';
import { type Letter, sendLetter, testMailServer } from '../../src/lib/mail-transport.ts';
import type { MailSettings, SmtpServer } from '../../src/lib/server-urls.ts';
import { issueCertificates } from '../support/certificates.ts';
import { type MailServer, readMessage, startMailServer } from '../support/smtp.ts';

const open: MailServer[] = [];
afterAll(async () => {
  await Promise.all(open.map((server) => server.close()));
});

const letter: Letter = {
  to: 'bo@example.org',
  subject: 'Grüße, Bo',
  text: 'Ein Brötchen\nzweite Zeile',
  html: '<p>Ein Brötchen</p>',
  headers: { 'X-Kind': 'test' },
};

async function serve(options: SMTPServerOptions = {}): Promise<MailServer> {
  const server = await startMailServer(options);
  open.push(server);
  return server;
}

const settingsOf = ({ port }: MailServer, changes: Partial<SmtpServer> = {}): MailSettings => ({
  from: 'Potluck <potluck@cook.example>',
  smtp: { host: '127.0.0.1', port, encryption: 'none', user: undefined, password: undefined, ...changes },
  folder: null,
});

const failure = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: Error) => error,
  );

/** Answers every recipient with this code. */
const refusing = (responseCode: number, text: string): SMTPServerOptions => ({
  onRcptTo: (_, __, done) => done(Object.assign(new Error(text), { responseCode })),
});

test('a message arrives as text and HTML with the headers of an automatic message', async () => {
  const server = await serve();
  await sendLetter(letter, settingsOf(server));
  const [message] = server.received;
  expect(message).toMatchObject({
    to: 'bo@example.org',
    html: expect.stringContaining('<p>Ein Brötchen</p>'),
  });
  expect(message!.text.trim()).toBe('Ein Brötchen\nzweite Zeile');
  const { headers } = message!;
  expect(headers.get('auto-submitted')).toBe('auto-generated');
  expect(headers.get('message-id')).toMatch(/^<[0-9a-f-]{36}@[a-z.]+>$/);
  expect([headers.has('date'), headers.get('from'), headers.get('x-kind')]).toEqual([
    true,
    'Potluck <potluck@cook.example>',
    'test',
  ]);
});

test('a recipient stays one recipient, whatever the address contains', async () => {
  const server = await serve();
  await failure(sendLetter({ ...letter, to: 'bo@example.org, eve@evil.example' }, settingsOf(server)));
  await failure(sendLetter({ ...letter, to: 'bo@example.org\r\nBcc: eve@evil.example' }, settingsOf(server)));
  await sendLetter({ ...letter, subject: 'x\r\nBcc: eve@evil.example' }, settingsOf(server));
  expect(server.received.every(({ to }) => !/^eve|[ ,]eve@evil\.example$/.test(to))).toBe(true);
  expect(server.received.at(-1)).toMatchObject({ to: 'bo@example.org' });
  expect(server.received.at(-1)!.headers.has('bcc')).toBe(false);
});

test('the certificate of the server is verified, and STARTTLS is required where it is configured', async () => {
  const { ca, key, cert } = issueCertificates(['127.0.0.1']);
  const [whole, upgraded, plain] = [
    await serve({ secure: true, key, cert }),
    await serve({ key, cert, disabledCommands: [] }),
    await serve(),
  ];
  const overTls = settingsOf(whole, { encryption: 'tls' });
  const overStarttls = settingsOf(upgraded, { encryption: 'starttls' });
  const untrusted = await Promise.all([overTls, overStarttls].map((each) => failure(sendLetter(letter, each))));
  expect(untrusted.map((error) => error?.name)).toEqual(['MailNotSent', 'MailNotSent']);

  const modern = tls as typeof tls & {
    getCACertificates(type: 'default'): string[];
    setDefaultCACertificates(list: string[]): void;
  };
  const known = modern.getCACertificates('default');
  modern.setDefaultCACertificates([...known, ca]);
  try {
    await sendLetter(letter, overTls);
    await sendLetter(letter, overStarttls);
  } finally {
    modern.setDefaultCACertificates(known);
  }
  expect([whole.received.length, upgraded.received.length]).toEqual([1, 1]);

  const stripped = await failure(sendLetter(letter, settingsOf(plain, { encryption: 'starttls' })));
  expect([stripped?.name, plain.received.length]).toEqual(['MailNotSent', 0]);
});

test('a wrong password is an error that can be mended, so the message is tried again', async () => {
  const server = await serve({
    authOptional: false,
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _, done) =>
      username === 'ann' && password === 'secret' ? done(null, { user: 'ann' }) : done(new Error('no')),
  });
  const right = settingsOf(server, { user: 'ann', password: 'secret' });
  const wrong = settingsOf(server, { user: 'ann', password: 'wrong-password' });
  const errors = await Promise.all([failure(sendLetter(letter, wrong)), failure(testMailServer(wrong))]);
  expect(errors.map((error) => error?.name)).toEqual(['MailNotSent', 'MailNotSent']);
  expect(errors.join()).not.toContain('wrong-password');
  await testMailServer(right);
  await sendLetter(letter, right);
  expect(server.received).toHaveLength(1);
});

test('a 4xx answer and a server that keeps silent are tried again, a 5xx answer to the recipient is final', async () => {
  const [busy, strict, silent] = [
    await serve(refusing(451, '4.7.1 bo@example.org is greylisted')),
    await serve(refusing(550, '5.1.1 no such user bo@example.org')),
    await serve({ onConnect: () => {} }),
  ];
  const quick = { connectionTimeout: 200, greetingTimeout: 200, socketTimeout: 200 };
  const errors = [
    await failure(sendLetter(letter, settingsOf(busy))),
    await failure(sendLetter(letter, settingsOf(strict))),
    await failure(sendLetter(letter, settingsOf(silent), quick)),
    await failure(sendLetter(letter, settingsOf({ ...silent, port: 1 }))),
  ];
  expect(errors.map((error) => error?.name)).toEqual(['MailNotSent', 'MailRefused', 'MailNotSent', 'MailNotSent']);
  expect(errors[0]!.message).toContain('(recipient) is greylisted');
  expect(errors.join()).not.toContain('bo@example.org');
});

test('in development a message becomes a file that only its owner can read', async () => {
  const folder = join(mkdtempSync(join(tmpdir(), 'potluck-mail-')), 'outgoing');
  await sendLetter(letter, { from: 'potluck@localhost', smtp: null, folder });
  const [name] = readdirSync(folder);
  expect(readMessage(readFileSync(join(folder, name!), 'utf8')).text).toContain('Ein Brötchen');
  expect([statSync(folder).mode & 0o77, statSync(join(folder, name!)).mode & 0o77]).toEqual([0, 0]);
  rmSync(folder, { recursive: true });
});

test('the settings of e-mail are checked at start', () => {
  const wrong = (env: Record<string, string>) => {
    try {
      parseConfig(env);
      return 'accepted';
    } catch (error) {
      return (error as ConfigError).message;
    }
  };
  const from = { MAIL_FROM: 'Potluck <potluck@cook.example>' };
  expect(wrong({ SMTP_URL: 'smtps://mail.example' })).toContain('MAIL_FROM: is required');
  expect(wrong({ ...from, SMTP_URL: 'http://mail.example' })).toContain('SMTP_URL: must be');
  expect(wrong({ ...from, SMTP_URL: 'smtp://ann:pw@mail.example?starttls=off' })).toContain('without encryption');
  expect(wrong({ ...from, SMTP_URL: 'smtp://mail.example?starttls=on' })).toContain('starttls=off');
  expect(wrong({ MAIL_FROM: 'two@a.example, three@b.example' })).toContain('MAIL_FROM: must be');
  expect(wrong({ NODE_ENV: 'production', MAIL_FOLDER: 'mail' })).toContain('MAIL_FOLDER: is not allowed');
  const smtpOf = (url: string) => parseConfig({ ...from, SMTP_URL: url }).mail?.smtp;
  expect(smtpOf('smtps://ann%40a:p%3Aw@mail.example')).toEqual({
    host: 'mail.example',
    port: 465,
    encryption: 'tls',
    user: 'ann@a',
    password: 'p:w',
  });
  expect(smtpOf('smtp://mail.example')).toMatchObject({ port: 587, encryption: 'starttls' });
  expect(smtpOf('smtp://127.0.0.1:25')).toMatchObject({ port: 25, encryption: 'opportunistic' });
  expect(parseConfig({}).mail).toBeUndefined();
});
