/** Steps for e-mail: sign-up with a confirmed address, a forgotten password, and two-factor authentication. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Secret, TOTP } from 'otpauth';
import { expect } from 'vitest';
import { readMessage } from '../../support/smtp.ts';
import type { BrowserUser } from './browser-user.ts';
import { password, type Step } from './context.ts';
import { setLogInAge } from './log-in-age.ts';

/** The last link of the messages to this address with this subject. */
async function findLink(folder: string, to: string, subject: string): Promise<string> {
  const links = () =>
    readdirSync(folder)
      .toSorted()
      .map((name) => readMessage(readFileSync(join(folder, name), 'utf8')))
      .filter(({ headers }) => headers.get('subject')?.startsWith(subject) && headers.get('to')?.includes(to))
      .map(({ text }) => /https:\/\/\S+token=\S+/.exec(text)![0]);
  await expect.poll(links).not.toHaveLength(0);
  return links().at(-1)!;
}

const emailOf = ({ variant }: BrowserUser) => `greta${variant}@example.org`;
const newPassword = 'a new spoon for the pot';

export const mailSteps: Step[] = [
  {
    name: 'Ann requires confirmed addresses, and a visitor signs up by the link that she gets',
    isLong: true,
    isRepeated: true,
    run: async ({ ann, guest, mailFolder }) => {
      await ann.page.goto('/admin/instance');
      await ann.page.getByLabel('Who can sign up').selectOption('open');
      await ann.page.getByLabel('E-mail addresses at sign-up').selectOption('required');
      await ann.page.getByLabel('Who can invite others').selectOption('everybody');
      await ann.press('Save');
      await ann.open('/settings/email', 'settings-email');

      const { page } = guest;
      await guest.context.clearCookies();
      await expect
        .poll(async () => {
          await page.goto('/register');
          return page.getByRole('button', { name: 'Create account' }).count();
        })
        .toBe(1);
      await page.getByLabel('Name', { exact: true }).fill(`greta${guest.variant}`);
      await page.getByLabel('Password').fill(password);
      await page.getByLabel('E-mail address').fill(emailOf(guest));
      await guest.press('Create account');
      await guest.check('register-unconfirmed');
      await guest.open(await findLink(mailFolder, emailOf(guest), 'Confirm'), 'confirm-sign-up');
      await guest.press('Confirm e-mail address');
      await guest.check('confirmed-sign-up');
    },
  },
  {
    name: 'Ann invites somebody, who sees her name on the page to sign up',
    isLong: true,
    run: async ({ alpha, ann, guest }) => {
      await setLogInAge(alpha, 0);
      await ann.page.goto('/settings/invitations');
      await ann.press('Create invitation');
      await ann.check('settings-invitations-created');
      const url = (await ann.page.locator('main li code').first().textContent())!;
      await guest.open(new URL(url).pathname + new URL(url).search, 'register-invited');
      expect(await guest.page.getByText('@ann invited you').count()).toBe(1);
    },
  },
  {
    name: 'she forgets her password, and chooses another one by the link that she gets',
    isLong: true,
    isRepeated: true,
    run: async ({ guest, mailFolder }) => {
      const { page } = guest;
      await page.goto('/login');
      await page.getByRole('link', { name: 'Forgot your password?' }).click();
      await guest.check('forgot-password');
      await page.getByLabel('Name or e-mail address').fill(emailOf(guest));
      await guest.press('Send link');
      await guest.check('forgot-password-sent');
      await guest.open(await findLink(mailFolder, emailOf(guest), 'Choose'), 'reset-password');
      await page.getByLabel('New password').fill(newPassword);
      await guest.press('Save password');
      await guest.check('log-in-after-reset');
      await page.getByLabel('Name').fill(`greta${guest.variant}`);
      await page.getByLabel('Password').fill(newPassword);
      await guest.press('Log in');
      expect(await page.locator('summary', { hasText: `@greta${guest.variant}` }).count()).toBe(1);
    },
  },
  {
    name: 'she turns on two-factor authentication, and logs in with a recovery code',
    isLong: true,
    run: async ({ alpha, guest }) => {
      const { page } = guest;
      await page.goto('/settings/two-factor');
      await guest.press('Set up two-factor authentication');
      await guest.check('two-factor');
      const key = (await page.locator('main code').textContent())!.replaceAll(' ', '');
      await page.getByLabel('Code', { exact: true }).fill(new TOTP({ secret: Secret.fromBase32(key) }).generate());
      await guest.press('Turn on');
      await guest.check('two-factor-codes');
      const [code] = (await page.locator('main pre').textContent())!.split('\n');
      await guest.open('/settings/two-factor', 'two-factor-on');
      await setLogInAge(alpha, 11);
      await guest.open('/settings/two-factor', 'two-factor-password');
      await page.getByLabel('Current password').first().waitFor();
      await guest.open('/settings/access', 'settings-access-two-factor');
      await page.goto('/logout');
      await guest.press('Log out');
      await page.goto('/login');
      await page.getByLabel('Name').fill(`greta${guest.variant}`);
      await page.getByLabel('Password').fill(newPassword);
      await guest.press('Log in');
      await guest.check('log-in-code');
      await page.getByLabel('Code').fill(code!);
      await guest.press('Log in');
      expect(await page.locator('summary', { hasText: `@greta${guest.variant}` }).count()).toBe(1);
      await page.goto('/logout');
      await guest.press('Log out');
    },
  },
];
