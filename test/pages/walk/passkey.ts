/** A step for passkeys, on a server with a name, which browsers want. Chromium plays the device. */
import { expect } from 'vitest';
import { openNetwork } from '../../support/network.ts';
import { freePort } from '../../support/redis.ts';
import { openBrowserUser } from './browser-user.ts';
import type { Step } from './context.ts';

export const passkeySteps: Step[] = [
  {
    name: 'Pia adds a passkey, logs out, and logs in with it alone',
    isLong: true,
    run: async ({ ann }) => {
      const network = openNetwork();
      try {
        const port = String(await freePort());
        const origin = `http://localhost:${port}`;
        const server = await network.start({ name: 'named', env: { BASE_URL: origin, PORT: port } });
        const { password } = JSON.parse(await server.cli('account', 'create', 'pia', '--json'));
        const { page, context, check: look, press, faults } = await openBrowserUser(ann.context.browser()!, origin);
        const device = await context.newCDPSession(page);
        await device.send('WebAuthn.enable');
        await device.send('WebAuthn.addVirtualAuthenticator', {
          options: {
            protocol: 'ctap2',
            transport: 'internal',
            hasResidentKey: true,
            hasUserVerification: true,
            isUserVerified: true,
            automaticPresenceSimulation: true,
          },
        });
        await page.goto('/login');
        await page.getByLabel('Name').fill('pia');
        await page.getByLabel('Password').fill(password);
        await press('Log in');
        await page.goto('/settings/passkeys');
        await page.getByLabel('Name of the passkey').fill('Kitchen');
        await press('Add passkey');
        await page.getByText('Kitchen').waitFor();
        await look('passkeys');

        await page.goto('/logout');
        await press('Log out');
        await page.goto('/login');
        await look('login-with-passkey');
        await page.getByRole('button', { name: 'Log in with a passkey' }).click();
        await page.waitForURL('**/home');
        expect(await page.content()).toContain('@pia');
        expect(faults.join('; ')).toBe('');
        await context.close();
      } finally {
        await network.close();
      }
    },
  },
];
