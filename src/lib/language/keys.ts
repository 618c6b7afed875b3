/** The keys of all messages, from the files of the English catalogue: `recipe.cook` is `cook` in `recipe.json`. */
import type collections from '../../messages/en/collections.json';
import type common from '../../messages/en/common.json';
import type cook from '../../messages/en/cook.json';
import type cooked from '../../messages/en/cooked.json';
import type difference from '../../messages/en/difference.json';
import type errors from '../../messages/en/errors.json';
import type explore from '../../messages/en/explore.json';
import type feeds from '../../messages/en/feeds.json';
import type forks from '../../messages/en/forks.json';
import type frontPage from '../../messages/en/front-page.json';
import type history from '../../messages/en/history.json';
import type home from '../../messages/en/home.json';
import type intents from '../../messages/en/intents.json';
import type language from '../../messages/en/language.json';
import type mail from '../../messages/en/mail.json';
import type notifications from '../../messages/en/notifications.json';
import type nutrition from '../../messages/en/nutrition.json';
import type post from '../../messages/en/post.json';
import type profile from '../../messages/en/profile.json';
import type reading from '../../messages/en/reading.json';
import type recipe from '../../messages/en/recipe.json';
import type reviews from '../../messages/en/reviews.json';
import type search from '../../messages/en/search.json';
import type settings from '../../messages/en/settings.json';
import type shopping from '../../messages/en/shopping.json';
import type site from '../../messages/en/site.json';
import type tags from '../../messages/en/tags.json';
import type time from '../../messages/en/time.json';
import type welcome from '../../messages/en/welcome.json';
import type write from '../../messages/en/write.json';

interface Namespaces {
  collections: typeof collections;
  common: typeof common;
  cook: typeof cook;
  cooked: typeof cooked;
  difference: typeof difference;
  errors: typeof errors;
  explore: typeof explore;
  feeds: typeof feeds;
  forks: typeof forks;
  'front-page': typeof frontPage;
  history: typeof history;
  home: typeof home;
  intents: typeof intents;
  language: typeof language;
  mail: typeof mail;
  notifications: typeof notifications;
  nutrition: typeof nutrition;
  post: typeof post;
  profile: typeof profile;
  reading: typeof reading;
  recipe: typeof recipe;
  reviews: typeof reviews;
  search: typeof search;
  settings: typeof settings;
  shopping: typeof shopping;
  site: typeof site;
  tags: typeof tags;
  time: typeof time;
  welcome: typeof welcome;
  write: typeof write;
}

export type MessageKey = {
  [Name in keyof Namespaces]: `${Name}.${keyof Namespaces[Name] & string}`;
}[keyof Namespaces];
