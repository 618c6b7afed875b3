/** FEDERATION.md is correct: its examples are what is sent, and it names everything that is sent or accepted. */
import { globSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { maxFetchDepth } from '../../src/domain/items/parts.ts';
import { maxReplies } from '../../src/domain/statuses/statuses.ts';
import { maxDeliveryAgeMs } from '../../src/federation/deliver/deliver.ts';
import { maxForwardedBytes, maxPerHostAndHour, maxPerHour } from '../../src/federation/inbox/forward.ts';
import { inbox } from '../../src/federation/inbox/handle.ts';
import { maxCollectionFetches } from '../../src/federation/inbox/items.ts';
import { context } from '../../src/federation/json-ld/context.ts';
import type { JsonObject } from '../../src/federation/json-ld/json.ts';
import { maxInlineReplies } from '../../src/federation/objects/parts.ts';
import { maxHintsPerHost } from '../../src/federation/receive/forwarded.ts';
import { maxBodyBytes, maxPerActor, maxPerHost, maxReportsPerHost } from '../../src/federation/receive/receive.ts';
import { maxCollectionItems } from '../../src/federation/resolve/collections.ts';
import { maxDepth, maxRequests } from '../../src/federation/resolve/fetch.ts';
import { maxFeatured } from '../../src/federation/resolve/load-item.ts';
import { maxKeyRequests } from '../../src/federation/verify/keys.ts';
import { canonizeLimits, maxProofAgeMs } from '../../src/federation/verify/proof.ts';

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

test('every activity type that is sent or accepted is named', () => {
  const [, sending = '', taking = ''] = text.split(/^## Activities we (?:send|take)$/m);
  const types = [...sent].filter(([, json]) => 'actor' in json).map(([, { type }]) => type);
  for (const type of types) expect(sending).toContain(`\`${type}\``);
  for (const type of Object.keys(inbox)) expect(taking).toContain(`\`${type}\``);
});

test('every simulated peer is named', () => {
  const files = globSync('*.ts', { cwd: join(import.meta.dirname, 'peers') });
  const other = ['corpus.test', 'server', 'shapes', 'software'];
  const peers = files.map((file) => basename(file, '.ts')).filter((name) => !other.includes(name));
  const rows = text.split(/^## Peers$/m)[1]!.matchAll(/^\| (\w+) \| \d/gm);
  expect([...rows].map(([, name]) => name!.toLowerCase()).toSorted()).toEqual(peers.toSorted());
});

const plain = text.replaceAll(/\s+/g, ' ');
const day = 24 * 3_600_000;

test.each([
  ['One activity makes us send at most # requests', maxRequests],
  ['and # to learn who signed it', maxKeyRequests],
  ['made at most # days ago', maxProofAgeMs / day],
  ['of more than # KiB,', canonizeLimits.length / 1_024],
  ['# nodes or', canonizeLimits.nodes],
  ['or # contexts,', canonizeLimits.contexts],
  ['and # of one actor in an hour', maxPerHour],
  ['and # of one server.', maxPerHostAndHour],
  ['that verifies, because without one no server could trust it, and at most # KiB', maxForwardedBytes / 1_024],
  ['an account may send # activities', maxPerActor.toLocaleString('en')],
  ['a server or address #, where', maxPerHost.toLocaleString('en')],
  ['a server may send # `Flag`', maxReportsPerHost],
  ['One server can cause # of these fetches', maxHintsPerHost],
  ['at most # links away', maxDepth],
  ['at most # links away', maxFetchDepth],
  ['each at its own server: at most #,', maxReplies],
  ['first page has at most # public', maxInlineReplies],
  ['We read at most # items, embedded or by `id`', maxCollectionItems],
  ['order of activities does not matter; # times per owner', maxCollectionFetches],
  ['Of `featured` we read #.', maxFeatured],
  ['| 413 | larger than # MiB |', maxBodyBytes / 2 ** 20],
  ['tried again for up to # days', maxDeliveryAgeMs / day],
])('the limit in “%s” is that of the code', (sentence, limit) => {
  expect(plain).toContain(sentence.replace('#', String(limit)));
});

test('every term of ours is named', () => {
  const terms = Object.entries(context.at(-1)!).filter(([, meaning]) =>
    JSON.stringify(meaning).includes('https://w3id.org/potluck#'),
  );
  for (const [term] of terms) expect(text).toContain(`\`${term}\``);
});
