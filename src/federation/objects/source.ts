/** Converts the Markdown source of `content` (ActivityPub section 3.3) or of a description. */
import { firstOf, type JsonObject, member, stringOf } from '../json-ld/json.ts';

const MARKDOWN = 'text/markdown';

export const toSource = (content: string): JsonObject => ({ content, mediaType: MARKDOWN });

/** Returns null when there is no source in Markdown. */
export function readSource(
  object: JsonObject,
  max?: number,
  term: 'source' | 'descriptionSource' = 'source',
): string | null {
  const source = firstOf(member(object, term));
  const mediaType = stringOf(member(source, 'mediaType'), 100)?.toLowerCase();
  if (mediaType?.split(';')[0]?.trim() !== MARKDOWN) return null;
  return stringOf(member(source, 'content'), max);
}
