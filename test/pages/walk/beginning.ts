/** From the line that the first start prints to a browser that is logged in. */
import { expect } from 'vitest';
import { password, type Step } from './world.ts';

export const beginning: Step[] = [
  {
    name: 'the link of the first start says what the server is and makes the administrator, once',
    run: async ({ alpha, ann, guest }) => {
      const link = alpha.log.map((line) => /https:\S+\/setup\?token=\S+/.exec(line)?.[0]).find(Boolean)!;
      await ann.see(link, 'set-up');
      await ann.page.getByLabel('Name of the server').fill('The long table <b>');
      await ann.page.getByLabel('What it is for').fill('For who *bakes*.');
      await ann.page.getByLabel('Who may join').selectOption('approval');
      await ann.page.getByLabel('Name', { exact: true }).fill('ann');
      await ann.page.getByLabel('Password').fill(password);
      await ann.page.getByRole('button').click();
      expect(await ann.page.getByText('What the doctor says').count()).toBe(1);
      await ann.look('set-up-done');
      await guest.see(link, 'set-up-spent', 403);
    },
  },
  {
    name: 'she logs out, mistypes her password, and logs in',
    run: async ({ ann }) => {
      await ann.see('/logout', 'log-out');
      await ann.page.getByRole('button', { name: 'Log out' }).click();
      await ann.look('logged-out');
      await ann.see('/login', 'log-in');
      for (const [given, name] of [
        ['no spoon at all', 'log-in-refused'],
        [password, 'logged-in'],
      ] as const) {
        await ann.page.getByLabel('Name').fill('ann');
        await ann.page.getByLabel('Password').fill(given);
        await ann.page.getByRole('button', { name: 'Log in' }).click();
        await ann.look(name);
      }
      expect(await ann.page.locator('summary', { hasText: '@ann' }).count()).toBe(1);
    },
  },
  {
    name: 'a stranger asks for an account, is told what is wrong, and that they have to wait',
    run: async ({ guest: { page, look, see } }) => {
      await see('/register', 'register');
      await page.getByLabel('Name', { exact: true }).fill('ann');
      await page.getByLabel('Password').fill(password);
      await page.getByLabel('Why you would like to join').fill('I bake. <script>alert(1)</script>');
      await page.getByRole('button', { name: 'Ask' }).click();
      await look('register-refused');
      await page.getByLabel('Name', { exact: true }).fill('dora');
      await page.getByLabel('Password').fill(password);
      await page.getByRole('button', { name: 'Ask' }).click();
      await look('register-waits');
      await page.goto('/login');
      await page.getByLabel('Name').fill('dora');
      await page.getByLabel('Password').fill(password);
      await page.getByRole('button', { name: 'Log in' }).click();
      expect(await page.getByRole('alert').textContent()).toContain('waits for an answer');
    },
  },
];
