/** The imitated shapes have no key that the real documents of the same software do not have. */
import { describe, expect, test } from 'vitest';
import { listCorpus } from '../../support/corpus.ts';
import { sharedPath } from '../../support/shared-documents.ts';
import type { Peer } from './shapes.ts';
import { software } from './software.ts';

const folder = sharedPath('corpus');
const known = ['gotosocial', 'lemmy', 'mastodon', 'misskey', 'peertube', 'wordpress'];

/** Keys that every object may have. */
const common = new Set(['@context', 'id', 'to', 'cc', 'published', 'updated', 'prev', 'tag']);
/** Keys of versions newer than the documents. */
const documented = ['misskey Person._misskey_summary', 'peertube Note.replyApproval', 'wordpress Article.sensitive'];

type Keys = Map<string, Set<string>>;
const isObject = (json: unknown): json is Record<string, unknown> =>
  typeof json === 'object' && json !== null && !Array.isArray(json);

/** Collects the keys of every object by its type. */
function collect(json: unknown, keys: Keys): Keys {
  if (Array.isArray(json)) for (const each of json) collect(each, keys);
  if (!isObject(json)) return keys;
  const ofType = keys.get(String(json.type)) ?? new Set();
  if (json.type !== undefined) keys.set(String(json.type), ofType);
  for (const [key, value] of Object.entries(json)) {
    ofType.add(key);
    collect(value, keys);
  }
  return keys;
}

function everythingOf(peer: Peer): unknown[] {
  const target = 'https://cook.example/users/1';
  const mention = { iri: target, address: 'ann@cook.example' };
  const at = { published: new Date(), updated: new Date(), mention };
  const note = peer.note?.({ html: '<p>x</p>', warning: 'x', ...at });
  const like = peer.like?.(target);
  return [
    peer.actor('key'),
    note,
    note && [peer.create?.(note), peer.update?.(note), peer.delete?.(note), peer.outbox?.([note])],
    note && [peer.featured?.([note]), peer.replies?.(note, [note])],
    [peer.follow?.(target), like, like && peer.undo?.(like), peer.announce?.(target)],
    peer.groupPost?.('x'),
  ];
}

describe.skipIf(folder === null)('the keys of', () => {
  const documents = folder === null ? [] : listCorpus(folder);
  test.each(known)('%s', (name) => {
    const real = collect(
      documents.filter((each) => each.software.startsWith(name)).map(({ json }) => json),
      new Map(),
    );
    const peers = Object.entries(software).filter(([key]) => key.split('-')[0] === name);
    const ours = collect(
      peers.flatMap(([, build]) => everythingOf(build('x.example'))),
      new Map(),
    );
    const unknown = [...ours].flatMap(([type, keys]) =>
      [...keys]
        .filter((key) => real.has(type) && !common.has(key) && !real.get(type)!.has(key))
        .map((key) => `${name} ${type}.${key}`),
    );
    expect(unknown.filter((each) => !documented.includes(each))).toEqual([]);
  });
});
