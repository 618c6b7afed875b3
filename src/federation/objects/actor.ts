/** Reads actor documents of remote servers. */
import type { ActorProfile } from '../../domain/accounts/remote.ts';
import { sanitizeRemoteHtml, textOf } from '../../lib/html/html.ts';
import { originOf } from '../../lib/iris.ts';
import {
  booleanOf,
  cutText,
  dateOf,
  firstOf,
  iriOf,
  irisOf,
  isObject,
  type JsonObject,
  listOf,
  member,
  numberOf,
  objectsOf,
  type Reading,
  refused,
  stringOf,
  typesOf,
  understood,
} from '../json-ld/json.ts';
import { naturalText } from '../json-ld/natural-text.ts';
import { readKeys } from './actor-keys.ts';
import { readPageUrl, readUrl } from './page-url.ts';
import { usernamePattern } from './username.ts';

const actorTypes = ['Person', 'Service', 'Application', 'Group', 'Organization'] as const;

const MAX_NAME = 200;
const MAX_SUMMARY = 10_000;
const MAX_SUMMARY_HTML = 50_000;
const MAX_DESCRIPTION = 1_500;
const MAX_ALIASES = 20;

/** Never throws. The handle is null until WebFinger confirms it. */
export function readActor(json: unknown): Reading<ActorProfile> {
  if (!isObject(json)) return refused('is not an object');

  const types = typesOf(json);
  const actorType = actorTypes.find((type) => types.includes(type));
  if (!actorType) return refused(`is not an actor but ${types.join(', ') || 'has no type'}`);

  const iri = iriOf(member(json, 'id'));
  if (iri === null) return refused('has no id that is an IRI');
  const inbox = iriOf(member(json, 'inbox'));
  if (inbox === null) return refused('has no inbox');
  // Otherwise anybody could make us send deliveries to a third server.
  if (originOf(inbox) !== originOf(iri)) return refused('has an inbox on another origin');
  const sharedInbox =
    iriOf(member(firstOf(member(json, 'endpoints')), 'sharedInbox')) ?? iriOf(member(json, 'sharedInbox'));
  const username = stringOf(member(json, 'preferredUsername'), 100)?.trim();
  if (!username || !usernamePattern.test(username)) return refused('has no usable preferredUsername');

  const summary = cutText(naturalText(json, 'summary') ?? '', MAX_SUMMARY_HTML);
  const avatar = readPicture(json, 'icon');

  return understood({
    iri,
    username,
    host: new URL(iri).host,
    handle: null,
    url: readPageUrl(json, iri),
    actorType,
    name: cutText(naturalText(json, 'name') ?? '', MAX_NAME).trim(),
    summary: cutText(textOf(summary), MAX_SUMMARY),
    summaryHtml: sanitizeRemoteHtml(summary),
    inbox,
    sharedInbox: originOf(sharedInbox ?? '') === originOf(iri) ? sharedInbox : null,
    outbox: iriOf(member(json, 'outbox')),
    followersIri: iriOf(member(json, 'followers')),
    followingIri: iriOf(member(json, 'following')),
    featuredIri: iriOf(member(json, 'featured')),
    avatarUrl: avatar?.url ?? null,
    avatarDescription: avatar?.description ?? null,
    headerUrl: readPicture(json, 'image')?.url ?? null,
    locked: booleanOf(member(json, 'manuallyApprovesFollowers')) ?? false,
    discoverable: booleanOf(member(json, 'discoverable')) ?? true,
    indexable: booleanOf(member(json, 'indexable')) ?? false,
    alsoKnownAs: irisOf(member(json, 'alsoKnownAs')).slice(0, MAX_ALIASES),
    movedToIri: iriOf(member(json, 'movedTo')),
    suspended: booleanOf(member(json, 'suspended')) ?? false,
    publishedAt: dateOf(member(json, 'published')),
    followersCount: countOf(member(json, 'followers')),
    followingCount: countOf(member(json, 'following')),
    keys: readKeys(json, iri),
  });
}

/** Returns the widest icon. */
/** The largest `icon` (the avatar) or `image` (the header). */
function readPicture(
  json: JsonObject,
  name: 'icon' | 'image',
): { url: string; description: string | null } | null {
  const icons = listOf(member(json, name))
    .map((icon) => ({
      url: isObject(icon) ? readUrl(icon) : iriOf(icon),
      width: isObject(icon) ? (numberOf(member(icon, 'width')) ?? 0) : 0,
      description: isObject(icon) ? stringOf(member(icon, 'name'), MAX_DESCRIPTION) : null,
    }))
    .filter((icon): icon is typeof icon & { url: string } => icon.url !== null);

  return icons.toSorted((one, other) => other.width - one.width)[0] ?? null;
}

function countOf(collection: unknown): number | null {
  const count = numberOf(member(objectsOf(collection)[0], 'totalItems'));
  return count !== null && Number.isInteger(count) && count >= 0 && count <= 2 ** 31 - 1 ? count : null;
}
