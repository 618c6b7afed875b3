/** Real documents of other servers, sent to us and looked up by us: understood, dropped, or refused with a reason. */
import { describe, expect, test } from 'vitest';
import { prisma } from '../../src/db/client.ts';
import { isActivityType } from '../../src/federation/activity.ts';
import { iriOf, isObject, type JsonObject, member, typesOf } from '../../src/federation/json-ld/json.ts';
import { readObject } from '../../src/federation/objects/object.ts';
import { failureOf, newBudget } from '../../src/federation/resolve/fetch.ts';
import { loadItem } from '../../src/federation/resolve/load-item.ts';
import { emptyCaches } from '../../src/lib/cache.ts';
import { as, testApp } from '../support/as.ts';
import { type CorpusDocument, listCorpus } from '../support/corpus.ts';
import { runFederationJobs } from '../support/federation-jobs.ts';
import { failedJobs, fixture, useHostileFixture } from '../support/hostile-fixture.ts';
import { type Json, type RemoteServer, remoteServerAt } from '../support/remote-server.ts';
import { sharedPath } from '../support/shared-documents.ts';
import { isFull, sampled, scaled } from '../support/test-length.ts';
import { withWorkers } from '../support/with-workers.ts';

const folder = sharedPath('corpus');

/**
 * How many are understood, at least; the rest is for others, a vote, of another origin, a fragment, or by an actor that
 * an earlier document deletes (Lemmy).
 */
const leastSent = {
  akkoma: 4,
  bookwyrm: 3,
  friendica: 10,
  ghost: 16,
  gotosocial: 69,
  ktistec: 18,
  lemmy: 24,
  mastodon: 87,
  'mastodon-docs': 14,
  misskey: 18,
  peertube: 19,
  'w3c-examples': 26,
  wordpress: 7,
};
const leastLookedUp = {
  akkoma: 3,
  bookwyrm: 9,
  friendica: 6,
  ghost: 9,
  gotosocial: 41,
  lemmy: 18,
  mastodon: 47,
  misskey: 21,
  peertube: 17,
  wordpress: 7,
};

/** What became of a document, with the reason. */
interface Outcome {
  document: CorpusDocument;
  became: 'understood' | 'dropped' | 'refused';
  reason: string;
}

useHostileFixture();

const everybody = 'https://www.w3.org/ns/activitystreams#Public';
const serversByHost = new Map<string, RemoteServer>();
let serial = 0;

/** Returns the server of the IRI. All its actors share one key, because generating keys is slow. */
function serverFor(iri: string): RemoteServer {
  const { host } = new URL(iri);
  const known = serversByHost.get(host) ?? remoteServerAt(host);
  serversByHost.set(host, known);
  return known;
}

/** What has an http address is requested by https. */
function requestedUrl(iri: string): string {
  const url = new URL(iri);
  url.protocol = 'https:';
  url.hash = '';
  return url.href;
}

/** Serves an actor at that IRI that signs with Eve's key. The rest of the document is unchanged. */
function actorAt(iri: string, said: JsonObject = {}) {
  const rsa = { ...fixture.eve.rsa, iri: `${iri.replace(/#.*$/, '')}#corpus-key` };
  const json: Json = {
    '@context': 'https://www.w3.org/ns/activitystreams',
    type: 'Person',
    preferredUsername: 'somebody',
    inbox: `${iri}/inbox`,
    ...said,
    id: iri,
    publicKey: { id: rsa.iri, owner: iri, publicKeyPem: rsa.publicPem },
  };
  serverFor(iri).serve(requestedUrl(iri), () => json);
  return { iri, rsa };
}

async function send(actorIri: string, activity: Json): Promise<Pick<Outcome, 'became' | 'reason'>> {
  emptyCaches();
  const { rsa } = actorAt(actorIri);
  const response = await testApp().fetch(serverFor(actorIri).signed(JSON.stringify(activity), rsa));
  const said = (await response.json()) as { error: string };
  expect(response.status).toBeLessThan(500);
  if (response.status !== 202) return { became: 'refused', reason: said.error };
  await runFederationJobs();
  const inbound = await prisma().inbound.findFirst({ where: { actorIri }, orderBy: { id: 'desc' } });
  const outcome = inbound?.outcome;
  if (said.error !== 'accepted' || !outcome) return { became: 'dropped', reason: said.error };
  if (outcome === 'refused') return { became: 'refused', reason: 'refused by what it asks for' };
  const understood = ['done', 'unchanged', 'fetching', 'gone', 'irrelevant'].includes(outcome);
  return { became: understood ? 'understood' : 'dropped', reason: outcome };
}

/** Returns the author that we use if there are several. */
function authorOf(json: JsonObject): string | null {
  const reading = readObject(json);
  return reading.ok ? reading.value.authorIri : iriOf(member(json, 'attributedTo'));
}

