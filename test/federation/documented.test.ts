/** FEDERATION.md says what is so: its examples are what is sent, and nothing that is sent or taken is missing. */
import { globSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { context } from '../../src/federation/context.ts';
import { inbox } from '../../src/federation/inbox/index.ts';
import type { JsonObject } from '../../src/federation/json.ts';

const text = readFileSync(resolve('FEDERATION.md'), 'utf8');
const folder = join(import.meta.dirname, 'objects/__snapshots__');
const sent = new Map(
  globSync('*.json', { cwd: folder }).map((file) => [
    basename(file, '.json'),
    JSON.parse(readFileSync(join(folder, file), 'utf8')) as JsonObject,
  ]),
);
const examples = [...text.matchAll(/<!-- ([a-z-]+) -->\n```json\n([^`]+)\n```/g)].map(([, name, json]) => ({
  name: name!,
  json: JSON.parse(json!) as JsonObject,
}));

test.each(examples)('the example $name is part of what is sent', ({ name, json }) => {
  expect(sent.get(name)).toMatchObject(json);
});

test('every example is checked', () => {
  expect(examples).toHaveLength(text.split('```json').length - 1);
  expect(examples.length).toBeGreaterThan(10);
});

test('every activity that is sent or taken is named', () => {
  const [, sending = '', taking = ''] = text.split(/^## Activities we (?:send|take)$/m);
  const types = [...sent].filter(([, json]) => 'actor' in json).map(([, { type }]) => type);
  for (const type of types) expect(sending).toContain(`\`${type}\``);
  for (const type of Object.keys(inbox)) expect(taking).toContain(`\`${type}\``);
});

test('every term of ours is named', () => {
  const terms = Object.entries(context.at(-1)!).filter(([, meaning]) =>
    JSON.stringify(meaning).includes('https://w3id.org/potluck#'),
  );
  for (const [term] of terms) expect(text).toContain(`\`${term}\``);
});
