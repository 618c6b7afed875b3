/** Lists the sections of the API with their routes. */
import { followLists, getAccountByIdOrUsername, move, ownAccount, profilePictures } from './accounts.ts';
import { collections, sharedCollections } from './collections.ts';
import { cookedRoutes } from './cooked.ts';
import { getExploreRecipes, getRecipeSearch, getSearch, getTagTimeline, tags, trending } from './discovery.ts';
import { filters } from './filters.ts';
import { imports } from './imports.ts';
import { getInstance } from './instance.ts';
import { boosts, likes, pins, removeQuote, replies } from './interactions.ts';
import { media } from './media.ts';
import { moderationDecisions, postReport } from './moderation.ts';
import { notifications } from './notifications.ts';
import type { Section } from './openapi.ts';
import { forks, getRecipeReviews, privateNotes, recipeMedia } from './recipe-related.ts';
import {
  getRecipe,
  getRecipeLinks,
  getRecipeOfAccount,
  getRecipes,
  patchRecipe,
  postRecipe,
  publishRecipe,
  removeRecipe,
  unpublishRecipe,
} from './recipes.ts';
import {
  accountDomainBlocks,
  blocks,
  followRequests,
  getAccountRelationships,
  mutes,
  postFollow,
  removeFollow,
  threadMutes,
} from './relationships.ts';
import { revisions } from './revisions.ts';
import { shoppingList } from './shopping-list.ts';
import { getStatus, getStatuses, patchStatus, postStatus, removeStatus } from './statuses.ts';
import { getAccountTimeline, getPublicTimeline, getTimeline } from './timelines.ts';

export const sections: Section[] = [
  {
    name: 'Recipes',
    description: 'Ingredients and steps, which may link to other items',
    routes: [
      getRecipes,
      postRecipe,
      getRecipe,
      patchRecipe,
      removeRecipe,
      publishRecipe,
      unpublishRecipe,
      getRecipeLinks,
      getRecipeOfAccount,
      ...recipeMedia,
      getRecipeReviews,
      ...revisions,
      ...forks,
      ...privateNotes,
    ],
  },
  {
    name: 'Imports',
    description: 'Recipes from other apps and web pages, with a preview before they are saved',
    routes: imports,
  },
  {
    name: 'Preparations',
    description: 'Items cooked with or without a recipe',
    routes: cookedRoutes('preparation'),
  },
  { name: 'Bakings', description: 'Items cooked from a recipe', routes: cookedRoutes('baking') },
  {
    name: 'Statuses',
    description: 'Short posts and their replies',
    routes: [getStatuses, postStatus, getStatus, patchStatus, removeStatus, removeQuote, ...replies],
  },
  { name: 'Boosts', description: 'Sharing an item with followers', routes: boosts },
  { name: 'Likes', description: 'Liking items', routes: likes },
  { name: 'Pins', description: 'Items pinned to a profile', routes: pins },
  { name: 'Media', description: 'Pictures of items', routes: media },
  {
    name: 'Collections',
    description: 'Ordered lists of items, private or shared',
    routes: [...collections, ...sharedCollections],
  },
  {
    name: 'Shopping',
    description: 'Ingredients of recipes and lines of the caller’s own, merged and sorted by aisle',
    routes: shoppingList,
  },
  {
    name: 'Accounts',
    description: 'Local and remote accounts, and the caller’s own account',
    routes: [...ownAccount, ...profilePictures, ...move, getAccountByIdOrUsername, postReport, ...moderationDecisions],
  },
  {
    name: 'Relationships',
    description: 'Follows, follow requests, blocks and mutes',
    routes: [
      postFollow,
      removeFollow,
      getAccountRelationships,
      ...followLists,
      ...followRequests,
      ...blocks,
      ...mutes,
      ...threadMutes,
      ...accountDomainBlocks,
    ],
  },
  {
    name: 'Timelines',
    description: 'Published and boosted items, newest first',
    routes: [getTimeline, getAccountTimeline, getPublicTimeline, getTagTimeline],
  },
  { name: 'Hashtags', description: 'Hashtags of public items, which can be followed', routes: tags },
  { name: 'Trends', description: 'What is popular this week', routes: trending },
  { name: 'Explore', description: 'Recipes to discover', routes: [getExploreRecipes] },
  {
    name: 'Notifications',
    description: 'Follows, mentions, replies, quotes, likes, boosts and changed recipes for the caller',
    routes: notifications,
  },
  {
    name: 'Filters',
    description: 'Words that the caller does not want to read',
    routes: filters,
  },
  { name: 'Search', description: 'Searching accounts and items', routes: [getSearch, getRecipeSearch] },
  { name: 'Server', description: 'Description, rules and limits of this server', routes: [getInstance] },
];

export const routes = sections.flatMap((section) => section.routes);
