/** Everything that is sent, as it was read through. */
import jsonld from '@fedify/vocab-runtime/jsonld';
import { expect, test } from 'vitest';
import { context, loadKnownContext, withContext } from '../../../src/federation/json-ld/context.ts';
import type { JsonObject } from '../../../src/federation/json-ld/json.ts';
import { toActor } from '../../../src/federation/objects/actor.ts';
import {
  toOrderedCollection,
  toPage,
  toSharedCollection,
  toSharedPage,
} from '../../../src/federation/objects/collection.ts';
import { toObject } from '../../../src/federation/objects/object.ts';
import * as activities from '../../../src/federation/outgoing/activities.ts';
import { addIntegrityProof } from '../../../src/federation/sign/sign.ts';
import { textOf } from '../../../src/lib/html/html.ts';
import { iris } from '../../../src/lib/iris.ts';
import { ann } from '../../support/ann.ts';
import { asMastodonKeeps } from '../../support/mastodon-html.ts';
import {
  activity,
  at,
  baking,
  bob,
  collectionLink,
  edKey,
  instance,
  keys,
  keysOf,
  later,
  preparation,
  recipe,
  status,
  theirs,
} from './items-to-send.ts';

const announce = activities.toAnnounce(activity, ann, {
  objectIri: theirs.url,
  authorIri: bob.iri,
  visibility: 'public',
  at,
});

const quoting = { ...status, spoilerText: '', sensitive: false, inReplyToIri: null, quoteIri: theirs.url };
const quote = {
  state: 'accepted' as const,
  authorizationIri: 'https://elsewhere.example/approvals/4',
  item: null,
};
const requestedQuote = {
  requestIri: 'https://elsewhere.example/quotes/1',
  requesterIri: bob.iri,
  objectIri: recipe.iri!,
  instrumentIri: 'https://elsewhere.example/notes/2',
};

const shared = {
  id: 4,
  name: 'Friday pizza',
  description: 'What we bake when friends come',
  visibility: 'public' as const,
  iri: iris.collection(1, 4),
  url: iris.collectionPage('ann', 4),
  coverId: recipe.media[0]!.id,
  following: false,
  itemsCount: 120,
  followersCount: 3,
  createdAt: at,
  updatedAt: later,
  account: ann,
  cover: recipe.media[0]!,
};
const followedCollection = {
  followIri: activity,
  collectionIri: 'https://elsewhere.example/lists/1',
  ownerIri: bob.iri,
};

const sent: Record<string, JsonObject> = {
  'create-recipe': activities.toCreate(activity, recipe),
  'create-recipe-as-article': activities.toCreate(activity, { ...recipe, asArticle: true }),
  'create-preparation': activities.toCreate(activity, preparation),
  'create-baking': activities.toCreate(activity, baking, { recipe: theirs }),
  'create-status': activities.toCreate(activity, status, {
    replies: [
      { id: 13, iri: 'https://elsewhere.example/notes/4' },
      { id: 14, iri: iris.eventable('status', 1, 14) },
    ],
  }),
  'create-collection-link': activities.toCreate(activity, collectionLink),
  'create-direct-status': activities.toCreate(activity, {
    ...status,
    visibility: 'direct',
    spoilerText: '',
    sensitive: false,
  }),
  'update-recipe': activities.toUpdate(activity, { ...recipe, steps: [], ingredients: [], updatedAt: later }),
  'update-preparation': activities.toUpdate(activity, {
    ...preparation,
    visibility: 'public',
    updatedAt: later,
  }),
  'update-baking': activities.toUpdate(activity, { ...baking, updatedAt: later }, { recipe: theirs }),
  'update-status': activities.toUpdate(activity, { ...status, updatedAt: later }),
  'update-suspended-actor': activities.toUpdateActor(activity, { ...ann, avatarKey: 'k1', suspendedAt: later }, keys),
  'update-actor': activities.toUpdateActor(activity, ann, keys, { movedToIri: null }),
  delete: activities.toDelete(activity, ann, {
    objectIri: recipe.iri!,
    visibility: 'private',
    mentionedIris: [bob.iri],
    at,
  }),
  announce,
  'announce-with-proof': addIntegrityProof(announce, { iri: keys.ed25519.iri, privateKey: edKey }, at),
  'announce-own-private': activities.toAnnounce(activity, ann, {
    objectIri: recipe.iri!,
    authorIri: ann.iri!,
    visibility: 'private',
    at,
  }),
  'undo-announce': activities.toUndoAnnounce(activity, ann, `${activity}0`, {
    objectIri: theirs.url,
    authorIri: bob.iri,
    visibility: 'public',
  }),
  'delete-actor': activities.toDeleteActor(activity, ann, later),
  like: activities.toLike(activity, ann, theirs.url, bob.iri),
  'undo-like': activities.toUndoLike(activity, ann, `${activity}0`, {
    objectIri: theirs.url,
    authorIri: bob.iri,
  }),
  block: activities.toBlock(activity, ann, bob.iri),
  'undo-block': activities.toUndoBlock(activity, ann, `${activity}0`, bob.iri),
  follow: activities.toFollow(activity, ann, bob.iri),
  'undo-follow': activities.toUndoFollow(activity, ann, `${activity}0`, bob.iri),
  accept: activities.toAccept(activity, ann, 'https://elsewhere.example/follows/1', bob.iri),
  reject: activities.toReject(activity, ann, 'https://elsewhere.example/follows/1', bob.iri),
  'create-quote': activities.toCreate(activity, quoting, { quote }),
  'quote-request': activities.toQuoteRequest(
    activity,
    ann,
    { objectIri: theirs.url, authorIri: bob.iri },
    toObject(quoting, { quote: { ...quote, state: 'pending', authorizationIri: null } }),
  ),
  'accept-quote': activities.toAcceptQuote(activity, ann, requestedQuote, iris.quoteAuthorization(1, 21)),
  'reject-quote': activities.toRejectQuote(activity, ann, requestedQuote),
  'delete-quote-authorization': activities.toDeleteAuthorization(
    activity,
    ann,
    iris.quoteAuthorization(1, 21),
    bob.iri,
  ),
  'quote-authorization': withContext(
    activities.toQuoteAuthorization({
      iri: iris.quoteAuthorization(1, 21),
      authorIri: ann.iri!,
      instrumentIri: requestedQuote.instrumentIri,
      objectIri: recipe.iri!,
    }),
  ),
  add: activities.toAdd(activity, ann, recipe.iri!),
  remove: activities.toRemove(activity, ann, recipe.iri!),
  'shared-collection': withContext(toSharedCollection(shared)),
  'shared-collection-page': toSharedPage(
    `${shared.iri}?page=true`,
    [
      { iri: recipe.iri!, note: 'Start the day before' },
      { iri: theirs.url, note: '' },
    ],
    { partOf: shared.iri, totalItems: 120, next: `${shared.iri}?page=true&after=9` },
  ),
  'add-to-collection': activities.toCollectionChange('Add', activity, ann, shared, recipe.iri!),
  'remove-from-collection': activities.toCollectionChange('Remove', activity, ann, shared, recipe.iri!),
  'update-collection': activities.toUpdateCollection(activity, ann, shared),
  'delete-collection': activities.toDeleteCollection(activity, ann, {
    objectIri: shared.iri,
    isUnlisted: true,
  }),
  'follow-collection': activities.toFollowCollection(ann, followedCollection),
  'undo-follow-collection': activities.toUndoFollowCollection(`${activity}0`, ann, followedCollection),
  'accept-collection-follow': activities.toAcceptCollectionFollow(activity, ann, {
    followIri: 'https://elsewhere.example/follows/1',
    collectionIri: shared.iri,
    followerIri: bob.iri,
  }),
  move: activities.toMove(activity, ann, 'https://new.example/ann'),
  flag: activities.toFlag(activity, instance, [bob.iri, 'https://elsewhere.example/notes/3'], 'Rude'),
  'instance-actor': withContext(toActor(instance, keysOf(2))),
  'moved-actor': withContext(
    toActor(
      {
        ...ann,
        avatarKey: 'k1',
        avatarDescription: 'Ann, laughing',
        alsoKnownAs: ['https://old.example/ann'],
      },
      keys,
      { movedToIri: 'https://new.example/ann' },
    ),
  ),
  collection: toOrderedCollection(iris.followers(1), 250, `${iris.followers(1)}?page=true`),
  'collection-page': toPage(`${iris.followers(1)}?page=true`, {
    partOf: iris.followers(1),
    items: [bob.iri],
    totalItems: 250,
    next: `${iris.followers(1)}?page=true&before=9`,
  }),
};

