/** Routes on searches, the explore page, trends and hashtags. */
import { z } from '@hono/zod-openapi';
import { unfiltered } from '../domain/accounts/account.ts';
import { applyFilters, type FilterResults } from '../domain/filters/filters.ts';
import type { Eventable, EventableType, Recipe } from '../domain/items/eventable.ts';
import { listByIds, type WithQuote, withQuotes } from '../domain/items/read.ts';
import {
  exploreNames,
  exploreRecipes,
  listTrendingItems,
  listTrendingLocalAccounts,
  maxQuickTime,
} from '../domain/search/explore.ts';
import { findRecipes, findRecipesAtHand, maxAtHand, maxMatches } from '../domain/search/recipes.ts';
import { isName, search } from '../domain/search/search.ts';
import {
  followTag,
  getTag,
  getTagName,
  listFollowedTags,
  maxFollowedTags,
  maxUses,
  type Tag,
  unfollowTag,
} from '../domain/tags/tags.ts';
import { booleanQuery, eventableTypeInput, line, listQuery, tagParams, text } from '../http/input/fields.ts';
import { recipeSearchFields, toRecipeSearch } from '../http/input/recipe.ts';
import { linkHeader, neighbourUrls, pageFields, rankedQuery, toRankedPage, withExtraRow } from '../http/pagination.ts';
import { type Route, route } from '../http/route.ts';
import { namedSchema, schemaExample } from '../http/schema.ts';
import { eventableKinds, iris } from '../lib/iris.ts';
import { collectionOutput, toCollectionOutput } from './collections.ts';
import { cookedOutputs, toCookedOutput } from './cooked.ts';
import { accountOutput, toAccountOutput, toFiltered } from './output.ts';
import { recipeOutput, toRecipeOutput } from './recipes.ts';
import { statusOutput, toStatusOutput } from './statuses.ts';
import { filteredItems, toFilteredRankedPage } from './timelines.ts';

// Serialises hashtags

const tagOutput = namedSchema(
  'tag_output',
  z.object({
    name: z.string().openapi({ description: 'In lower case, without `#`' }),
    url: z.url(),
    uses: z.int().openapi({
      description: `Public items of the last 7 days, counted up to ${maxUses}`,
    }),
    following: z.boolean(),
  }),
  { name: 'pizza', url: 'https://cook.example/tags/pizza', uses: 3, following: true },
);

const toTagOutput = ({ tag, uses, following }: Tag): z.output<typeof tagOutput> => ({
  name: tag,
  url: iris.tag(tag),
  uses,
  following,
});

// Searches accounts and items by words, and recipes by ingredients and facts

const kind = z
  .union([z.literal('account'), z.literal('Account').transform(() => 'account' as const), eventableTypeInput])
  .optional()
  .openapi({
    type: 'string',
    enum: ['account', ...eventableKinds],
    description: 'Only results of this type',
    example: 'recipe',
  });

type ItemOfType<Type extends EventableType> = Extract<WithQuote<Eventable>, { type: Type }>;

const listByType =
  (items: WithQuote<Eventable>[], results: FilterResults) =>
  <Type extends EventableType, Output>(type: Type, toOutput: (item: ItemOfType<Type>) => Output): Output[] =>
    items
      .filter((item): item is ItemOfType<Type> => item.type === type && !results.hides(item))
      .map((item) => ({ ...toOutput(item), ...toFiltered(results.of(item)) }));

const values = z.array(z.object({ value: z.string(), count: z.int() }));

const facets = z.object({
  tags: values,
  categories: values,
  cuisines: values,
  diets: values,
  languages: values,
  max_times: z.array(z.object({ minutes: z.int(), count: z.int() })),
  with_photo: z.int(),
});

