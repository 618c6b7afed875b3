/** Sanitises HTML and reads its text. */
import { Parser } from 'htmlparser2';
import { cleanText } from '../text.ts';

// Escapes text for HTML content and quoted attributes, and reverses it

const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const characters = new Map(Object.entries(escapes).map(([character, escaped]) => [escaped, character]));

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => escapes[character]!);
}

/** Reverses `escapeHtml`. */
function unescapeHtml(html: string): string {
  return html.replace(/&#?\w+;/g, (escaped) => characters.get(escaped) ?? escaped);
}

// Defines the allow-list of the HTML sanitizer: elements, attributes and links

const allowedTags = 'p br span a strong em del ul ol li blockquote code pre h3 h4 h5 h6'.split(' ');

/** Maps elements to their replacement. Other elements are removed, but their content is kept. */
export const replacements: ReadonlyMap<string, string> = new Map([
  ...allowedTags.map((tag) => [tag, tag] as const),
  ['b', 'strong'],
  ['i', 'em'],
  ['s', 'del'],
  ['strike', 'del'],
  ['h1', 'h3'],
  ['h2', 'h3'],
  ['tt', 'code'],
  ['kbd', 'code'],
  ['samp', 'code'],
  ...'address article aside center dd details div dl dt figcaption figure footer header main section summary table tr'
    .split(' ')
    .map((tag) => [tag, 'p'] as const),
]);

const classes = new Set(['mention', 'hashtag', 'u-url', 'h-card', 'invisible', 'ellipsis']);

const languageTag = /^[a-z]{1,8}(?:-[a-z0-9]{1,8}){0,4}$/i;

const MAX_HREF_LENGTH = 4_096;

/** Returns the normalised link, or null unless it is an absolute http(s) URL without credentials. */
export function safeHref(href: string | undefined): string | null {
  if (href === undefined || href.length > MAX_HREF_LENGTH) return null;
  const url = URL.parse(href);
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) return null;
  return url.username === '' && url.password === '' ? url.href : null;
}

/** Returns the escaped attributes of a tag. `href` must come from `safeHref`. */
function attributesOf(attributes: Record<string, string>, href: string | null): string {
  const classNames = attributes.class?.split(/\s+/, 20).filter((name) => classes.has(name)) ?? [];
  const { lang } = attributes;
  return [
    href === null ? '' : ` href="${escapeHtml(href)}" rel="nofollow noopener noreferrer"`,
    classNames.length > 0 ? ` class="${[...new Set(classNames)].join(' ')}"` : '',
    lang !== undefined && languageTag.test(lang) ? ` lang="${lang}"` : '',
  ].join('');
}

// Parses untrusted HTML into balanced events, up to limits on size, depth and number of elements

const MAX_LENGTH = 2 ** 20;
const MAX_DEPTH = 100;
const MAX_ELEMENTS = 20_000;

/** Elements whose content is dropped. */
const skipped = new Set([
  'audio',
  'canvas',
  'head',
  'iframe',
  'math',
  'noembed',
  'noframes',
  'noscript',
  'object',
  'plaintext',
  'script',
  'select',
  'style',
  'svg',
  'template',
  'textarea',
  'title',
  'video',
  'xmp',
]);

/** HTML elements that end an unclosed `svg` or `math` before them, as in browsers (HTML §13.2.6.5). */
const endsForeign = new Set(
  `b big blockquote body br center code dd div dl dt em embed h1 h2 h3 h4 h5 h6 head hr i img li listing menu meta nobr
   ol p pre ruby s small span strong strike sub sup table tt u ul var`.split(/\s+/),
);
const foreign = new Set(['svg', 'math']);
/** Elements of `svg` and `math` that may contain HTML. */
const containsHtml = new Set(['foreignobject', 'desc', 'title', 'annotation-xml', 'mi', 'mo', 'mn', 'ms', 'mtext']);

interface HtmlReader {
  open(name: string, attributes: Record<string, string>): void;
  text(text: string): void;
  /** Called once for every `open`, innermost first, unless parsing stopped at a limit. */
  close(name: string): void;
}

