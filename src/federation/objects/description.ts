/** The description of what is cooked: its HTML and the text it was made from. */
import { sanitizeRemoteHtml, textOfSafe } from '../../lib/html.ts';
import { cutText, type JsonObject, member, stringOf } from '../json.ts';
import { naturalText } from '../natural-text.ts';
import { caps } from './remote-object.ts';
import { readSource } from './source.ts';

export interface DescriptionReading {
  content: string;
  contentHtml: string;
}

/** `description` where it is given, since `content` repeats the whole recipe. */
export function readDescription(json: JsonObject): DescriptionReading {
  const html = cutText(
    stringOf(member(json, 'description')) ?? naturalText(json, 'content') ?? '',
    caps.html,
  );
  const contentHtml = sanitizeRemoteHtml(html);
  return {
    content: readSource(json, caps.description) ?? cutText(textOfSafe(contentHtml), caps.description),
    contentHtml,
  };
}

/** The name, or what stands in its place; null when there is neither. */
export function readName(json: JsonObject, { content }: DescriptionReading): string | null {
  const given = naturalText(json, 'name') ?? stringOf(member(json, 'headline'));
  const line = (given ?? content.split('\n', 1)[0] ?? '').trim();
  return cutText(line, caps.name) || null;
}
