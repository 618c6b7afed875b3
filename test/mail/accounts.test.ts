/** Sign-up with a confirmed e-mail address, forgotten passwords, and changes of the address. */
import { beforeAll, expect, test, vi } from 'vitest';
import { prisma } from '../../src/db/client.ts';
import { requestEmailConfirmation } from '../../src/domain/access/email.ts';
import { register } from '../../src/domain/accounts/register.ts';
import { updateInstanceProfile } from '../../src/domain/instance/instance.ts';
import { prune } from '../../src/domain/instance/upkeep.ts';
import { resetPassword } from '../../src/domain/moderation/members.ts';
import { operator } from '../../src/domain/roles/permissions.ts';
import { forbiddenContentIn } from '../support/allowed-page.ts';
import { as } from '../support/as.ts';
import { openBrowser, openBrowserAs } from '../support/browser.ts';
import { join, password, useMailbox } from './mailbox.ts';

const server = await vi.hoisted(async () => (await import('../support/smtp.ts')).startOwnMailServer());
const { mail } = useMailbox(server);
const admin = openBrowser();
beforeAll(async () => {
  await join('ann', { admin: true });
  await admin.logIn('ann', password);
});

const linkIn = (text: string) => /https:\/\/cook\.example\/\S+/.exec(text)![0];

/** The only message to this address. */
async function mailTo(address: string) {
  const messages = (await mail()).filter(({ to }) => to === address);
  expect(messages).toHaveLength(1);
  return messages[0]!;
}

/** Presses the button of the page behind a link, in a browser that knows nothing. */
async function press(link: string, fields: Record<string, string> = {}) {
  const browser = openBrowser();
  const page = await browser.get(link);
  expect([page.status, forbiddenContentIn(page.html)]).toEqual([200, []]);
  return browser.post(new URL(link).pathname, { ...page.hidden, ...fields });
}

async function signUp(name: string, fields: Record<string, string>) {
  const browser = openBrowser();
  const { hidden } = await browser.get('/register');
  return browser.post('/register', { ...hidden, name, password, ...fields });
}

test('where addresses must be confirmed, no account exists before the link was used, and it works once', async () => {
  await updateInstanceProfile(operator, { registration: 'open', confirmation: 'required' });
  const without = await signUp('dora', { email: '' });
  expect([without.status, without.html.includes('id="email-error"')]).toEqual([422, true]);
  const sent = await signUp('dora', { email: 'dora@example.org' });
  expect([sent.status, sent.html.includes('dora@example.org'), forbiddenContentIn(sent.html)]).toEqual([200, true, []]);
  const first = linkIn((await mailTo('dora@example.org')).text);
  expect((await openBrowser().get('/@dora')).status).toBe(404);
  expect((await admin.get('/admin/accounts')).html).not.toContain('dora');

  const early = await openBrowser().logIn('dora', password);
  expect([early.status, early.html.includes('sent you a new link')]).toEqual([422, true]);
  expect((await openBrowser().logIn('dora', 'not the password')).html).not.toContain('new link');
  const second = linkIn((await mailTo('dora@example.org')).text);
  for (let time = 0; time < 5; time += 1) await openBrowser().logIn('dora', password);
  expect(await mail()).toHaveLength(2);

  // Scanners of mail open links without pressing buttons.
  expect((await openBrowser().get(first)).status).toBe(200);
  expect((await openBrowser().get('/@dora')).status).toBe(404);
  expect((await press(first)).html).toContain('Welcome, @dora');
  expect((await openBrowser().get('/@dora')).status).toBe(200);
  for (const link of [first, second]) expect((await openBrowser().get(link)).status).toBe(410);
  expect((await openBrowser().logIn('dora', password)).status).toBe(303);
});

test('a sign-up that nobody confirms is deleted, and frees the name', async () => {
  await signUp('early', { email: 'early@example.org' });
  await signUp('late', { email: 'late@example.org' });
  await prisma().application.updateMany({
    where: { username: 'early' },
    data: { createdAt: new Date(Date.now() - 3 * 86_400_000) },
  });
  await prune();
  expect(await prisma().application.findMany({ select: { username: true } })).toEqual([{ username: 'late' }]);
  await mail();
});