/** Stops at 1 MiB, a depth of 100 or 20,000 elements. */
export function walkHtml(html: string, reader: HtmlReader): void {
  /** Whether the reader knows of each open element. */
  const opened: boolean[] = [];
  let elements = 0;
  let skippedAt = 0;
  /** The skipped element is an `svg` or `math`. */
  let isForeign = false;
  /** Depth of an element inside it that may contain HTML. */
  let htmlAt = 0;
  let stopped = false;
  let pending = '';

  // The parser emits text in fragments, at worst one per character.
  function flush(): void {
    if (pending !== '') reader.text(pending);
    pending = '';
  }

  const parser = new Parser({
    onopentag(name, attributes) {
      if (stopped) return;
      flush();
      elements++;
      if (opened.length >= MAX_DEPTH || elements > MAX_ELEMENTS) {
        stopped = true;
        parser.pause();
        return;
      }
      const depth = opened.length + 1;
      if (isForeign && htmlAt === 0 && endsForeign.has(name)) skippedAt = 0;
      if (skippedAt > 0 && htmlAt === 0 && containsHtml.has(name.toLowerCase())) htmlAt = depth;
      if (skippedAt === 0) {
        isForeign = foreign.has(name);
        htmlAt = 0;
        if (skipped.has(name)) skippedAt = depth;
      }
      opened.push(skippedAt === 0);
      if (skippedAt === 0) reader.open(name, attributes);
    },
    ontext(text) {
      if (!stopped && skippedAt === 0) pending += text;
    },
    onclosetag(name) {
      if (stopped) return;
      flush();
      if (skippedAt === opened.length) skippedAt = 0;
      if (htmlAt === opened.length) htmlAt = 0;
      if (opened.pop()) reader.close(name);
    },
  });

  parser.write(cleanText(html.slice(0, MAX_LENGTH)));
  if (!stopped) parser.end();
  flush();
}

// Converts HTML to plain text with the line breaks that a browser would show

/** Line breaks before and after an element. */
const breaks = new Map([
  ['p', 2],
  ['ul', 2],
  ['ol', 2],
  ['blockquote', 2],
  ['pre', 2],
  ['h3', 2],
  ['h4', 2],
  ['h5', 2],
  ['h6', 2],
  ['li', 1],
]);

/** Removes tags, decodes entities, and collapses white space outside `pre`. */
export const textOf = (html: string): string => readText((reader) => walkHtml(html, reader));

/** A faster variant for the output of `sanitizeRemoteHtml`, which needs no full parser. */
export const textOfSafe = (html: string): string => readText((reader) => walkSafe(html, reader));

function walkSafe(html: string, reader: HtmlReader): void {
  for (const [, text, slash, name] of html.matchAll(/([^<]+)|<(\/?)(\w+)[^<>]*>/g)) {
    if (text !== undefined) reader.text(unescapeHtml(text));
    else if (slash === '') reader.open(name!, {});
    else reader.close(name!);
  }
}

function readText(walk: (reader: HtmlReader) => void): string {
  const pieces: string[] = [];
  let newlines = 0;
  let space = false;
  let preformatted = 0;

  function boundary(name: string): void {
    const tag = replacements.get(name) ?? name;
    const lines = name === tag ? breaks.get(tag) : tag === 'p' ? 1 : breaks.get(tag);
    newlines = Math.max(newlines, lines ?? 0);
    if (name === 'td' || name === 'th') space = true;
  }

  function add(text: string): void {
    if (pieces.length > 0) pieces.push(newlines > 0 ? '\n'.repeat(newlines) : space ? ' ' : '');
    newlines = 0;
    space = false;
    pieces.push(text);
  }

  walk({
    open(name) {
      boundary(name);
      if (name === 'pre') preformatted++;
      if (name === 'br') newlines = Math.min(newlines + 1, 2);
    },

    text(text) {
      if (preformatted > 0) return add(text);
      const folded = text.replace(/[ \t\r\n\f]{2,}|[\t\r\n\f]/g, ' ');
      const start = folded.startsWith(' ') ? 1 : 0;
      const end = folded.endsWith(' ') ? folded.length - 1 : folded.length;
      if (start > 0) space = true;
      if (end <= start) return;
      add(folded.slice(start, end));
      space = end < folded.length;
    },

    close(name) {
      boundary(name);
      if (name === 'pre') preformatted--;
    },
  });

  return pieces.join('').trim();
}

// Sanitizes HTML by writing new HTML from parsed elements, so that nothing unparsed passes through

interface OpenElement {
  /** The tag that was written, or null if none was or it is closed already. */
  tag: string | null;
  /** The index of its opening tag in the pieces. */
  position: number;
}

