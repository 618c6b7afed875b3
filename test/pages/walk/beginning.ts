/** From the line that the first start prints to a browser that is logged in. */
import { expect } from 'vitest';
import { password, type Step } from './world.ts';

export const beginning: Step[] = [
  {
    name: 'the link of the first start makes the administrator, once',
    run: async ({ alpha, ann, guest }) => {
      const link = alpha.log.map((line) => /https:\S+\/setup\?token=\S+/.exec(line)?.[0]).find(Boolean)!;
      await ann.see(link, 'set-up');
      await ann.page.getByLabel('Name', { exact: true }).fill('ann');
      await ann.page.getByLabel('Password').fill(password);
      await ann.page.getByRole('button').click();
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
      expect(await ann.page.getByRole('link', { name: '@ann' }).count()).toBeGreaterThan(0);
    },
  },
];