test('where administrators approve, they are notified after the confirmation, and the applicant gets the answer', async () => {
  await updateInstanceProfile(operator, { registration: 'approval', confirmation: 'required' });
  await signUp('fay', { email: 'fay@example.org', reason: 'I bake.' });
  const link = linkIn((await mailTo('fay@example.org')).text);
  expect((await admin.get('/admin/accounts')).html).not.toContain('@fay');
  expect((await press(link)).html).toContain('moderators will review');
  const notice = await mailTo('ann@example.org');
  expect(notice.headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
  const list = await admin.get('/admin/accounts');
  const [approve] = /\/admin\/accounts\/applications\/\d+\/approve/.exec(list.html)!;
  expect((await admin.post(approve, { form_token: list.hidden.form_token! })).status).toBe(303);
  expect((await mailTo('fay@example.org')).text).toContain('Your request was approved');
  expect((await openBrowser().logIn('fay', password)).status).toBe(303);
});

test('a forgotten password is reset by a link that works once and ends all sessions and tokens', async () => {
  const gus = await join('gus');
  await register({ username: 'hal', password, email: 'hal@example.org' });
  const [browser, visitor] = [openBrowser(), openBrowser()];
  await browser.logIn('gus', password);
  expect((await visitor.get('/login')).html).toContain('href="/forgot-password"');
  const ask = async (name: string) => {
    const { hidden } = await visitor.get('/forgot-password');
    const { status, html } = await visitor.post('/forgot-password', { ...hidden, name });
    return `${status} ${html}`;
  };

  // Unknown, unconfirmed, a wildcard of LIKE: the answer is the same, and nothing is sent.
  const answers = new Set<string>();
  for (const name of ['nobody', 'hal', 'hal@example.org', '%', '']) answers.add(await ask(name));
  expect(await mail()).toEqual([]);
  answers.add(await ask('Gus@Example.org'));
  expect([answers.size, [...answers][0]!.startsWith('200')]).toEqual([1, true]);
  const message = await mailTo('gus@example.org');
  expect(message.headers.has('list-unsubscribe')).toBe(false);
  for (const name of ['gus', '@gus@cook.example', 'gus']) await ask(name);
  expect(await mail()).toHaveLength(2);

  const link = linkIn(message.text);
  expect(message.html).toContain(link);
  const rows = [await prisma().mail.findMany(), await prisma().mailLink.findMany()];
  const stored = JSON.stringify(rows, (_, value) => (typeof value === 'bigint' ? Number(value) : value));
  expect(stored).toContain('reset-password');
  expect(stored).not.toMatch(/plm_|gus@example\.org.*reset-password/);

  const fresh = 'another long password';
  expect((await press(link, { password: 'short' })).status).toBe(422);
  expect((await as(gus).get('/accounts/me')).status).toBe(200);
  expect((await press(link, { password: fresh })).location).toContain('/login?reset');
  expect((await openBrowser().get(link)).status).toBe(410);
  expect([(await browser.get('/home')).status, (await as(gus).get('/accounts/me')).status]).toEqual([303, 401]);
  expect((await openBrowser().logIn('gus', password)).status).toBe(422);
  expect((await openBrowser().logIn('gus', fresh)).status).toBe(303);
  expect((await mailTo('gus@example.org')).text).toContain('password of your account @gus was reset');
});

test.each([
  { by: 'a link', name: 'jan' },
  { by: 'the operator', name: 'joe' },
])('a reset by $by ends what an intruder left, keeps the second factor, and says so', async ({ by, name }) => {
  const email = `${name}@example.org`;
  const { id } = await join(name);
  const intruder = await openBrowserAs(name, password);
  const { hidden } = await intruder.get('/settings/email');
  await intruder.post('/settings/email', { ...hidden, email: `intruder-${name}@evil.example` });
  const takeover = linkIn((await mailTo(`intruder-${name}@evil.example`)).text);
  await prisma().passkey.create({
    data: {
      accountId: id,
      credentialId: name,
      publicKey: Buffer.from('key'),
      counter: 0,
      name: 'Phone https://evil.example/',
    },
  });
  await prisma().totp.create({
    data: { accountId: id, secret: Buffer.from('x'), confirmedAt: new Date() },
  });

  const fresh = 'another long password';
  if (by === 'a link') {
    const visitor = openBrowser();
    const form = await visitor.get('/forgot-password');
    await visitor.post('/forgot-password', { ...form.hidden, name });
    const link = linkIn((await mailTo(email)).text);
    expect((await visitor.get(link)).html).toContain('Passkeys are removed');
    expect((await press(link, { password: fresh })).location).toContain('/login?reset');
  } else await resetPassword(operator, id);

  const message = await mailTo(email);
  expect(message.text).toContain('Two-factor authentication stays');
  expect(message.text).toContain('This passkey was removed: Phone https evil example.');
  expect(await prisma().passkey.count({ where: { accountId: id } })).toBe(0);
  expect(await prisma().totp.count({ where: { accountId: id } })).toBe(1);
  expect((await intruder.get('/home')).status).toBe(303);
  // Neither the link to the intruder's address nor a new one makes it the account's.
  expect((await openBrowser().get(takeover)).status).toBe(410);
  await requestEmailConfirmation(id);
  expect(await mail()).toEqual([]);
  expect((await prisma().member.findUnique({ where: { accountId: id } }))!.email).toBe(email);
});

test('links expire', async () => {
  await join('ida');
  const browser = openBrowser();
  const { hidden } = await browser.get('/forgot-password');
  await browser.post('/forgot-password', { ...hidden, name: 'ida' });
  const link = linkIn((await mailTo('ida@example.org')).text);
  const form = await browser.get(link);
  const { expiresAt } = (await prisma().mailLink.findFirst({
    where: { purpose: 'reset_password', address: 'ida@example.org' },
  }))!;
  expect(Math.round((expiresAt.getTime() - Date.now()) / 60_000)).toBe(60);
  await prisma().mailLink.updateMany({ data: { expiresAt: new Date() } });
  expect((await browser.get(link)).status).toBe(410);
  const late = await browser.post('/reset-password', { ...form.hidden, password: 'another long password' });
  expect(late.status).toBe(410);
  expect((await openBrowser().logIn('ida', password)).status).toBe(303);
});

test('a new address counts once it is confirmed, and the former one is notified', async () => {
  await join('kim', { email: 'kim@old.example' });
  const kim = await openBrowserAs('kim', password);
  const save = async (email: string, current = password) => {
    const { hidden } = await kim.get('/settings/email');
    return kim.post('/settings/email', { ...hidden, email, current });
  };
  expect((await save('kim@new.example', 'wrong')).status).toBe(422);
  expect((await save('not an address')).status).toBe(422);
  expect(await mail()).toEqual([]);
  expect((await save('kim@new.example')).status).toBe(303);
  const page = await kim.get('/settings/email');
  expect([forbiddenContentIn(page.html), page.html.includes('is not confirmed yet')]).toEqual([[], true]);
  const link = linkIn((await mailTo('kim@new.example')).text);

  const emailOf = async () => (await prisma().member.findFirst({ where: { account: { handle: 'kim' } } }))!.email;
  expect(await emailOf()).toBe('kim@old.example');
  expect((await press(link)).status).toBe(200);
  expect(await emailOf()).toBe('kim@new.example');
  expect((await mailTo('kim@old.example')).text).toContain('now go to kim@new.example');

  // A link for an address that was given up in the meantime confirms nothing.
  await save('kim@third.example');
  const third = linkIn((await mailTo('kim@third.example')).text);
  await save('kim@new.example');
  expect((await press(third)).status).toBe(410);
  expect(await emailOf()).toBe('kim@new.example');
});
