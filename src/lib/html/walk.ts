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

export interface HtmlReader {
  open(name: string, attributes: Record<string, string>): void;
  text(text: string): void;
  /** Called once for every `open`, innermost first, unless parsing stopped at a limit. */
  close(name: string): void;
}

/** Stops at 1 MiB, a depth of 100 or 20,000 elements. */
export function walkHtml(html: string, reader: HtmlReader): void {
  let depth = 0;
  let elements = 0;
  let skippedAt = 0;
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
      depth++;
      elements++;
      if (depth > MAX_DEPTH || elements > MAX_ELEMENTS) {
        stopped = true;
        parser.pause();
      } else if (skippedAt === 0) {
        if (skipped.has(name)) skippedAt = depth;
        else reader.open(name, attributes);
      }
    },
    ontext(text) {
      if (!stopped && skippedAt === 0) pending += text;
    },
    onclosetag(name) {
      if (stopped) return;
      flush();
      if (skippedAt === 0) reader.close(name);
      else if (skippedAt === depth) skippedAt = 0;
      depth--;
    },
  });

  parser.write(cleanText(html.slice(0, MAX_LENGTH)));
  if (!stopped) parser.end();
  flush();
}
