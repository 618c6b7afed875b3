/** Ann with a browser, and Bo with a recipe. */
import { beforeAll } from 'vitest';
import type { Account } from '../../src/domain/accounts/account.ts';
import { register } from '../../src/domain/accounts/register.ts';
import { createRecipe } from '../../src/domain/recipes/write.ts';
import { type Browser, openBrowserAs } from '../support/browser.ts';
import { useDatabase } from '../support/database-connection.ts';
import { pizzaDough } from '../support/recipes.ts';
import { useWebServer } from '../support/web-server.ts';

export const password = 'a long enough password';
export let ann: Account;
export let bo: Account;
export let browser: Browser;
/** Bo’s recipe. */
export let recipeId: number;

/** Ann, logged in with `browser`, and Bo. */
export function useMembers(): void {
  useDatabase();
  useWebServer();
  beforeAll(async () => {
    ann = await register({ username: 'ann', name: '<b>Ann</b>', password });
    bo = await register({ username: 'bo', name: 'Bo', password });
    recipeId = await createRecipe(bo.id, { ...pizzaDough, name: '<i>Bread</i>' });
    browser = await openBrowserAs('ann', password);
  });
}
