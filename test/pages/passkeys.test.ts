/** Passkeys in a real browser, with a virtual authenticator. Passkeys need a domain name, which `localhost` is. */
import type { CDPSession, Page } from 'playwright-core';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { age } from '../support/age.ts';
import { hasChromium, logIn, openContext, password, useChromium } from '../support/chromium.ts';
import { stored } from '../support/stored.ts';

const port = await vi.hoisted(async () => (await import('../support/own-modules.ts')).useOwnPort());

describe.runIf(hasChromium)('in a browser', () => {
  let page: Page;
  let device: CDPSession;
  let authenticatorId: string;

  useChromium(port);
  beforeAll(async () => {
    const context = await openContext();
    page = await context.newPage();
    device = await context.newCDPSession(page);
    await device.send('WebAuthn.enable');
    ({ authenticatorId } = await device.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    }));
  });

  const isLoggedIn = async () =>
    (await (await page.context().request.get('/login')).text()).includes('Logged in as @ann');
  const logOut = async () => {
    await page.goto('/logout');
    await page.getByRole('button', { name: 'Log out' }).click();
    await page.getByText('You are logged out').waitFor();
  };
  const passkeyButton = () => page.getByRole('button', { name: 'Log in with a passkey' });

  test('a member adds a passkey with her password, and logs in with it alone', async () => {
    await page.goto('/login');
    await logIn(page);
    await age('log-ins', '11 minutes');
    await page.goto('/settings/passkeys');
    await page.getByLabel('Name of the passkey').fill('Kitchen <b>');
    await page.getByLabel('Current password', { exact: true }).fill('wrong password');
    await page.getByRole('button', { name: 'Add passkey' }).click();
    await page.getByText('This password is not right').waitFor();
    expect(await stored.passkeys()).toBe(0);
    await page.getByLabel('Name of the passkey').fill('Kitchen <b>');
    await page.getByLabel('Current password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Add passkey' }).click();
    await page.getByText('Kitchen <b>').waitFor();

    await logOut();
    await page.goto('/login?next=/explore');
    await passkeyButton().click();
    await page.waitForURL(({ pathname }) => pathname === '/explore');
    expect(await isLoggedIn()).toBe(true);
  });

  test('an answer to a challenge works once, and a device that does not know the person gets no session', async () => {
    await logOut();
    await page.goto('/login');
    const sent = page.waitForRequest((request) => request.url().endsWith('/login/passkey'));
    await passkeyButton().click();
    const body = (await sent).postData()!;
    await page.waitForURL('**/home');
    await logOut();
    const again = await page.context().request.post('/login/passkey', {
      data: body,
      maxRedirects: 0,
      headers: { origin: `http://localhost:${port}`, 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(again.status()).toBe(422);
    expect(await (await page.context().request.get('/login')).text()).not.toContain('Logged in as');

    await device.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false });
    await page.goto('/login');
    await passkeyButton().click();
    await page.getByText('No passkey was used').waitFor();
    await device.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true });
  });

  test('a passkey proves who uses a session', async () => {
    await page.goto('/login');
    await passkeyButton().click();
    await page.waitForURL('**/home');
    await age('log-ins', '11 minutes');
    await page.goto('/settings/email');
    expect(await page.content()).toContain('name="current"');
    await page.getByRole('link', { name: 'Use a passkey or a code instead' }).click();
    await page.getByRole('button', { name: 'Confirm with passkey' }).click();
    await page.waitForURL('**/settings/email');
    expect(await page.content()).not.toContain('name="current"');
    await logOut();
  });

  test('a removed passkey no longer logs in', async () => {
    await page.goto('/login');
    await passkeyButton().click();
    await page.waitForURL('**/home');
    await page.goto('/settings/passkeys');
    await page.getByLabel('Kitchen <b>').check();
    await page.getByRole('button', { name: 'Remove passkey' }).click();
    await page.getByRole('heading', { name: 'Remove passkey?' }).waitFor();
    await page.getByRole('button', { name: 'Remove passkey' }).click();
    await page.getByText('You have no passkeys').waitFor();
    await logOut();
    await page.goto('/login');
    await passkeyButton().click();
    await page.getByText('This passkey does not work here').waitFor();
    expect(await isLoggedIn()).toBe(false);
  });
});