const blocks = new Set(['p', 'ul', 'ol', 'blockquote', 'pre', 'h3', 'h4', 'h5', 'h6']);
const containers = new Set(['ul', 'ol', 'li', 'blockquote']);
const lists = new Set(['ul', 'ol']);

interface SanitizeOptions {
  /** Elements of this class are removed with their content. */
  withoutClass?: string;
}

/** Returns well-formed HTML that is safe to embed in a page. */
export function sanitizeRemoteHtml(html: string, { withoutClass }: SanitizeOptions = {}): string {
  const writer = new SafeWriter(withoutClass);
  walkHtml(html, writer);
  return writer.end();
}

class SafeWriter implements HtmlReader {
  readonly #withoutClass: string | undefined;
  readonly #pieces: string[] = [];
  readonly #elements: OpenElement[] = [];
  #removedDepth = 0;

  constructor(withoutClass: string | undefined) {
    this.#withoutClass = withoutClass;
  }

  open(name: string, attributes: Record<string, string>): void {
    if (this.#removedDepth > 0 || this.#isRemoved(attributes)) {
      this.#removedDepth += 1;
      return;
    }
    const href = name === 'a' ? safeHref(attributes.href) : null;
    const tag = this.#tagFor(name, href);
    if (name === 'hr' || (tag !== null && blocks.has(tag))) this.#closeParagraph();

    this.#elements.push({ tag: tag === 'br' ? null : tag, position: this.#pieces.length });
    if (tag !== null) this.#pieces.push(`<${tag}${tag === 'br' ? '' : attributesOf(attributes, href)}>`);
  }

  text(text: string): void {
    if (this.#removedDepth > 0) return;
    const element = this.#elements.at(-1);
    if (element?.tag === 'p' && this.#isEmpty(element) && /^[ \t\r\n\f]*$/.test(text)) return;
    this.#pieces.push(escapeHtml(text));
  }

  close(name: string): void {
    if (this.#removedDepth > 0) {
      this.#removedDepth -= 1;
      return;
    }
    const element = this.#elements.pop();
    if (element) this.#closeTag(element);
    if (name === 'td' || name === 'th') this.#pieces.push(' ');
  }

  end(): string {
    for (const element of this.#elements.reverse()) this.#closeTag(element);
    return this.#pieces.join('');
  }

  #isRemoved(attributes: Record<string, string>): boolean {
    return this.#withoutClass !== undefined && !!attributes.class?.split(/\s+/, 20).includes(this.#withoutClass);
  }

  #tagFor(name: string, href: string | null): string | null {
    const tag = replacements.get(name) ?? null;
    if (tag === 'a') return href === null || this.#elements.some((element) => element.tag === 'a') ? null : 'a';
    if (tag !== 'li') return tag;
    const parent = this.#elements.findLast((element) => element.tag !== null)?.tag ?? '';
    return lists.has(parent) ? 'li' : 'p';
  }

  /** A paragraph cannot contain blocks. Like browsers, closes it and everything open inside before a block. */
  #closeParagraph(): void {
    const outer = this.#elements.findLastIndex(({ tag }) => tag !== null && (tag === 'p' || containers.has(tag)));
    if (this.#elements[outer]?.tag !== 'p') return;
    for (const element of this.#elements.slice(outer).reverse()) this.#closeTag(element);
  }

  #closeTag(element: OpenElement): void {
    if (element.tag === 'p' && this.#isEmpty(element)) this.#pieces.pop();
    else if (element.tag !== null) this.#pieces.push(`</${element.tag}>`);
    element.tag = null;
  }

  #isEmpty(element: OpenElement): boolean {
    return element.position === this.#pieces.length - 1;
  }
}

/**
 * Returns one line of at most `max` UTF-16 units. If shortened, it ends after a word where possible, with an ellipsis.
 */
export function excerpt(text: string, max: number): string {
  const whole = text.trim();
  const beginning = whole.slice(0, 16 * max + 1_024);
  const line = beginning.replace(/\s+/g, ' ');
  if (line.length <= max && beginning.length === whole.length) return line;

  const cut = line.slice(0, Math.max(max - 1, 0));
  const lastSpace = cut.lastIndexOf(' ');
  const atWord = !/\S/.test(line[cut.length] ?? '') || lastSpace < cut.length / 2 ? cut : cut.slice(0, lastSpace);
  return `${cleanText(atWord).trimEnd()}…`;
}
