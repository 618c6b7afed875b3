/** Sends many random requests. Each must be answered well and quickly, and a refused request must write nothing. */
import fc from 'fast-check';
import { beforeAll, expect } from 'vitest';
import { registerClient } from '../../src/domain/access/oauth/clients.ts';
import { errorsSchema } from '../../src/http/errors.ts';
import { testApp, tokenOf } from '../support/as.ts';
import { useDatabase } from '../support/database-connection.ts';
import { leastOf, onIdleDesktop } from '../support/processor-time.ts';
import { randomRuns } from '../support/random-runs.ts';
import { remoteServerAt } from '../support/remote-server.ts';
import { changed, copyTables, restore, type TableChecksums, tableChecksums } from '../support/table-checksums.ts';
import { createFixture, type Fixture } from './fixture.ts';

export let fixture: Fixture;
export let saved: TableChecksums;
export let token: string;
export let client: string;

/** Sets up the fixture, a token of its owner, and an OAuth client. */
export function useRandomRequests(): void {
  useDatabase();
  beforeAll(async () => {
    remoteServerAt();
    fixture = await createFixture();
    token = await tokenOf(fixture.people.owner);
    const redirectUris = ['https://app.example/back'];
    ({
      client: { id: client },
    } = await registerClient({ name: 'App', website: null, redirectUris, confidential: false }));
    saved = await copyTables();
  });
}

export interface TestRequest {
  method: string;
  /** Path with its query. */
  path: string;
  headers: Record<string, string>;
  body: string | Uint8Array<ArrayBuffer> | null;
}

interface TestResponse {
  status: number;
  headers: Headers;
  text: string;
}

export async function send({ method, path, headers: given, body }: TestRequest): Promise<TestResponse> {
  const bodied = body !== null && method !== 'GET' && method !== 'HEAD';
  const init = { method, headers: given, ...(bodied && { body }) };
  const response = await testApp().request(`https://cook.example${path}`, init);
  return { status: response.status, headers: response.headers, text: await response.text() };
}

const maxResponseMs = 1_000;

/** Sends a request that must be answered quickly. A busy machine gets several attempts. */
export async function sendWithinLimit(sent: TestRequest): Promise<TestResponse> {
  let response: TestResponse | undefined;
  const responseMs = async () => {
    const started = performance.now();
    response = await send(sent);
    return onIdleDesktop(performance.now() - started, maxResponseMs, 'wall');
  };
  expect(await leastOf(4, maxResponseMs, responseMs)).toBeLessThan(maxResponseMs);
  return response!;
}

/** Sends random requests. Refused ones are repeated on a restored database and must not change it. */
export async function sendRandomRequests(
  arbitrary: fc.Arbitrary<TestRequest>,
  check: (response: TestResponse) => void,
  { numRuns = 20, always = [] as TestRequest[] } = {},
): Promise<void> {
  const refused: TestRequest[] = [];
  const random = randomRuns(numRuns);
  await fc.assert(
    fc.asyncProperty(arbitrary, async (sent) => {
      const response = await sendWithinLimit(sent);
      check(response);
      if (response.status >= 400) refused.push(sent);
    }),
    { ...random, numRuns: random.numRuns + always.length, examples: always.map((sent) => [sent]) },
  );

  if (changed(saved, await tableChecksums()).length === 0) return;
  await restore(saved);
  for (const sent of refused) {
    const { status } = await send(sent);
    // It was refused only because of an earlier request.
    if (status < 400) await restore(saved);
  }
  expect(changed(saved, await tableChecksums())).toEqual([]);
}

export function checkApi({ status, headers: given, text }: TestResponse): void {
  expect(status).toBeLessThan(500);
  expect(given.get('x-content-type-options')).toBe('nosniff');
  if (status < 400) return;
  expect(given.get('content-type')).toBe('application/json');
  expect(errorsSchema.strict().parse(JSON.parse(text)).errors).not.toEqual({});
}

/** False for paths such as `/recipes/..`, which URL parsing turns into another path. */
export const isItself = ({ path }: TestRequest): boolean => {
  const pathname = path.split('?')[0]!;
  return new URL(`https://cook.example${path}`).pathname === pathname;
};
