/** An administrator with a browser that submits the forms of the admin pages. */
import { beforeAll } from 'vitest';
import type { Account } from '../../src/domain/accounts/account.ts';
import { register } from '../../src/domain/accounts/register.ts';
import { type Browser, openBrowser } from '../support/browser.ts';
import { useDatabase } from '../support/database-connection.ts';
import { useWebServer } from '../support/web-server.ts';

export const password = 'a long spoon for the pot';
/** The owner. */
export let ann: Account;
export let bo: Account;
export let eve: Account;
export const admin = openBrowser();
/** Bo’s browser. */
export const member = openBrowser();

/** Ann, the owner, and two members. */
export function useOperator(): void {
  useDatabase();
  useWebServer();
  beforeAll(async () => {
    ann = await register({ username: 'ann', password, admin: true });
    bo = await register({ username: 'bo', password });
    eve = await register({ username: 'eve', password });
    await admin.logIn('ann', password);
    await member.logIn('bo', password);
  });
}

export const send = async (path: string, fields: Record<string, string> = {}, who: Browser = admin) => {
  const { hidden } = await who.get('/settings');
  return who.post(path, { form_token: hidden.form_token ?? '', ...fields });
};

/** Text that must be escaped in a page. */
export const payload = `"'></title><script>alert(1)</script>`;
export const serverSettings = {
  name: payload,
  description: `For **bakers** ${payload}`,
  rules: `1. ${payload}`,
  contact: payload,
};
