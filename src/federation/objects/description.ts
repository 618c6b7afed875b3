/** Reads the description and the name of recipes and cooked items. */
import { sanitizeRemoteHtml, textOfSafe } from '../../lib/html/html.ts';
import { cutText, type JsonObject, member, stringOf } from '../json-ld/json.ts';
import { naturalText } from '../json-ld/natural-text.ts';
import { limits } from './remote-object.ts';
import { readSource } from './source.ts';

export interface DescriptionReading {
  content: string;
  contentHtml: string;
}

/** Prefers `description`, because `content` repeats the whole recipe, and `source` is that of `content`. */
export function readDescription(json: JsonObject): DescriptionReading {
  const description = stringOf(member(json, 'description'));
  const html = cutText(description ?? naturalText(json, 'content') ?? '', limits.html);
  const contentHtml = sanitizeRemoteHtml(html);
  const source = description === null ? 'source' : 'descriptionSource';
  return {
    content:
      readSource(json, limits.description, source) ?? cutText(textOfSafe(contentHtml), limits.description),
    contentHtml,
  };
}

/** Returns the name, the headline or the first line of text; null when all are empty. */
export function readName(json: JsonObject, { content }: DescriptionReading): string | null {
  const title = naturalText(json, 'name') ?? stringOf(member(json, 'headline'));
  const line = (title ?? content.split('\n', 1)[0] ?? '').trim();
  return cutText(line, limits.name) || null;
}
