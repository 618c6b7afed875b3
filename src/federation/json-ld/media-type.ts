/** Recognizes ActivityPub documents by their content type. */

const profile = 'https://www.w3.org/ns/activitystreams';

/** The Accept header of our requests. */
export const acceptActivity = `application/activity+json, application/ld+json; profile="${profile}"`;

/** ActivityPub sections 3.2 and 7. Plain `application/json` is refused: a user may have uploaded it. */
export function isActivityMedia(contentType: string | null): boolean {
  const [type, ...params] = (contentType ?? '').toLowerCase().split(';');
  if (type!.trim() === 'application/activity+json') return true;
  if (type!.trim() !== 'application/ld+json') return false;

  const profiles = params.map((param) => param.trim()).filter((param) => param.startsWith('profile='));
  return profiles.some((param) =>
    param.slice('profile='.length).replaceAll('"', '').split(' ').includes(profile),
  );
}
