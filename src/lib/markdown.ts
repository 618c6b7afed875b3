/** Renders Markdown without HTML, but with mentions and hashtags. */
import MarkdownIt, { type StateInline, type Token } from 'markdown-it';
import { escapeHtml, sanitizeRemoteHtml } from './html/html.ts';
import { cleanText } from './text.ts';

const MAX_LENGTH = 100_000;
const MAX_LINKED_REFERENCES = 500;

interface References {
  /** Receives handles as `findMentions` returns them. Null leaves the text unlinked. */
  mention?: (handle: string) => { href: string; name: string } | null;
  /** Receives tags as `findHashtags` returns them. Returns an absolute URL. */
  hashtag?: (tag: string) => string;
}

/** Line breaks before and after a block or `br`. Misskey shows each as an empty line. */
const lineBreaks =
  /(?<=<\/?(?:p|ul|ol|li|blockquote|h[3-6])>|<br>|<\/pre>)\n+|\n{1,3}(?=<(?:p|ul|ol|li|blockquote|pre|h[3-6])>)/g;

const md = new MarkdownIt({ html: false, linkify: true, breaks: true, maxNesting: 40 });
md.linkify.set({ fuzzyLink: false, fuzzyEmail: false });
// A rough check, because the sanitizer decides. A link rejected here would be tried again from every later position.
md.validateLink = (href) => /^https?:/i.test(href);
// Reference links let a short text grow without bound. Images and tables are not supported.
md.disable(['reference', 'image', 'table']);
md.inline.ruler.push('reference', readReference);
md.renderer.rules.mention = (tokens, index) => renderReference(tokens[index]!);
md.renderer.rules.hashtag = (tokens, index) => renderReference(tokens[index]!);

/**
 * Returns sanitized HTML on one line, except in code blocks. Single line breaks become `br`. Text beyond 100,000
 * characters is cut.
 */
export function renderMarkdown(text: string, references: References = {}): string {
  const blocks = parse(text);

  for (const token of referencesIn(blocks).slice(0, MAX_LINKED_REFERENCES)) resolve(token, references);

  return sanitizeRemoteHtml(md.renderer.render(blocks, md.options, {}))
    .replaceAll(lineBreaks, '')
    .trim();
}

/**
 * Returns the unique handles mentioned outside code and links: `name` in lower case, or `name@host` with the host in
 * lower case.
 */
export function findMentions(text: string): string[] {
  return found(text, 'mention');
}

/** Returns the unique hashtags outside code and links, in lower case and without `#`. */
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
  return blocks.flatMap((block) => block.children ?? []).filter(({ type }) => type === 'mention' || type === 'hashtag');
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

// A rule of markdown-it that finds @mentions and #hashtags outside code, links and escapes

const endOfName = String.raw`(?![\p{L}\p{M}\p{N}_@])`;
const host = String.raw`[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}.-]{0,251}[\p{L}\p{M}\p{N}])?(?::\d{1,5})?`;
const remoteMention = new RegExp(`@([A-Za-z0-9_](?:[A-Za-z0-9_.-]{0,62}[A-Za-z0-9_])?)@(${host})${endOfName}`, 'uy');
const localMention = new RegExp(`@([A-Za-z0-9_]{1,30})${endOfName}`, 'uy');
const hashtag = /#([\p{L}\p{M}\p{N}_]{1,100})(?![\p{L}\p{M}\p{N}_#])/uy;

/** A reference must not follow a word, an address or part of a link directly. */
const joined = /[\p{L}\p{M}\p{N}_@#/&=+.]$/u;

/**
 * Adds tokens `mention` and `hashtag` with the original text as content. `info` is the handle (`name` in lower case, or
 * `name@host` with the host in lower case), or the tag in lower case without `#`.
 */
function readReference(state: StateInline, silent: boolean): boolean {
  const sign = state.src[state.pos];
  if ((sign !== '@' && sign !== '#') || state.linkLevel > 0) return false;
  if (joined.test(state.src.slice(Math.max(state.pos - 2, 0), state.pos))) return false;
  return sign === '@' ? readMention(state, silent) : readHashtag(state, silent);
}

function readMention(state: StateInline, silent: boolean): boolean {
  const remote = matchAt(remoteMention, state);
  if (remote) return push(state, silent, 'mention', remote[0], `${remote[1]}@${remote[2]!.toLowerCase()}`);

  const local = matchAt(localMention, state);
  return local !== null && push(state, silent, 'mention', local[0], local[1]!.toLowerCase());
}

function readHashtag(state: StateInline, silent: boolean): boolean {
  const match = matchAt(hashtag, state);
  if (match === null || !/\p{L}/u.test(match[1]!)) return false;
  return push(state, silent, 'hashtag', match[0], match[1]!.normalize('NFC').toLowerCase());
}

function matchAt(pattern: RegExp, state: StateInline): RegExpExecArray | null {
  pattern.lastIndex = state.pos;
  return pattern.exec(state.src);
}

function push(state: StateInline, silent: boolean, type: string, content: string, info: string): boolean {
  if (!silent) Object.assign(state.push(type, '', 0), { content, info });
  state.pos += content.length;
  return true;
}
