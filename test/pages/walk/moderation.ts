/** Steps for a report, the decision about it, and the appeal. */
import { expect } from 'vitest';
import type { BrowserUser } from './browser-user.ts';
import type { Step } from './context.ts';

async function logIn({ page, press, context }: BrowserUser, name: string, password: string): Promise<void> {
  await context.clearCookies();
  await page.goto('/login');
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Password').fill(password);
  await press('Log in');
}

export const moderationSteps: Step[] = [
  {
    name: 'a member reports a post, Ann decides, and the author appeals and is heard',
    isLong: true,
    isRepeated: true,
    run: async ({ alpha, ann, guest }) => {
      const [reporter, author] = [`rae${guest.variant}`, `pat${guest.variant}`];
      const [rae, pat] = await Promise.all([alpha.join(reporter), alpha.join(author)]);
      const { body } = await pat.post('/statuses', { status: { content: 'Buy my <b>pans</b>' } });
      await logIn(guest, reporter, rae.password);
      await guest.page.goto(`/@${author}/statuses/${body.id}`);
      await guest.page.locator('summary', { hasText: 'More actions' }).first().click();
      await guest.page.getByRole('link', { name: 'Report' }).first().click();
      await guest.check('report');
      await guest.page.getByLabel('What should the moderators know?').fill('He sells pans everywhere.');
      await guest.press('Send report');
      await guest.check('report-sent');

      await ann.page.goto('/admin/reports');
      await ann.page
        .getByRole('link', { name: `Report about @${author}` })
        .first()
        .click();
      await ann.check('admin-report');
      const dates = ann.page.locator('.admin-facts time');
      expect(await dates.evaluateAll((all) => all.map((each) => each.getClientRects().length))).toEqual([1, 1]);
      await ann.page.getByLabel('Limit the account').check();
      await ann.page.getByLabel('Reason').fill('Advertising in every post');
      await ann.press('Decide');
      await guest.open(`/@${author}`, 'profile-limited');

      await logIn(guest, author, pat.password);
      await guest.page.goto('/settings/moderation');
      await guest.page.getByText('Appeal against this decision').click();
      await guest.check('settings-moderation');
      await guest.page.getByLabel('Why do you disagree?').fill('I only sold one pan.');
      await guest.press('Send appeal');
      await ann.open('/admin/appeals', 'admin-appeals');
      await ann.page.getByLabel('Answer to the member').fill('You are right.');
      await ann.press('Grant and undo');
      await guest.page.goto('/settings/moderation');
      expect(await guest.page.content()).toContain('Appeal granted');
      await guest.context.clearCookies();
    },
  },
  {
    name: 'a suspended member logs in, reads why, and appeals',
    isLong: true,
    run: async ({ alpha, ann, guest }) => {
      const sam = await alpha.join('sam');
      await alpha.cli('account', 'suspend', 'sam');
      await logIn(guest, 'sam', sam.password);
      await guest.page.getByText('Appeal against this decision').click();
      await guest.check('suspended');
      await guest.page.getByLabel('Why do you disagree?').fill('I did nothing.');
      await guest.press('Send appeal');
      await guest.page.goto('/home');
      await guest.check('suspended-appealed');
      expect(await guest.page.content()).toContain('Appeal waiting for an answer');
      await ann.page.goto('/admin/appeals');
      await ann.page.getByLabel('Answer to the member').fill('So it was.');
      await ann.press('Grant and undo');
      await logIn(guest, 'sam', sam.password);
      expect(await guest.page.locator('summary', { hasText: '@sam' }).count()).toBe(1);
      await guest.context.clearCookies();
    },
  },
];
