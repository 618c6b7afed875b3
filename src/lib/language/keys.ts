/** The keys of all messages, from the files of the English catalogue: `recipe.cook` is `cook` in `recipe.json`. */
import type actions from '../../messages/en/actions.json';
import type common from '../../messages/en/common.json';
import type decisions from '../../messages/en/decisions.json';
import type doctor from '../../messages/en/doctor.json';
import type errorPage from '../../messages/en/error-page.json';
import type errors from '../../messages/en/errors.json';
import type instance from '../../messages/en/instance.json';
import type items from '../../messages/en/items.json';
import type language from '../../messages/en/language.json';
import type mail from '../../messages/en/mail.json';
import type mailLists from '../../messages/en/mail-lists.json';
import type notices from '../../messages/en/notices.json';
import type passkey from '../../messages/en/passkey.json';
import type progress from '../../messages/en/progress.json';
import type rating from '../../messages/en/rating.json';
import type reading from '../../messages/en/reading.json';
import type scopes from '../../messages/en/scopes.json';
import type settings from '../../messages/en/settings.json';
import type site from '../../messages/en/site.json';
import type time from '../../messages/en/time.json';
import type visibility from '../../messages/en/visibility.json';

interface Namespaces {
  actions: typeof actions;
  common: typeof common;
  decisions: typeof decisions;
  doctor: typeof doctor;
  'error-page': typeof errorPage;
  errors: typeof errors;
  instance: typeof instance;
  items: typeof items;
  language: typeof language;
  mail: typeof mail;
  'mail-lists': typeof mailLists;
  notices: typeof notices;
  passkey: typeof passkey;
  progress: typeof progress;
  rating: typeof rating;
  reading: typeof reading;
  scopes: typeof scopes;
  settings: typeof settings;
  site: typeof site;
  time: typeof time;
  visibility: typeof visibility;
}

export type MessageKey = {
  [Name in keyof Namespaces]: `${Name}.${keyof Namespaces[Name] & string}`;
}[keyof Namespaces];
