/** Lists every operation of the API by section. */
import type { Section } from '../openapi/document.ts';
import { accountDomainBlocks } from './account-domain-blocks.ts';
import { getAccountByIdOrUsername } from './accounts.ts';
import { blocks } from './blocks.ts';
import { boosts } from './boosts.ts';
import { collections } from './collections.ts';
import { cookedRoutes } from './cooked.ts';
import { getExploreRecipes } from './explore.ts';
import { filters } from './filters.ts';
import { followLists } from './follow-lists.ts';
import { followRequests } from './follow-requests.ts';
import { getAccountRelationships, postFollow, removeFollow } from './follows.ts';
import { forks } from './forks.ts';
import { imports } from './imports.ts';
import { getInstance } from './instance.ts';
import { likes } from './likes.ts';
import { media } from './media.ts';
import { moderationDecisions } from './moderation-decisions.ts';
import { move } from './move.ts';
import { mutes, threadMutes } from './mutes.ts';
import { notifications } from './notifications.ts';
import { ownAccount } from './own-account.ts';
import { pins } from './pins.ts';
import { privateNotes } from './private-notes.ts';
import { profilePictures } from './profile-pictures.ts';
import { removeQuote } from './quotes.ts';
import { recipeMedia } from './recipe-media.ts';
import { getRecipeSearch } from './recipe-search.ts';
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
import { replies } from './replies.ts';
import { postReport } from './reports.ts';
import { getRecipeReviews } from './reviews.ts';
import { revisions } from './revisions.ts';
import { getSearch } from './search.ts';
import { sharedCollections } from './shared-collections.ts';
import { shoppingList } from './shopping-list.ts';
import { getStatus, getStatuses, patchStatus, postStatus, removeStatus } from './statuses.ts';
import { getTagTimeline, tags } from './tags.ts';
import { getAccountTimeline, getPublicTimeline, getTimeline } from './timelines.ts';
import { trending } from './trending.ts';

export const sections: Section[] = [
  {
    name: 'Recipes',
    description: 'Ingredients and steps, which may link to other items',
    routes: [
      ...[getRecipes, postRecipe, getRecipe, patchRecipe, removeRecipe],
      ...[publishRecipe, unpublishRecipe],
      ...[getRecipeLinks, getRecipeOfAccount, ...recipeMedia, getRecipeReviews],
      ...[...revisions, ...forks, ...privateNotes],
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
    routes: [
      ...[...ownAccount, ...profilePictures, ...move],
      ...[getAccountByIdOrUsername, postReport, ...moderationDecisions],
    ],
  },
  {
    name: 'Relationships',
    description: 'Follows, follow requests, blocks and mutes',
    routes: [
      ...[postFollow, removeFollow, getAccountRelationships],
      ...[...followLists, ...followRequests, ...blocks],
      ...[...mutes, ...threadMutes, ...accountDomainBlocks],
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
