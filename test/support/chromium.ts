/** Opens pages of the app in Chromium, for ann, who has a password. */
import type { Server } from 'node:http';
import { serve } from '@hono/node-server';
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { register } from '../../src/domain/accounts/register.ts';
import { testApp } from './as.ts';
import { useDatabase } from './database-connection.ts';
import { findChromium } from './find-chromium.ts';
import { waitTimeoutMs } from './wait-timeout.ts';

const executablePath = findChromium();
export const hasChromium = executablePath !== null;

export const password = 'flour, water, salt';

let browser: Browser | undefined;
let address: string;

/** Its connections stay open: it never closes one that the browser is about to use again. */
const serveApp = (port: number): Server =>
  serve({
    fetch: testApp().fetch,
    port,
    hostname: '127.0.0.1',
    overrideGlobalObjects: false,
    serverOptions: { keepAliveTimeout: 0 },
  }) as Server;

/** `port` is that of `useOwnPort`. */
export function useChromium(port: number): void {
  let server: Server | undefined;
  address = `http://localhost:${port}`;

  useDatabase();
  beforeAll(async () => {
    await register({ username: 'ann', password });
    server = serveApp(port);
    browser = await chromium.launch({ executablePath: executablePath!, args: ['--disable-gpu'] });
  });
  afterAll(async () => {
    await browser?.close();
    server?.closeAllConnections();
    server?.close();
  });
}

/** Opens a browser without cookies, whose paths are those of the app. */
export async function openContext(options: BrowserContextOptions = {}): Promise<BrowserContext> {
  const context = await browser!.newContext({ baseURL: address, ...options });
  context.setDefaultTimeout(waitTimeoutMs);
  return context;
}

/** Logs ann in with the form that the page shows. */
export async function logIn(page: Page): Promise<void> {
  await page.getByLabel('Name').fill('ann');
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await page.waitForURL((url) => url.pathname !== '/login');
}
