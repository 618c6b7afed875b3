/** Storms of requests, which must be answered well and soon, and leave no trace where they are refused. */
import fc from 'fast-check';
import { beforeAll, expect } from 'vitest';
import { registerClient } from '../../src/domain/oauth/clients.ts';
import { errorsShape } from '../../src/http/openapi/failures.ts';
import { theApp, tokenOf } from '../support/as.ts';
import { atRandom } from '../support/at-random.ts';
import { useDatabase } from '../support/database-connection.ts';
import { elsewhereAt } from '../support/elsewhere.ts';
import { type Kitchen, setUpKitchen } from './kitchen.ts';
import { changed, restore, type Stock, stock, takeStock } from './stock.ts';

export let kitchen: Kitchen;
export let kept: Stock;
export let token: string;
export let client: string;

/** The kitchen as it is before the storm, its owner’s token, and an app. */
export function useStorms(): void {
  useDatabase();
  beforeAll(async () => {
    elsewhereAt();
    kitchen = await setUpKitchen();
    token = await tokenOf(kitchen.people.owner);
    const redirectUris = ['https://app.example/back'];
    ({
      client: { id: client },
    } = await registerClient({ name: 'App', website: null, redirectUris, confidential: false }));
    kept = await takeStock();
  });
}

export interface Sent {
  method: string;
  /** With its query. */
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

const patience = 1_000;

/** The answer, which must come soon: on a busy machine at one of several attempts. */
export async function sendInTime(sent: Sent): Promise<Got> {
  let fastest = Number.POSITIVE_INFINITY;
  let got: Got | undefined;
  for (let attempt = 0; attempt < 4 && fastest > patience; attempt += 1) {
    const started = performance.now();
    got = await send(sent);
    fastest = Math.min(fastest, performance.now() - started);
  }
  expect(fastest).toBeLessThan(patience);
  return got!;
}

/** Tries requests; those refused are sent once more, to an untouched database, and leave it so. */
export async function storm(
  arbitrary: fc.Arbitrary<Sent>,
  check: (got: Got) => void,
  { numRuns = 20, always = [] as Sent[] } = {},
): Promise<void> {
  const refused: Sent[] = [];
  const random = atRandom(numRuns);
  await fc.assert(
    fc.asyncProperty(arbitrary, async (sent) => {
      const got = await sendInTime(sent);
      check(got);
      if (got.status >= 400) refused.push(sent);
    }),
    { ...random, numRuns: random.numRuns + always.length, examples: always.map((sent) => [sent]) },
  );

  if (changed(kept, await stock()).length === 0) return;
  await restore(kept);
  for (const sent of refused) {
    const { status } = await send(sent);
    // What others before it had changed made the difference.
    if (status < 400) await restore(kept);
  }
  expect(changed(kept, await stock())).toEqual([]);
}

export function checkApi({ status, headers: given, text }: Got): void {
  expect(status).toBeLessThan(500);
  expect(given.get('x-content-type-options')).toBe('nosniff');
  if (status < 400) return;
  expect(given.get('content-type')).toBe('application/json');
  expect(errorsShape.strict().parse(JSON.parse(text)).errors).not.toEqual({});
}

/** `/recipes/..` is another path by the time it is sent, and the answer another one's. */
export const isItself = ({ path }: Sent): boolean => {
  const pathname = path.split('?')[0]!;
  return new URL(`https://cook.example${path}`).pathname === pathname;
};
