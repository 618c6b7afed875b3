/** Every operation of the API. */
import type { Route } from '../route.ts';
import { getAccountByIdOrUsername } from './accounts.ts';
import { avatar } from './avatar.ts';
import { bakings } from './bakings.ts';
import { blocks } from './blocks.ts';
import { boosts } from './boosts.ts';
import { collections } from './collections.ts';
import { followLists } from './follow-lists.ts';
import { followRequests } from './follow-requests.ts';
import { getAccountRelationships, postFollow, removeFollow } from './follows.ts';
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

export const routes: Route[] = [
  getRecipes,
  postRecipe,
  getRecipe,
  patchRecipe,
  removeRecipe,
  getRecipeLinks,
  getRecipeOfAccount,
  getStatuses,
  postStatus,
  getStatus,
  patchStatus,
  removeStatus,
  ...replies,
  ...boosts,
  ...likes,
  ...pins,
  ...blocks,
  ...collections,
  ...followLists,
  ...followRequests,
  ...ownAccount,
  ...move,
  postFollow,
  removeFollow,
  getAccountRelationships,
  getAccountByIdOrUsername,
  getTimeline,
  getAccountTimeline,
  getPublicTimeline,
  ...media,
  ...avatar,
  ...notifications,
  ...trending,
  postReport,
  getSearch,
  getInstance,
  ...preparations,
  ...bakings,
  ...recipeMedia,
];
