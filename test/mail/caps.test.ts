/** Caps on the e-mails that visitors and members can cause. */
import { beforeAll, expect, test, vi } from 'vitest';
import { prisma } from '../../src/db/client.ts';
import { transact } from '../../src/db/transaction.ts';
import { register } from '../../src/domain/accounts/register.ts';
import { updateInstanceProfile } from '../../src/domain/instance/instance.ts';
import { confirmationCaps, mayConfirm } from '../../src/domain/mail/mail.ts';
import { operator } from '../../src/domain/roles/permissions.ts';
import { openBrowser, openBrowserAs } from '../support/browser.ts';
import { password, useMailbox } from './mailbox.ts';

const server = await vi.hoisted(async () => (await import('../support/smtp.ts')).startOwnMailServer());
const { recipients } = useMailbox(server);
beforeAll(() => updateInstanceProfile(operator, { registration: 'open', confirmation: 'required' }));

async function signUp(name: string, email: string) {
  const browser = openBrowser();
  const { hidden } = await browser.get('/register');
  const { status, html } = await browser.post('/register', { ...hidden, name, password, email });
  return `${status} ${html.replaceAll(name, 'NAME').replaceAll(email.replaceAll('+', '+'), 'EMAIL')}`;
}

test('a mailbox gets at most five messages to confirm it, however it is spelled and from whatever address', async () => {
  const spellings = ['vic.tim@example.org', 'Victim+1@Example.org', 'v.i.c.t.i.m+x.y@EXAMPLE.ORG'];
  const names = Array.from({ length: 15 }, (_, index) => `crowd${index}`);
  const answers = await Promise.all(names.map((name, index) => signUp(name, spellings[index % spellings.length]!)));
  // The answer does not say whether a message was sent.
  expect(new Set(answers.map((response) => response.slice(0, 3)))).toEqual(new Set(['200']));
  expect(answers.every((response) => response.includes('At most 5 such messages a day'))).toBe(true);
  expect(await recipients()).toHaveLength(5);

  await register({ username: 'mem', password });
  const member = await openBrowserAs('mem', password);
  const save = async (email: string) => {
    const { hidden } = await member.get('/settings/email');
    return (await member.post('/settings/email', { ...hidden, email })).location;
  };
  const silent = await save('victim@example.org');
  expect(await recipients()).toEqual([]);
  expect(await save('somebody.else@example.org')).toBe(silent);
  expect(await recipients()).toEqual(['somebody.else@example.org']);
});

/** How many of so many messages may be sent, asked for at once. */
async function countSent(
  count: number,
  ask: (index: number) => Parameters<typeof mayConfirm> extends [unknown, ...infer Rest] ? Rest : never,
) {
  const asked = await Promise.allSettled(
    Array.from({ length: count }, (_, index) => transact((tx) => mayConfirm(tx, ...ask(index)))),
  );
  return asked.filter((each) => each.status === 'fulfilled' && each.value).length;
}

test('messages are limited per domain and per requester, also for concurrent requests', async () => {
  const { domain, visitor, member } = confirmationCaps;
  expect(
    await countSent(domain.quota + 20, (index) => [
      `cook${index}@small.example`,
      { clientAddress: `192.0.2.${index}` },
    ]),
  ).toBe(domain.quota);
  expect(await countSent(1, () => ['cook@other.example', { clientAddress: '192.0.2.1' }])).toBe(1);
  expect(
    await countSent(visitor.quota + 10, (index) => [`a@${index}.example`, { clientAddress: '198.51.100.7' }]),
  ).toBe(visitor.quota);
  expect(await countSent(member.quota + 5, (index) => [`b@${index}.example`, { memberId: 12_345 }])).toBe(member.quota);
});

test('notices about safety have a cap of their own, which nobody can use up by asking for other messages', async () => {
  const email = 'ann@example.org';
  const ann = await register({ username: 'ann', password, email, emailConfirmedAt: new Date() });
  for (let index = 0; index < 6; index += 1) await signUp(`other${index}`, email);
  const visitor = openBrowser();
  for (let index = 0; index < 5; index += 1) {
    const { hidden } = await visitor.get('/forgot-password');
    await visitor.post('/forgot-password', { ...hidden, name: index % 2 ? 'ann' : email });
  }
  // Five to confirm, and three to choose a new password.
  expect(await recipients()).toEqual(Array.from({ length: 8 }, () => email));

  const browser = await openBrowserAs('ann', password);
  for (let index = 0; index < 14; index += 1) {
    const { id } = await prisma().passkey.create({
      data: {
        accountId: ann.id,
        credentialId: `key ${index}`,
        publicKey: Buffer.from('key'),
        counter: 0,
        name: 'Phone',
      },
    });
    const { hidden } = await browser.get('/settings/access');
    await browser.post('/settings/passkeys/remove', { ...hidden, id: String(id), sure: 'yes' });
  }
  expect(await recipients()).toHaveLength(10);
  const { hidden } = await browser.get('/settings/access');
  await browser.post('/settings/access', { ...hidden, password: 'another long password' });
  expect(await recipients()).toEqual([email]);
});

test('no address is kept to count', async () => {
  const rows = await prisma().keyValue.findMany({ where: { key: { startsWith: 'mail ' } } });
  expect(rows.length).toBeGreaterThan(10);
  expect(rows.filter(({ key }) => /@|example|192\./.test(key))).toEqual([]);
});
