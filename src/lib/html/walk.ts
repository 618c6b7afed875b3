/** Parses untrusted HTML into balanced events, up to limits on size, depth and number of elements. */
import { Parser } from 'htmlparser2';
import { cleanText } from '../text.ts';

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
const containsHtml = new Set([
  'foreignobject',
  'desc',
  'title',
  'annotation-xml',
  'mi',
  'mo',
  'mn',
  'ms',
  'mtext',
]);

export interface HtmlReader {
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
