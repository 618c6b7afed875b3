/** The keys of all messages, from the files of the English catalogue: `recipe.cook` is `cook` in `recipe.json`. */
import type common from '../../messages/en/common.json';
import type errors from '../../messages/en/errors.json';
import type language from '../../messages/en/language.json';
import type mail from '../../messages/en/mail.json';
import type migration from '../../messages/en/migration.json';
import type reading from '../../messages/en/reading.json';
import type settings from '../../messages/en/settings.json';
import type site from '../../messages/en/site.json';
import type time from '../../messages/en/time.json';

interface Namespaces {
  common: typeof common;
  errors: typeof errors;
  language: typeof language;
  mail: typeof mail;
  migration: typeof migration;
  reading: typeof reading;
  settings: typeof settings;
  site: typeof site;
  time: typeof time;
}

export type MessageKey = {
  [Name in keyof Namespaces]: `${Name}.${keyof Namespaces[Name] & string}`;
}[keyof Namespaces];
