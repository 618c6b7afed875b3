/** Reads the text of remote statuses from name, content, poll choices and links. */
import { escapeHtml, sanitizeRemoteHtml, textOfSafe } from '../../lib/html/html.ts';
import { renderMarkdown } from '../../lib/markdown.ts';
import { escapeMarkdown } from '../../recipe-import/markdown-escape.ts';
import { cutText, type JsonObject, member, objectsOf, stringOf, typesOf } from '../json-ld/json.ts';
import { naturalText } from '../json-ld/natural-text.ts';
import { isPicture } from './medium.ts';
import { readUrl } from './page-url.ts';
import { limits } from './remote-object.ts';
import { readSource } from './source.ts';

const MAX_CHOICES = 50;
const MAX_LINKS = 10;

/** Types whose text does not replace their page, so the page is linked. */
const typesWithPage = ['Video', 'Audio', 'Event', 'Document'];
const linkTypes = ['Link', 'Document', 'Video', 'Audio', 'Page'];

export interface BodyReading {
  content: string;
  contentHtml: string;
}

interface BodyOptions {
  /** The quoted item is shown instead of the text that refers to it. */
  withoutQuoteFallback?: boolean;
}

export function readBody(
  json: JsonObject,
  types: string[],
  { withoutQuoteFallback }: BodyOptions = {},
): BodyReading {
  const isNote = types.includes('Note');
  const text = naturalText(json, 'content') ?? (isNote ? '' : summaryOf(json));
  const content = cutText(text, limits.html);
  // The name of a Note repeats the start of its content.
  const name = isNote && content !== '' ? '' : cutText(naturalText(json, 'name') ?? '', limits.name).trim();
  const mediaType = stringOf(member(json, 'mediaType'), 100);
  const markdown = mediaType === 'text/markdown' ? content : readSource(json);

  const html = `${titleHtml(name)}${asHtml(content, mediaType)}${choicesHtml(json)}`;
  const contentHtml = sanitizeRemoteHtml(
    `${html}${linksHtml(json, types, content)}`,
    withoutQuoteFallback ? { withoutClass: 'quote-inline' } : {},
  );
  const title = name === '' ? '' : `**${escapeMarkdown(name)}**\n\n`;
  return {
    content: cutText(markdown === null ? textOfSafe(contentHtml) : title + markdown, limits.text),
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
    .map((choice) => cutText(naturalText(choice, 'name') ?? '', limits.word))
    .filter((name) => name !== '');
  const entries = choices.map((name) => `<li>${escapeHtml(name)}</li>`).join('');
  return entries === '' ? '' : `<ul>${entries}</ul>`;
}

/** Links to attachments other than pictures, and to the object's page when the text does not replace it. */
function linksHtml(json: JsonObject, types: string[], content: string): string {
  const needsPage = content === '' || types.some((type) => typesWithPage.includes(type));
  const urls = objectsOf(member(json, 'attachment'))
    .filter(
      (attachment) => typesOf(attachment).some((type) => linkTypes.includes(type)) && !isPicture(attachment),
    )
    .map((attachment) => readUrl(attachment) ?? readUrl({ url: member(attachment, 'href') }));
  if (needsPage && !types.includes('Note') && !isPicture(json)) urls.push(readUrl(json));

  return [...new Set(urls)]
    .filter((url) => url !== null)
    .slice(0, MAX_LINKS)
    .map(escapeHtml)
    .filter((url) => !content.includes(url))
    .map((url) => `<p><a href="${url}">${url}</a></p>`)
    .join('');
}
