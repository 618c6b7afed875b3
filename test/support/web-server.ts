/** The application on a real port, reached under its configured origin. */
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll } from 'vitest';
import { createWebServer } from '../../src/boot/web.ts';
import { testApp } from './as.ts';

export const origin = 'https://cook.example';
let actual = '';
/** Where it really listens. */
export const actualOrigin = () => actual;

/** Listens while a test file runs. */
export function useWebServer(): void {
  let server: Server;
  beforeAll(async () => {
    actual = await new Promise<string>((resolve) => {
      server = createWebServer(testApp().fetch, { overrideGlobalObjects: false });
      server.listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
    });
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
}

/** As behind a TLS proxy; redirects are not followed. */
export function fetchFromServer(url: string, init: RequestInit = {}): Promise<Response> {
  if (!url.startsWith(`${origin}/`)) throw new Error(`${url} is not at ${origin}`);
  return fetch(actual + url.slice(origin.length), { redirect: 'manual', ...init });
}