export const searches: Route[] = [
  route({
    method: 'get',
    path: '/search',
    summary: 'Search accounts and items by words, address or URL',
    details: 'With `resolve`, an address or URL is looked up on its server, which may take seconds.',
    scope: 'read',
    rule: 'any account. Finds public items, the caller’s own, and private items of accounts the caller follows',
    query: z.object({
      q: line(200).openapi({
        description: 'Words, an address such as `@bo@other.example`, or a URL',
        example: 'pizza',
      }),
      type: kind,
      resolve: booleanQuery.openapi({ description: 'Look up an address or URL on other servers' }),
      limit: pageFields.limit,
    }),
    response: namedSchema(
      'search_output',
      z.object({
        accounts: z.array(accountOutput),
        recipes: z.array(recipeOutput),
        preparations: z.array(cookedOutputs.preparation),
        bakings: z.array(cookedOutputs.baking),
        statuses: z.array(statusOutput),
        collections: z.array(collectionOutput).openapi({ description: 'Found by URL only' }),
      }),
      {
        accounts: [],
        recipes: [schemaExample(recipeOutput)],
        preparations: [],
        bakings: [],
        statuses: [],
        collections: [],
      },
    ),
    looksUp: ({ query: { q, resolve } }) => resolve && isName(q),
    handler: async ({ caller, viewer, query: { q, type, resolve, limit } }) => {
      const found = await search(caller.accountId, { query: q, type: type ?? null, resolve, isWidened: true, limit });
      const items = await withQuotes(found.items, viewer);
      // People who ask for an item by its address want to see it.
      const lists = isName(q) ? unfiltered(viewer) : viewer;
      const results = await applyFilters(items, lists, 'public');
      const ofType = listByType(items, results);
      return {
        accounts: found.accounts.map((account) => toAccountOutput(account)),
        recipes: ofType('recipe', toRecipeOutput),
        preparations: ofType('preparation', toCookedOutput),
        bakings: ofType('baking', toCookedOutput),
        statuses: ofType('status', toStatusOutput),
        collections: found.collections.map(toCollectionOutput),
      };
    },
  }),
  route({
    method: 'get',
    path: '/search/recipes',
    summary: 'Search recipes by words, ingredients and facts',
    details:
      `At most ${maxMatches} matches are counted and listed. If there are more, \`total_is_capped\` is true ` +
      `and all counts are lower bounds. Ingredients are found in the singular or plural and by common names in ` +
      `other languages: \`leek\` finds \`2 Stangen Lauch\`. Words in quotation marks are found as they are. Others are ` +
      `also found as parts of words, after the exact matches. If there is no match, typing errors are corrected, and ` +
      `\`corrected_q\` has the words that were searched for. With \`at_hand\`, the recipes of which most ingredients ` +
      `are at hand come first, whatever \`sort\` says.`,
    scope: 'public',
    rule: 'anyone. Finds public recipes, the caller’s own, and private recipes of accounts the caller follows',
    query: z.object({
      ...recipeSearchFields,
      at_hand: listQuery('Ingredients at hand. Finds recipes with any of them', 'flour', maxAtHand),
      limit: rankedQuery.shape.limit,
      offset: rankedQuery.shape.offset,
    }),
    response: namedSchema(
      'recipe_search_output',
      z.object({
        recipes: z.array(recipeOutput),
        total: z.int(),
        total_is_capped: z.boolean(),
        next: z.url().nullable().openapi({ description: 'The next page' }),
        prev: z.url().nullable().openapi({ description: 'The previous page' }),
        corrected_q: z.string().nullable().openapi({
          description: 'What was searched for instead of `q`, which found nothing. Null if it was searched as it is',
        }),
        at_hand: z
          .array(
            z.object({
              recipe_id: z.int(),
              present: z.array(z.string()).openapi({ description: 'Its ingredients that are at hand' }),
              missing: z.array(z.string()).openapi({ description: 'The others' }),
            }),
          )
          .openapi({ description: 'One entry for each recipe of the page, empty without the parameter `at_hand`' }),
        facets,
      }),
      {
        recipes: [schemaExample(recipeOutput)],
        total: 1,
        total_is_capped: false,
        next: null,
        prev: null,
        corrected_q: null,
        at_hand: [],
        facets: {
          tags: [{ value: 'vegan', count: 1 }],
          categories: [{ value: 'soup', count: 1 }],
          cuisines: [],
          diets: [],
          languages: [{ value: 'en', count: 1 }],
          max_times: [{ minutes: 60, count: 1 }],
          with_photo: 1,
        },
      },
    ),
    handler: async ({ viewer, url, query: { limit, offset, at_hand: atHand, ...input } }) => {
      const search = { ...toRecipeSearch(input), limit, offset };
      const found =
        atHand.length > 0
          ? await findRecipesAtHand({ ...search, atHand }, viewer)
          : { ...(await findRecipes(search, viewer)), atHand: [] };
      const { maxTimes, withPhoto, ...terms } = found.facets;
      const recipes = (await listByIds(found.ids, viewer)) as Recipe[];
      return {
        recipes: await filteredItems(recipes, viewer, 'public', toRecipeOutput),
        total: found.total,
        total_is_capped: found.isCapped,
        ...neighbourUrls(url, { limit, offset }, offset + limit < found.total),
        corrected_q: found.corrected,
        at_hand: found.atHand.map(({ recipeId, present, missing }) => ({ recipe_id: recipeId, present, missing })),
        facets: { ...terms, max_times: maxTimes, with_photo: withPhoto },
      };
    },
  }),
];

// Lists recipes to discover

export const explore: Route[] = [
  route({
    method: 'get',
    path: '/explore/recipes',
    summary: 'List recipes to discover',
    details:
      `\`new\` and \`category\` have the newest recipes first. \`quick\` has those that take at most ` +
      `${maxQuickTime} minutes, newest first. \`popular\` has those that were cooked, liked and boosted most ` +
      `in the last 7 days. The \`Link\` header has the next page.`,
    scope: 'public',
    rule:
      'anyone. Finds what a search finds: public recipes, the caller’s own, and private recipes of accounts ' +
      'the caller follows',
    query: z.object({
      ...rankedQuery.shape,
      list: z.enum(exploreNames).default('new').openapi({ description: 'Which recipes', example: 'quick' }),
      category: text(100).default('').openapi({
        description: 'For the list `category`, as `category` of recipes. Case does not matter.',
        example: 'soup',
      }),
    }),
    response: z.array(recipeOutput),
    handler: async ({ viewer, query, url }) => {
      const { list: name, category } = query;
      const { ids, hasMore } = await exploreRecipes({ name, category }, viewer, query);
      const recipes = (await listByIds(ids, viewer)) as Recipe[];
      const link = linkHeader(neighbourUrls(url, query, hasMore));
      return { items: await filteredItems(recipes, viewer, 'public', toRecipeOutput), link };
    },
  }),
];

