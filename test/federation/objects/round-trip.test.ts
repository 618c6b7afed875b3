/** A Potluck server reads every field that another Potluck server sends. */
import { preloadedContexts } from '@fedify/fedify/runtime';
import jsonld from '@fedify/vocab-runtime/jsonld';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Eventable, Medium } from '../../../src/domain/items/eventable.ts';
import { context, withContext } from '../../../src/federation/json-ld/context.ts';
import type { JsonObject } from '../../../src/federation/json-ld/json.ts';
import { readObject, toObject } from '../../../src/federation/objects/object.ts';
import { hashtagsOf, toHashtags } from '../../../src/federation/objects/parts.ts';
import type { RemoteObject } from '../../../src/federation/objects/remote-object.ts';
import { iris } from '../../../src/lib/iris.ts';
import { anyItem } from '../../support/items.ts';
import { randomRuns } from '../../support/random-runs.ts';

const approvalOf = (item: Eventable) =>
  item.quoteIri === null ? null : `${iris.actor(1)}/quote_authorizations/${item.id}`;

const sent = (item: Eventable): JsonObject => {
  const quote = { state: 'accepted' as const, authorizationIri: approvalOf(item), item: null };
  return JSON.parse(JSON.stringify(withContext(toObject(item, { quote }))));
};

const toRemoteMedium = ({ key, description, contentType, width, height, blurhash }: Medium) => ({
  url: iris.medium(key),
  description,
  contentType,
  width,
  height,
  blurhash,
});

/** Its tags, as words, and the hashtags in its text. */
const hashtagsSent = (item: Eventable) => [
  ...new Set(toHashtags(hashtagsOf(item)).map(({ name }) => String(name).slice(1).toLowerCase())),
];

/** What another Potluck should know of the item. */
function asKnownRemotely(item: Eventable): RemoteObject {
  const cooked = item.type === 'status' ? null : item;
  return {
    type: item.type,
    iri: item.iri!,
    url: item.url,
    authorIri: item.account.iri!,
    visibility: item.visibility,
    name: item.name,
    content: item.content,
    contentHtml: item.contentHtml,
    locale: item.locale,
    sensitive: item.type === 'status' && item.sensitive,
    spoilerText: item.type === 'status' ? item.spoilerText : '',
    publishedAt: item.publishedAt,
    updatedAt: item.updatedAt > item.publishedAt ? item.updatedAt : null,
    inReplyToIri: item.type === 'status' ? item.inReplyToIri : null,
    contextIri: item.type === 'status' && item.inReplyToIri !== null ? null : `${item.iri}/context`,
    counts: { likes: item.likesCount, boosts: item.boostsCount, replies: item.repliesCount },
    ...(item.type === 'status' && { quoteIri: item.quoteIri, quoteAuthorizationIri: approvalOf(item) }),
    ...(item.type === 'status' && item.quoteIri !== null && { asksToQuote: true }),
    mentionedIris: item.mentions.map(({ iri }) => iri!),
    silentIris: [],
    tags: item.tags,
    hashtags: hashtagsSent(item),
    serving: cooked?.serving ?? null,
    servingType: cooked?.servingType ?? null,
    preparedAt: item.type === 'baking' || item.type === 'preparation' ? item.preparedAt : null,
    rating: item.type === 'baking' || item.type === 'preparation' ? item.rating : null,
    recipeIri: item.type === 'baking' || item.type === 'preparation' ? item.recipeIri : null,
    forkedFromIri: item.type === 'recipe' ? item.forkedFromIri : null,
    sourceUrl: item.type === 'recipe' ? item.sourceUrl : null,
    prepTime: item.type === 'recipe' ? item.prepTime : null,
    cookTime: item.type === 'recipe' ? item.cookTime : null,
    details: item.type === 'recipe' ? item.details : null,
    ingredients: cooked?.ingredients.map(({ id: _, position: __, ...ingredient }) => ingredient) ?? [],
    steps:
      cooked?.steps.map(({ name, content, duration, ingredientPositions, links }) => ({
        name,
        content,
        duration,
        ingredientPositions,
        links: links.map(({ iri, serving }) => ({ target: { iri: iri! }, serving })),
      })) ?? [],
    media: item.media.map(toRemoteMedium),
  };
}

test('no data is lost between two Potluck servers', () => {
  fc.assert(
    fc.property(anyItem, (item) => {
      expect(readObject(sent(item))).toEqual({ ok: true, value: asKnownRemotely(item) });
    }),
    randomRuns(400),
  );
});

test('nothing is lost when a server in between expands and compacts the JSON-LD', async () => {
  const documentLoader = async (url: string) => ({
    contextUrl: null,
    documentUrl: url,
    document: preloadedContexts[url],
  });

  await fc.assert(
    fc.asyncProperty(anyItem, async (item) => {
      const expanded = await jsonld.expand(sent(item), { documentLoader });
      const again = await jsonld.compact(expanded, context, { documentLoader });
      expect(readObject(again)).toEqual({ ok: true, value: asKnownRemotely(item) });
    }),
    randomRuns(60),
  );
});
