/** Converts visibility to `to` and `cc`, and back. */
import type { Visibility } from '../../recipe-import/draft.ts';
import { idOf, irisOf, isPublic, type JsonObject, listOf, member } from '../json-ld/json.ts';
import { PUBLIC } from '../json-ld/terms.ts';

export interface Audience {
  to: string[];
  cc: string[];
}

/** Mentioned accounts are always addressed; a direct item goes only to them. */
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

/** Returns `direct` unless the public or a followers collection is addressed. */
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

/** Returns the IRIs in `to` and `cc`, without the public collection. */
export function readAddressees(object: JsonObject): string[] {
  return [...new Set([...irisOf(member(object, 'to')), ...irisOf(member(object, 'cc'))])];
}

function looksLikeFollowers(iri: string): boolean {
  return /[/?=]followers(?:[/?#]|$)/.test(iri);
}
