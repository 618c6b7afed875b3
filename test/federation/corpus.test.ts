/** Real documents of other servers are understood, or refused with a reason. */
import { describe, expect, test } from 'vitest';
import { compacted } from '../../src/federation/json-ld/compact.ts';
import { iriOf, isObject, member } from '../../src/federation/json-ld/json.ts';
import { type CorpusDocument, listCorpus, type Outcome, readAnything } from '../support/corpus.ts';
import { sharedPath } from '../support/shared-documents.ts';

const folder = sharedPath('corpus');

/** Documents understood in whole, at least; the rest is of types that mean nothing here, or a fragment. */
const understoodAtLeast: Record<string, number> = {
  akkoma: 20,
  bookwyrm: 12,
  friendica: 21,
  ghost: 19,
  gotosocial: 94,
  lemmy: 53,
  mastodon: 164,
  'mastodon-docs': 5,
  misskey: 26,
  peertube: 30,
  'w3c-examples': 60,
  wordpress: 13,
};

/** Types that every server sends and that therefore must be understood. */
const everyday =
  /^(?:Create-(?:Note|Article|Page|Question|Video)|Update-(?:Note|Article|Page|Person|Group)|Announce(?:-.*)?|Follow|Accept-Follow|Reject-Follow|Undo(?:-.*)?|Like|EmojiReact|Delete(?:-.*)?|Block|Note|Article|Page|Question|Video|actor-.*|OrderedCollection|OrderedCollectionPage|Collection)$/;
const everydaySoftware = [
  'akkoma',
  'bookwyrm',
  'friendica',
  'ghost',
  'gotosocial',
  'lemmy',
  'mastodon',
  'misskey',
  'peertube',
  'wordpress',
];

describe.skipIf(folder === null)('documents of other servers', async () => {
  const documents = folder === null ? [] : listCorpus(folder);
  const read = await Promise.all(
    documents.map(async (document, index) => ({
      document,
      outcomes: readAnything(await compacted(document.json, `https://${index}.example/`)),
    })),
  );

  test('each document is understood, or refused with a reason', () => {
    expect(documents).toHaveLength(748);
    for (const { outcomes } of read) {
      for (const { reading } of outcomes) expect(reading.ok || reading.reason.length > 5).toBe(true);
    }
    process.stdout.write(table(read));
  });

  test.each(Object.entries(understoodAtLeast))('of %s at least %i are understood', (software, least) => {
    const ours = read.filter(({ document }) => document.software === software);
    expect(ours.filter(({ outcomes }) => outcomes.every(({ reading }) => reading.ok)).length).toBeGreaterThanOrEqual(
      least,
    );
  });

  test('every complete document of an everyday type is understood', () => {
    const refused = read
      .filter(({ document }) => everydaySoftware.includes(document.software) && everyday.test(document.kind))
      .filter(({ document }) => isWhole(document))
      .flatMap(({ document, outcomes }) =>
        outcomes.flatMap(({ reading }) => (reading.ok ? [] : [`${document.path}: ${reading.reason}`])),
      );
    // Votes in polls are notes in form only.
    expect(refused.filter((line) => !line.endsWith(': is a vote in a poll'))).toEqual([]);
    expect(refused).toHaveLength(5);
  });
});

/** Test data of other projects is sometimes a fragment without id, author or inbox. */
function isWhole({ json, kind }: CorpusDocument): boolean {
  if (!isObject(json)) return false;
  if (/Collection/.test(kind)) return true;
  if (kind.startsWith('actor-')) return iriOf(json.id) !== null && iriOf(json.inbox) !== null;
  return iriOf(json.id) !== null && iriOf(json.actor ?? member(json, 'attributedTo')) !== null;
}

function table(read: { document: CorpusDocument; outcomes: Outcome[] }[]): string {
  const rows = [...new Set(read.map(({ document }) => document.software))].map((software) => {
    const ours = read.filter(({ document }) => document.software === software);
    const whole = ours.filter(({ outcomes }) => outcomes.every(({ reading }) => reading.ok)).length;
    return `${software.padEnd(14)} ${String(whole).padStart(10)} ${String(ours.length - whole).padStart(8)}`;
  });
  return `\n${'software'.padEnd(14)} understood  refused\n${rows.join('\n')}\n`;
}