async function deliver(document: CorpusDocument): Promise<Outcome> {
  const { json } = document;
  if (!isObject(json)) return { document, became: 'refused', reason: 'is not an object' };

  const actorIri = iriOf(member(json, 'actor'));
  if (actorIri !== null) return { document, ...(await send(actorIri, json as Json)) };
  if (typesOf(json).some(isActivityType)) return { document, became: 'refused', reason: 'the activity has no actor' };

  const id = iriOf(member(json, 'id'));
  if (id === null) return { document, became: 'refused', reason: 'has no id that is an IRI' };
  const author = authorOf(json) ?? `${new URL(id).origin}/users/author`;
  serial += 1;
  const activity: Json = {
    '@context': json['@context'],
    id: `${new URL(author).origin}/corpus/${serial}`,
    type: 'Create',
    actor: author,
    // Somebody here is concerned.
    to: [everybody, fixture.ann.iri],
    object: json,
  };
  return { document, ...(await send(author, activity)) };
}

const idOf = ({ json }: CorpusDocument): string | null => (isObject(json) ? iriOf(member(json, 'id')) : null);

/** Serves the document and its author at their own IRIs. */
function serve({ json }: CorpusDocument, id: string): void {
  const author = isObject(json) ? authorOf(json) : null;
  if (author !== null && author !== id) actorAt(author);
  serverFor(id).serve(requestedUrl(id), () => json as Json);
}

const chunks = <T>(all: T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, at) => all.slice(at * size, (at + 1) * size));

async function lookUp(document: CorpusDocument): Promise<Outcome> {
  const id = idOf(document);
  if (id === null) return { document, became: 'refused', reason: 'has no id that is an IRI' };

  serve(document, id);
  try {
    await loadItem(id, newBudget());
    return { document, became: 'understood', reason: '' };
  } catch (error) {
    // Any other error is a bug.
    if (failureOf(error) === null) throw error;
    return { document, became: 'refused', reason: (error as Error).message };
  }
}

describe.skipIf(folder === null)('documents of other servers', () => {
  const all = folder === null ? [] : listCorpus(folder);
  const documents = sampled(all, 12);

  test('the documents are there', () => {
    expect(all).toHaveLength(748);
  });

  test('a search for each URL neither fails nor waits without a result', async () => {
    const named = new Map(documents.map((document) => [idOf(document), document]));
    named.delete(null);
    const found: string[] = [];
    const search = async (id: string) => {
      const { status, body } = await as(fixture.ann).get(`/search?resolve=true&q=${encodeURIComponent(id)}`);
      expect(status).toBe(200);
      if (Object.values(body as Record<string, unknown[]>).some((each) => each.length > 0)) found.push(id);
    };
    const start = performance.now();
    for (const ids of chunks([...named.keys()] as string[], 12)) {
      for (const id of ids) serve(named.get(id)!, id);
      await withWorkers(() => Promise.all(ids.map(search)));
    }
    // Three seconds each it would take to wait in vain.
    expect(performance.now() - start).toBeLessThan(named.size * 1_500);
    expect(await failedJobs()).toEqual([]);
    process.stdout.write(`\nfound by search ${found.length} of ${named.size}\n`);
    expect(found.length).toBeGreaterThanOrEqual(scaled({ short: 5, full: 60 }));
  });

  test('each document is accepted by the inbox without an error', async () => {
    const fates: Outcome[] = [];
    for (const document of documents) fates.push(await deliver(document));
    process.stdout.write(table('sent to the inbox', fates));
    expectUnderstood(fates, leastSent);
    expect(fates.filter(({ became, reason }) => became !== 'understood' && reason.length < 5)).toEqual([]);
    expect(await failedJobs()).toEqual([]);
  });

  test('each account can be looked up without an error', async () => {
    const fates: Outcome[] = [];
    for (const document of documents) fates.push(await lookUp(document));
    await runFederationJobs();
    process.stdout.write(table('looked up', fates));
    expectUnderstood(fates, leastLookedUp);
    expect(fates.filter(({ became, reason }) => became !== 'understood' && reason.length < 5)).toEqual([]);
    expect(await failedJobs()).toEqual([]);
  });
});

function expectUnderstood(fates: Outcome[], least: Record<string, number>): void {
  expect(fates.filter(({ became }) => became === 'understood').length).toBeGreaterThan(fates.length / 8);
  if (!isFull) return;
  for (const [software, count] of Object.entries(least)) {
    const ours = fates.filter(({ document }) => document.software === software);
    expect(ours.filter(({ became }) => became === 'understood').length, software).toBeGreaterThanOrEqual(count);
  }
}

function table(title: string, fates: Outcome[]): string {
  const rows = [...Map.groupBy(fates, ({ document }) => document.software)].map(([software, ours]) => {
    const count = (became: Outcome['became']) =>
      String(ours.filter((fate) => fate.became === became).length).padStart(8);
    const reasons = [
      ...Map.groupBy(
        ours.filter(({ became }) => became !== 'understood'),
        ({ reason }) => reason,
      ),
    ]
      .toSorted(([, one], [, other]) => other.length - one.length)
      .slice(0, 6)
      .map(([reason, all]) => `${all.length} ${reason.slice(0, 60)}`);
    return `${software.padEnd(14)} ${count('understood')} ${count('dropped')} ${count('refused')}  ${reasons.join('; ')}`;
  });
  return `\n${title.padEnd(14)}   understood dropped refused\n${rows.join('\n')}\n`;
}
