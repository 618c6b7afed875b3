/** Markdown as people write it here: without HTML, with mentions and hashtags. */
import MarkdownIt, { type Token } from 'markdown-it';
import { escapeHtml } from './html/escape.ts';
import { findReferences } from './html/references.ts';
import { sanitizeHtml } from './html/sanitize.ts';
import { cleanText } from './text.ts';

const MAX_LENGTH = 100_000;
const MAX_LINKED_REFERENCES = 500;

export interface References {
  /** Handles as `findMentions` gives them; null leaves the text as it is. */
  mention?: (handle: string) => { href: string; name: string } | null;
  /** Tags as `findHashtags` gives them; returns an absolute URL. */
  hashtag?: (tag: string) => string;
}

const md = new MarkdownIt({ html: false, linkify: true, breaks: true, maxNesting: 40 });
md.linkify.set({ fuzzyLink: false, fuzzyEmail: false });
// Only roughly: the sanitizer decides, and a long link refused here would be tried again from each of its middles.
md.validateLink = (href) => /^https?:/i.test(href);
// Reference links let a short text grow without bound; images and tables are not among what we show.
md.disable(['reference', 'image', 'table']);
md.use(findReferences);
md.renderer.rules.mention = (tokens, index) => renderReference(tokens[index]!);
md.renderer.rules.hashtag = (tokens, index) => renderReference(tokens[index]!);

/** Safe HTML of the allow-list. A single line break is kept as `br`; what lies beyond 100,000 characters is left out. */
export function renderMarkdown(text: string, references: References = {}): string {
  const blocks = parse(text);

  for (const token of referencesIn(blocks).slice(0, MAX_LINKED_REFERENCES)) resolve(token, references);

  return sanitizeHtml(md.renderer.render(blocks, md.options, {})).trimEnd();
}

/** The handles mentioned outside code and links, each once: `name` in lower case, or `name@host` with the host in lower case. */
export function findMentions(text: string): string[] {
  return found(text, 'mention');
}

/** The hashtags outside code and links, each once, in lower case and without `#`. */
export function findHashtags(text: string): string[] {
  return found(text, 'hashtag');
}

function found(text: string, type: 'mention' | 'hashtag'): string[] {
  const tokens = referencesIn(parse(text)).filter((token) => token.type === type);
  return [...new Set(tokens.map((token) => token.info))];
}

function parse(text: string): Token[] {
  return md.parse(cleanText(text.slice(0, MAX_LENGTH)), {});
}

function referencesIn(blocks: Token[]): Token[] {
  return blocks
    .flatMap((block) => block.children ?? [])
    .filter(({ type }) => type === 'mention' || type === 'hashtag');
}

function resolve(token: Token, { mention, hashtag }: References): void {
  const target =
    token.type === 'mention'
      ? mention?.(token.info)
      : hashtag && { href: hashtag(token.info), name: token.content.slice(1) };
  if (target) token.attrs = Object.entries(target);
}

function renderReference(token: Token): string {
  const href = token.attrGet('href');
  if (href === null) return escapeHtml(token.content);

  const link = `href="${escapeHtml(String(href))}"`;
  const name = `<span>${escapeHtml(String(token.attrGet('name')))}</span>`;
  return token.type === 'mention'
    ? `<span class="h-card"><a ${link} class="u-url mention">@${name}</a></span>`
    : `<a ${link} class="mention hashtag">#${name}</a>`;
}
