/** Steps for set-up, login and account requests. */
import { expect } from 'vitest';
import { eventually } from '../../demo/eventually.ts';
import { waitTimeoutMs } from '../../support/wait-timeout.ts';
import { busyLine } from './browser-user.ts';
import { password, type Step } from './context.ts';

export const setupSteps: Step[] = [
  {
    name: 'the set-up link names the server and creates the administrator, once',
    run: async ({ alpha, ann, guest }) => {
      await guest.open('/', 'before-set-up');
      expect(await guest.page.getByText('open its set-up link').count()).toBe(1);
      const link = alpha.log.map((line) => /https:\S+\/setup\?token=\S+/.exec(line)?.[0]).find(Boolean)!;
      await ann.open(link, 'set-up');
      // On a busy machine a transaction may take longer than 5 s, and the page says so.
      const send = async () => {
        const field = ann.page.getByLabel('Server name');
        if ((await field.count()) > 0) {
          await field.fill('The long table <b>');
          await ann.page.getByLabel('Description').fill('For people who *bake*.');
          await ann.page.getByLabel('Who can sign up').selectOption('approval');
          await ann.page.getByLabel('Name', { exact: true }).fill('ann');
          await ann.page.getByLabel('Password').fill(password);
          await ann.press(/./);
        } else await ann.page.reload();
        return ann.page.getByRole('heading', { level: 1 }).textContent();
      };
      await eventually('set-up', send, (heading) => heading === 'Your server is ready', waitTimeoutMs);
      expect(ann.faults.splice(0).filter((fault) => !busyLine.test(fault))).toEqual([]);
      expect(await ann.page.getByText('Server checks').count()).toBe(1);
      await ann.check('set-up-done');
      await ann.page.getByRole('link', { name: 'Write the first recipe' }).click();
      await ann.page.waitForURL('**/write/recipe');
      await guest.open(link, 'set-up-invalid', 403);
    },
  },
  {
    name: 'she logs out, mistypes her password, and logs in',
    isLong: true,
    run: async ({ ann }) => {
      await ann.open('/logout', 'log-out');
      await ann.page.getByRole('button', { name: 'Log out' }).click();
      await ann.check('logged-out');
      await ann.open('/login', 'log-in');
      for (const [given, name] of [
        ['no spoon at all', 'log-in-refused'],
        [password, 'logged-in'],
      ] as const) {
        await ann.page.getByLabel('Name').fill('ann');
        await ann.page.getByLabel('Password').fill(given);
        await ann.page.getByRole('button', { name: 'Log in' }).click();
        await ann.check(name);
      }
      expect(await ann.page.locator('summary', { hasText: '@ann' }).count()).toBe(1);
    },
  },
  {
    name: 'a visitor requests an account, sees an error, and has to wait for approval',
    isLong: true,
    run: async ({ guest: { page, check: look, open: see } }) => {
      await see('/register', 'register');
      await page.getByLabel('Name', { exact: true }).fill('ann');
      await page.getByLabel('Password').fill(password);
      await page.getByLabel('Why you would like to join').fill('I bake. <script>alert(1)</script>');
      await page.getByRole('button', { name: 'Request account' }).click();
      await look('register-refused');
      await page.getByLabel('Name', { exact: true }).fill('dora');
      await page.getByLabel('Password').fill(password);
      await page.getByRole('button', { name: 'Request account' }).click();
      await look('register-pending');
      await page.goto('/login');
      await page.getByLabel('Name').fill('dora');
      await page.getByLabel('Password').fill(password);
      await page.getByRole('button', { name: 'Log in' }).click();
      expect(await page.getByRole('alert').textContent()).toContain('has not been approved yet');
    },
  },
];