// Lists trending items and accounts

const rule = 'anyone. Items of accounts that block the viewer, or are blocked, are left out';

export const trending: Route[] = [
  route({
    method: 'get',
    path: '/recommendations/trending/recipe',
    summary: 'List trending recipes',
    details:
      'The score counts each like of the last 7 days once, each boost twice and each time cooked three times. ' +
      'It decreases with age and is updated regularly.',
    scope: 'public',
    rule,
    query: rankedQuery,
    response: z.array(recipeOutput),
    handler: async (call) =>
      toFilteredRankedPage(
        await listTrendingItems('recipe', call.viewer, withExtraRow(call.query)),
        call,
        toRecipeOutput,
      ),
  }),
  route({
    method: 'get',
    path: '/recommendations/trending/preparation',
    summary: 'List trending preparations',
    details:
      'The score counts each like of the last 7 days once and each boost twice. It decreases with age and is ' +
      'updated regularly.',
    scope: 'public',
    rule,
    query: rankedQuery,
    response: z.array(cookedOutputs.preparation),
    handler: async (call) =>
      toFilteredRankedPage(
        await listTrendingItems('preparation', call.viewer, withExtraRow(call.query)),
        call,
        toCookedOutput,
      ),
  }),
  route({
    method: 'get',
    path: '/recommendations/trending/status',
    summary: 'List trending statuses',
    details:
      'The score counts each like of the last 7 days once and each boost twice. It decreases with age and is ' +
      'updated regularly.',
    scope: 'public',
    rule,
    query: rankedQuery,
    response: z.array(statusOutput),
    handler: async (call) => {
      const statuses = await listTrendingItems('status', call.viewer, withExtraRow(call.query));
      return toFilteredRankedPage(await withQuotes(statuses, call.viewer), call, toStatusOutput);
    },
  }),
  route({
    method: 'get',
    path: '/recommendations/trending/account',
    summary: 'List trending local accounts',
    details: 'Ranked by new followers of the last 7 days and the scores of their items.',
    scope: 'public',
    rule: 'anyone. Accounts that block the viewer, or are blocked, are left out',
    query: rankedQuery,
    response: z.array(accountOutput),
    handler: async (call) =>
      toRankedPage(await listTrendingLocalAccounts(call.viewer, withExtraRow(call.query)), call, (account) =>
        toAccountOutput(account),
      ),
  }),
];

// Reads, follows and unfollows hashtags, and lists the followed ones

export const tags: Route[] = [
  route({
    method: 'get',
    path: '/tags/{tag}',
    summary: 'Get a hashtag',
    details: 'Every word is a hashtag, also if nothing has it.',
    scope: 'public',
    optionalScope: 'account:read',
    rule: 'anyone',
    params: tagParams,
    response: tagOutput,
    handler: async ({ params, viewer }) => toTagOutput(await getTag(getTagName(params.tag), viewer)),
  }),
  route({
    method: 'post',
    path: '/tags/{tag}/follow',
    summary: 'Follow a hashtag',
    details:
      `Public items with the hashtag enter the home timeline from now on, without replies. At most ` +
      `${maxFollowedTags} hashtags. Repeating the request has no effect.`,
    scope: 'account:write',
    rule: 'any account',
    params: tagParams,
    status: 201,
    response: tagOutput,
    errors: ['validation_failed'],
    handler: async ({ caller, params, viewer }) => {
      const tag = getTagName(params.tag);
      await followTag(caller.accountId, tag);
      return toTagOutput(await getTag(tag, viewer));
    },
  }),
  route({
    method: 'delete',
    path: '/tags/{tag}/follow',
    summary: 'Unfollow a hashtag. No effect if it is not followed.',
    details: 'Items that were in the home timeline only because of the hashtag leave it.',
    scope: 'account:write',
    rule: 'the follower',
    params: tagParams,
    handler: ({ caller, params }) => unfollowTag(caller.accountId, getTagName(params.tag)),
  }),
  route({
    method: 'get',
    path: '/followed_tags',
    summary: `List the hashtags that the caller follows, in alphabetical order. At most ${maxFollowedTags}.`,
    scope: 'account:read',
    rule: 'the account’s owner',
    response: z.array(tagOutput),
    handler: async ({ caller }) => (await listFollowedTags(caller.accountId)).map(toTagOutput),
  }),
];
