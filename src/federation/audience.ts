/** Who gets a thing: visibility as `to` and `cc`, and back. */
import type { Visibility } from '../domain/eventables/draft.ts';
import { idOf, irisOf, isPublic, type JsonObject, listOf, member } from './json.ts';
import { PUBLIC } from './terms.ts';

export interface Audience {
  to: string[];
  cc: string[];
}

/** Mentioned accounts are addressed beside those the visibility names; a direct item is for them alone. */
export function toAudience(visibility: Visibility, followersIri: string, mentioned: string[]): Audience {
  switch (visibility) {
    case 'public':
      return { to: [PUBLIC], cc: [followersIri, ...mentioned] };
    case 'unlisted':
      return { to: [followersIri], cc: [PUBLIC, ...mentioned] };
    case 'private':
      return { to: [followersIri], cc: mentioned };
    case 'direct':
      return { to: mentioned, cc: [] };
  }
}

/** Never wider than what is written: without the public or a followers collection it is direct. */
export function readVisibility(object: JsonObject, followersIri: string | null): Visibility {
  const to = member(object, 'to');
  const cc = member(object, 'cc');
  if (isPublic(to)) return 'public';
  if (isPublic(cc)) return 'unlisted';

  const addressees = [...listOf(to), ...listOf(cc)].map(idOf);
  const toFollowers = addressees.some(
    (iri) => iri !== null && (iri === followersIri || looksLikeFollowers(iri)),
  );
  return toFollowers ? 'private' : 'direct';
}

/** Addressed accounts and collections, the public left out. */
export function readAddressees(object: JsonObject): string[] {
  return [...new Set([...irisOf(member(object, 'to')), ...irisOf(member(object, 'cc'))])];
}

function looksLikeFollowers(iri: string): boolean {
  return /[/?=]followers(?:[/?#]|$)/.test(iri);
}
