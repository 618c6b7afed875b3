/** Validates the usernames of local accounts. */
import { invalid } from '../../lib/errors.ts';
import { t } from '../../lib/language/text.ts';

const pattern = /^[a-z0-9_]{1,30}$/;

/** Names that collide with pages and paths, or that readers would mistake for the server itself. */
const reserved = new Set(
  `about account accounts actor admin administrator api assets auth explore help home inbox info instance login logout me media
   moderator nodeinfo oauth outbox postmaster potluck public register root search security settings setup support system
   tags timeline trending users webmaster well_known www`.split(/\s+/),
);

/** Throws validation_failed on `name`. */
export function checkUsername(username: string): void {
  if (username === '') throw invalid('name', t('errors.blank'));
  if (!pattern.test(username)) throw invalid('name', t('errors.username-characters'));
  if (/^[0-9]+$/.test(username)) throw invalid('name', t('errors.username-all-digits'));
  if (reserved.has(username)) throw invalid('name', t('errors.username-reserved'));
}
