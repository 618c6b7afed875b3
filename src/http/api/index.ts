/** Every operation of the API. */
import type { Section } from '../openapi/document.ts';
import { getAccountByIdOrUsername } from './accounts.ts';
import { avatar } from './avatar.ts';
import { bakings } from './bakings.ts';
import { blocks } from './blocks.ts';
import { boosts } from './boosts.ts';
import { collections } from './collections.ts';
import { followLists } from './follow-lists.ts';
import { followRequests } from './follow-requests.ts';
import { getAccountRelationships, postFollow, removeFollow } from './follows.ts';
import { imports } from './imports.ts';
import { getInstance } from './instance.ts';
import { likes } from './likes.ts';
import { media } from './media.ts';
import { move } from './move.ts';
import { notifications } from './notifications.ts';
import { ownAccount } from './own-account.ts';
import { pins } from './pins.ts';
import { preparations } from './preparations.ts';
import { recipeMedia } from './recipe-media.ts';
import {
  getRecipe,
  getRecipeLinks,
  getRecipeOfAccount,
  getRecipes,
  patchRecipe,
  postRecipe,
  removeRecipe,
} from './recipes.ts';
import { replies } from './replies.ts';
import { postReport } from './reports.ts';
import { getSearch } from './search.ts';
import { getStatus, getStatuses, patchStatus, postStatus, removeStatus } from './statuses.ts';
import { getAccountTimeline, getPublicTimeline, getTimeline } from './timelines.ts';
import { trending } from './trending.ts';

export const sections: Section[] = [
  {
    name: 'Recipes',
    about: 'What to cook: ingredients and steps, which may link to other items',
    routes: [
      ...[getRecipes, postRecipe, getRecipe, patchRecipe, removeRecipe],
      ...[getRecipeLinks, getRecipeOfAccount, ...recipeMedia],
    ],
  },
  {
    name: 'Imports',
    about: 'Recipes from other programs and pages, shown before they are made',
    routes: imports,
  },
  { name: 'Preparations', about: 'What was cooked, after a recipe or without one', routes: preparations },
  { name: 'Bakings', about: 'What was cooked after a recipe', routes: bakings },
  {
    name: 'Statuses',
    about: 'Short posts, and the conversations they make',
    routes: [getStatuses, postStatus, getStatus, patchStatus, removeStatus, ...replies],
  },
  { name: 'Boosts', about: 'Showing an item to one’s followers', routes: boosts },
  { name: 'Likes', about: 'Telling an author that an item is liked', routes: likes },
  { name: 'Pins', about: 'What an account shows before its timeline', routes: pins },
  { name: 'Media', about: 'Pictures of items', routes: media },
  { name: 'Collections', about: 'Items that one keeps together, for oneself', routes: collections },
  {
    name: 'Accounts',
    about: 'People, here and on other servers, and the caller’s own account',
    routes: [...ownAccount, ...avatar, ...move, getAccountByIdOrUsername, postReport],
  },
  {
    name: 'Relationships',
    about: 'Follows, follow requests and blocks',
    routes: [
      ...[postFollow, removeFollow, getAccountRelationships],
      ...[...followLists, ...followRequests, ...blocks],
    ],
  },
  {
    name: 'Timelines',
    about: 'Events: what was published and boosted, newest first',
    routes: [getTimeline, getAccountTimeline, getPublicTimeline],
  },
  { name: 'Trends', about: 'What is liked, boosted and cooked these days, best first', routes: trending },
  { name: 'Notifications', about: 'What concerns the caller', routes: notifications },
  { name: 'Search', about: 'Accounts and items by words, address or URL', routes: [getSearch] },
  { name: 'Server', about: 'What this server is and allows', routes: [getInstance] },
];

export const routes = sections.flatMap((section) => section.routes);
