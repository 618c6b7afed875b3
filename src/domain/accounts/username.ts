/** Validates the usernames of local accounts. */
import { invalid } from '../../lib/errors.ts';

const pattern = /^[a-z0-9_]{1,30}$/;

/** Names that collide with pages and paths, or that readers would mistake for the server itself. */
const reserved = new Set(
  `about account accounts actor admin administrator api assets auth explore help home inbox info instance login logout me media
   moderator nodeinfo oauth outbox postmaster potluck public register root search security settings setup support system
   tags timeline trending users webmaster well_known www`.split(/\s+/),
);

/** Throws validation_failed on `name`. */
export function checkUsername(username: string): void {
  if (username === '') throw invalid('name', "can't be blank");
  if (!pattern.test(username)) throw invalid('name', 'must be 1 to 30 letters (a–z), numbers or _');
  if (/^[0-9]+$/.test(username)) throw invalid('name', 'must not be all digits');
  if (reserved.has(username)) throw invalid('name', 'is reserved');
}