test.each(Object.keys(sent))('%s is sent as it was read through', async (name) => {
  const contexts: unknown[] = [];
  const collect = (key: string, value: unknown) => (key === '@context' ? void contexts.push(value) : value);
  const text = JSON.stringify(sent[name], collect, 2);

  expect(contexts).toEqual('proof' in sent[name]! ? [context, context] : [context]);
  await expect(`${text}\n`).toMatchFileSnapshot(`__snapshots__/${name}.json`);
});

/** One block per line, so that a person can read it. */
const inLines = (html: string) => html.replaceAll(/(<\/(?:p|li|ul)>|<ul>)/g, '$1\n');

test.each(['create-recipe', 'create-baking', 'create-collection-link'])('Mastodon shows all of %s', async (name) => {
  const { content } = sent[name]!.object as { content: string };
  const kept = asMastodonKeeps(content);
  await expect(inLines(kept)).toMatchFileSnapshot(`__snapshots__/${name}.mastodon.html`);
  expect(textOf(kept)).toBe(textOf(content));
});

test('as linked data, a proof is separate and does not change the signed document', async () => {
  const expand = async (name: string) => (await jsonld.expand(sent[name], { documentLoader: loadKnownContext }))[0];
  const { 'https://w3id.org/security#proof': proof, ...rest } = await expand('announce-with-proof');

  expect(rest).toEqual(await expand('announce'));
  expect(proof[0]['@graph'][0]).toMatchObject({
    '@type': ['https://w3id.org/security#DataIntegrityProof'],
    'https://w3id.org/security#verificationMethod': [{ '@id': keys.ed25519.iri }],
    'https://w3id.org/security#proofPurpose': [{ '@id': 'https://w3id.org/security#assertionMethod' }],
    'http://purl.org/dc/terms/created': [{ '@value': '2026-03-01T10:00:00Z' }],
  });
});

test('as linked data an actor lists all its keys', async () => {
  const [actor] = await jsonld.expand(sent['moved-actor'], { documentLoader: loadKnownContext });
  expect(actor['https://w3id.org/security#assertionMethod']).toMatchObject([{ '@id': keys.ed25519.iri }]);
});

test('an embedded object has no context of its own', () => {
  expect(JSON.stringify(sent['create-recipe']).split('"@context"')).toHaveLength(2);
});

test('a draft cannot be sent', () => {
  expect(() => toObject({ ...baking, publication: 'draft' })).toThrow('draft 10');
});

test('a picture that is still being processed is not sent', () => {
  const pending = {
    ...recipe,
    media: recipe.media.map((medium) => ({ ...medium, state: 'pending' as const })),
  };
  expect(toObject(pending).attachment).toEqual([]);
});
