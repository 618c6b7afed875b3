/** Lists the sections of the API with their routes. */
import { accounts } from './accounts.ts';
import { collections } from './collections.ts';
import { cookedRoutes } from './cooked.ts';
import { explore, searches, tags, trending } from './discovery.ts';
import { filters } from './filters.ts';
import { imports } from './imports.ts';
import { instance } from './instance.ts';
import { boosts, likes, pins, quotesAndReplies } from './interactions.ts';
import { media } from './media.ts';
import { moderation } from './moderation.ts';
import { notifications } from './notifications.ts';
import type { Section } from './openapi.ts';
import { recipeRelated } from './recipe-related.ts';
import { recipes } from './recipes.ts';
import { relationships } from './relationships.ts';
import { shoppingList } from './shopping-list.ts';
import { statuses } from './statuses.ts';
import { timelines } from './timelines.ts';

export const sections: Section[] = [
  {
    name: 'Recipes',
    description: 'Ingredients and steps, which may link to other items',
    routes: [...recipes, ...recipeRelated],
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
    routes: [...statuses, ...quotesAndReplies],
  },
  { name: 'Boosts', description: 'Sharing an item with followers', routes: boosts },
  { name: 'Likes', description: 'Liking items', routes: likes },
  { name: 'Pins', description: 'Items pinned to a profile', routes: pins },
  { name: 'Media', description: 'Pictures of items', routes: media },
  {
    name: 'Collections',
    description: 'Ordered lists of items, private or shared',
    routes: collections,
  },
  {
    name: 'Shopping',
    description: 'Ingredients of recipes and lines of the caller’s own, merged and sorted by aisle',
    routes: shoppingList,
  },
  {
    name: 'Accounts',
    description: 'Local and remote accounts, and the caller’s own account',
    routes: [...accounts, ...moderation],
  },
  {
    name: 'Relationships',
    description: 'Follows, follow requests, blocks and mutes',
    routes: relationships,
  },
  {
    name: 'Timelines',
    description: 'Published and boosted items, newest first',
    routes: timelines,
  },
  { name: 'Hashtags', description: 'Hashtags of public items, which can be followed', routes: tags },
  { name: 'Trends', description: 'What is popular this week', routes: trending },
  { name: 'Explore', description: 'Recipes to discover', routes: explore },
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
  { name: 'Search', description: 'Searching accounts and items', routes: searches },
  { name: 'Server', description: 'Description, rules and limits of this server', routes: instance },
];

export const routes = sections.flatMap((section) => section.routes);
