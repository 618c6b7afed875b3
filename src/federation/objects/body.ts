/** The text of things that are no recipes: name, content and link as fits. */
import { escapeMarkdown } from '../../domain/recipes/reading/markdown-escape.ts';
import { escapeHtml, sanitizeRemoteHtml, textOfSafe } from '../../lib/html.ts';
import { renderMarkdown } from '../../lib/markdown.ts';
import { cutText, type JsonObject, member, objectsOf, stringOf, typesOf } from '../json.ts';
import { naturalText } from '../natural-text.ts';
import { isPicture } from './medium.ts';
import { caps } from './remote-object.ts';
import { readSource } from './source.ts';
import { readUrl } from './url.ts';

const MAX_CHOICES = 50;
const MAX_LINKS = 10;

/** These live on a page of their own, which the text alone does not replace. */
const elsewhere = ['Video', 'Audio', 'Event', 'Document'];
const linked = ['Link', 'Document', 'Video', 'Audio', 'Page'];

export interface BodyReading {
  content: string;
  contentHtml: string;
}

export function readBody(json: JsonObject, types: string[]): BodyReading {
  const isNote = types.includes('Note');
  const written = naturalText(json, 'content') ?? (isNote ? '' : summaryOf(json));
  const given = cutText(written, caps.html);
  // A note's name repeats its beginning, unless it is all there is.
  const name = isNote && given !== '' ? '' : cutText(naturalText(json, 'name') ?? '', caps.name).trim();
  const mediaType = stringOf(member(json, 'mediaType'), 100);
  const markdown = mediaType === 'text/markdown' ? given : readSource(json);

  const text = `${titleHtml(name)}${asHtml(given, mediaType)}${choicesHtml(json)}`;
  const contentHtml = sanitizeRemoteHtml(`${text}${linksHtml(json, types, given)}`);
  const title = name === '' ? '' : `**${escapeMarkdown(name)}**\n\n`;
  return {
    content: cutText(markdown === null ? textOfSafe(contentHtml) : title + markdown, caps.text),
    contentHtml,
  };
}

const summaryOf = (json: JsonObject): string => naturalText(json, 'summary') ?? '';

function asHtml(content: string, mediaType: string | null): string {
  if (mediaType === 'text/markdown') return renderMarkdown(content);
  if (mediaType !== 'text/plain' || content === '') return content;
  return `<p>${escapeHtml(content).replaceAll('\n', '<br>')}</p>`;
}

const titleHtml = (name: string): string =>
  name === '' ? '' : `<p><strong>${escapeHtml(name)}</strong></p>`;

function choicesHtml(json: JsonObject): string {
  const choices = objectsOf(member(json, 'oneOf') ?? member(json, 'anyOf'))
    .slice(0, MAX_CHOICES)
    .map((choice) => cutText(naturalText(choice, 'name') ?? '', caps.word))
    .filter((name) => name !== '');
  const entries = choices.map((name) => `<li>${escapeHtml(name)}</li>`).join('');
  return entries === '' ? '' : `<ul>${entries}</ul>`;
}

/** Attachments that are no pictures, and the thing's own page where it is more than its text. */
function linksHtml(json: JsonObject, types: string[], content: string): string {
  const own = content === '' || types.some((type) => elsewhere.includes(type));
  const urls = objectsOf(member(json, 'attachment'))
    .filter(
      (attachment) => typesOf(attachment).some((type) => linked.includes(type)) && !isPicture(attachment),
    )
    .map((attachment) => readUrl(attachment) ?? readUrl({ url: member(attachment, 'href') }));
  if (own && !types.includes('Note') && !isPicture(json)) urls.push(readUrl(json));

  return [...new Set(urls)]
    .filter((url) => url !== null)
    .slice(0, MAX_LINKS)
    .map(escapeHtml)
    .filter((url) => !content.includes(url))
    .map((url) => `<p><a href="${url}">${url}</a></p>`)
    .join('');
}
