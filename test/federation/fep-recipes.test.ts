/** The test vectors of docs/fep-recipes.md are read as they say, and `federation check` prints what is read. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { describe as describeReading } from '../../src/cli/federation.ts';
import { readObject } from '../../src/federation/objects/object.ts';
import { command, commandJson } from '../support/command.ts';
import { useDatabase } from '../support/database-connection.ts';
import { type Json, remoteServerAt } from '../support/remote-server.ts';
import { stored } from '../support/stored.ts';

useDatabase();

const folder = join(import.meta.dirname, '../../docs/fep-recipes');
const vectors = readdirSync(folder).map((file) => {
  const { title, document, expected } = JSON.parse(readFileSync(join(folder, file), 'utf8'));
  return { title, document, expected } as { title: string; document: Json & { id: string }; expected: Json };
});
const server = remoteServerAt('kitchen.example');
beforeAll(() => {
  for (const { document } of vectors) server.object(document);
});

test.each(vectors)('$title', ({ document, expected }) => {
  const reading = readObject(document);
  if (!reading.ok) throw new Error(reading.reason);
  expect(describeReading(reading.value)).toMatchObject(expected);
});

test('`federation check` prints what is read of a URL, and stores nothing', async () => {
  for (const { document, expected } of vectors)
    expect(await commandJson(['federation', 'check', document.id])).toMatchObject(expected);
  const { code, stdout } = await command(['federation', 'check', vectors[1]!.document.id]);
  expect([code, stdout]).toEqual([0, expect.stringContaining('ingredient: 1/3–1/2 cup flour (sifted)')]);
  expect(await stored.items()).toBe(0);
});

test('`federation check` says why a document cannot be read', async () => {
  server.object({ id: server.iri('/nothing'), type: 'Arrive' });
  for (const [url, code, reason] of [
    [server.iri('/nothing'), 1, 'has the unsupported type Arrive'],
    [server.iri('/missing'), 1, 'kitchen.example answered 404'],
    ['kitchen', 2, 'is not an http(s) URL'],
  ] as const) {
    const result = await command(['federation', 'check', url]);
    expect([result.code, result.stderr]).toEqual([code, expect.stringContaining(reason)]);
  }
});

test('hints name what other servers will miss', async () => {
  const { hints } = await commandJson<{ hints: string[] }>(['federation', 'check', vectors[0]!.document.id]);
  expect(hints).toEqual([expect.stringContaining('it has no supply')]);
});
