/** Sends many random requests. Each must be answered well and quickly, and a refused request must write nothing. */
import fc from 'fast-check';
import { beforeAll, expect } from 'vitest';
import { registerClient } from '../../src/domain/access/oauth/clients.ts';
import { errorsSchema } from '../../src/http/errors.ts';
import { theApp, tokenOf } from '../support/as.ts';
import { useDatabase } from '../support/database-connection.ts';
import { leastOf, onIdleDesktop } from '../support/processor-time.ts';
import { randomRuns } from '../support/random-runs.ts';
import { remoteServerAt } from '../support/remote-server.ts';
import { type Kitchen, setUpKitchen } from './kitchen.ts';
import { changed, restore, type Stock, stock, takeStock } from './stock.ts';

export let kitchen: Kitchen;
export let saved: Stock;
export let token: string;
export let client: string;

/** Sets up the kitchen, a token of its owner, and an OAuth client. */
export function useStorms(): void {
  useDatabase();
  beforeAll(async () => {
    remoteServerAt();
    kitchen = await setUpKitchen();
    token = await tokenOf(kitchen.people.owner);
    const redirectUris = ['https://app.example/back'];
    ({
      client: { id: client },
    } = await registerClient({ name: 'App', website: null, redirectUris, confidential: false }));
    saved = await takeStock();
  });
}

export interface Sent {
  method: string;
  /** Path with its query. */
  path: string;
  headers: Record<string, string>;
  body: string | Uint8Array<ArrayBuffer> | null;
}

interface Got {
  status: number;
  headers: Headers;
  text: string;
}

export async function send({ method, path, headers: given, body }: Sent): Promise<Got> {
  const bodied = body !== null && method !== 'GET' && method !== 'HEAD';
  const init = { method, headers: given, ...(bodied && { body }) };
  const response = await theApp().request(`https://cook.example${path}`, init);
  return { status: response.status, headers: response.headers, text: await response.text() };
}

const maxResponseMs = 1_000;

/** Sends a request that must be answered quickly. A busy machine gets several attempts. */
export async function sendInTime(sent: Sent): Promise<Got> {
  let got: Got | undefined;
  const responseMs = async () => {
    const started = performance.now();
    got = await send(sent);
    return onIdleDesktop(performance.now() - started, maxResponseMs, 'wall');
  };
  expect(await leastOf(4, maxResponseMs, responseMs)).toBeLessThan(maxResponseMs);
  return got!;
}

/** Sends random requests. Refused ones are repeated on a restored database and must not change it. */
export async function storm(
  arbitrary: fc.Arbitrary<Sent>,
  check: (got: Got) => void,
  { numRuns = 20, always = [] as Sent[] } = {},
): Promise<void> {
  const refused: Sent[] = [];
  const random = randomRuns(numRuns);
  await fc.assert(
    fc.asyncProperty(arbitrary, async (sent) => {
      const got = await sendInTime(sent);
      check(got);
      if (got.status >= 400) refused.push(sent);
    }),
    { ...random, numRuns: random.numRuns + always.length, examples: always.map((sent) => [sent]) },
  );

  if (changed(saved, await stock()).length === 0) return;
  await restore(saved);
  for (const sent of refused) {
    const { status } = await send(sent);
    // It was refused only because of an earlier request.
    if (status < 400) await restore(saved);
  }
  expect(changed(saved, await stock())).toEqual([]);
}

export function checkApi({ status, headers: given, text }: Got): void {
  expect(status).toBeLessThan(500);
  expect(given.get('x-content-type-options')).toBe('nosniff');
  if (status < 400) return;
  expect(given.get('content-type')).toBe('application/json');
  expect(errorsSchema.strict().parse(JSON.parse(text)).errors).not.toEqual({});
}

/** False for paths such as `/recipes/..`, which URL parsing turns into another path. */
export const isItself = ({ path }: Sent): boolean => {
  const pathname = path.split('?')[0]!;
  return new URL(`https://cook.example${path}`).pathname === pathname;
};
