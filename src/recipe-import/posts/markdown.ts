/** Converts the HTML of a post to Markdown, so that its author can edit it. */
import { replacements, safeHref, walkHtml } from '../../lib/html/html.ts';

interface Frame {
  tag: string;
  attributes: Record<string, string>;
  /** Markdown. */
  text: string;
  /** Without escapes, for links and code. */
  plain: string;
  /** Items of a list so far. */
  items: number;
}

const marks: Record<string, string> = { strong: '**', em: '*', del: '~~' };
const blocks = new Set(['p', 'pre', 'blockquote', 'ul', 'ol', 'li', 'root']);
const transparent = new Set(['span', 'br']);

/** `handles` maps the links of mentions to `@name@host`. */
export function toMarkdown(html: string, handles: ReadonlyMap<string, string> = new Map()): string {
  const frames: Frame[] = [newFrame('root')];
  const opened: boolean[] = [];
  const top = () => frames.at(-1)!;
  const isRaw = () => frames.some(({ tag }) => tag === 'code' || tag === 'pre');

  const closeTop = () => {
    const frame = frames.pop()!;
    const parent = top();
    parent.plain += frame.plain;
    parent.text += markdownOf(frame, parent, handles, isRaw());
  };

  walkHtml(html, {
    open(name, attributes) {
      const tag = replacements.get(name) ?? 'span';
      if (tag === 'br') add(top(), '\n');
      opened.push(!transparent.has(tag));
      if (!transparent.has(tag)) frames.push(newFrame(tag, attributes));
    },
    text(text) {
      if (isRaw()) return add(top(), text);
      const folded = text.replace(/\s+/g, ' ');
      const isAtStart = blocks.has(top().tag) && (top().text === '' || top().text.endsWith('\n'));
      top().plain += folded;
      top().text += isAtStart ? escapeStart(escapeText(folded.trimStart())) : escapeText(folded);
    },
    close() {
      if (opened.pop()) closeTop();
    },
  });
  // Parsing may have stopped at a limit.
  while (frames.length > 1) closeTop();
  return frames[0]!.text
    .replace(/[ \t]+\n/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

const newFrame = (tag: string, attributes: Record<string, string> = {}): Frame => ({
  ...{ tag, attributes, text: '', plain: '', items: 0 },
});

function add(frame: Frame, text: string): void {
  frame.text += text;
  frame.plain += text;
}

function markdownOf(
  frame: Frame,
  parent: Frame,
  handles: ReadonlyMap<string, string>,
  isRaw: boolean,
): string {
  const { tag, text, plain } = frame;
  if (isRaw) return plain;
  const trimmed = text.trim();
  if (trimmed === '') return text;
  switch (tag) {
    case 'a':
      return linkOf(frame, handles);
    case 'strong':
    case 'em':
    case 'del':
      return /^\S[\s\S]*\S$|^\S$/.test(text) ? `${marks[tag]}${text}${marks[tag]}` : text;
    case 'code':
      return /[`\n]/.test(plain) ? escapeText(plain) : `\`${plain}\``;
    case 'pre':
      return `\n\n${plain.replace(/^/gm, '    ')}\n\n`;
    case 'blockquote':
      return `\n\n${trimmed.replace(/^/gm, '> ')}\n\n`;
    case 'li':
      parent.items += 1;
      return `\n${parent.tag === 'ol' ? `${parent.items}.` : '-'} ${trimmed.replace(/\n+/g, '\n  ')}`;
    case 'h3':
    case 'h4':
    case 'h5':
    case 'h6':
      return `\n\n${'#'.repeat(Number(tag[1]))} ${trimmed.replace(/\n+/g, ' ')}\n\n`;
    default:
      return `\n\n${text}\n\n`;
  }
}

function linkOf({ attributes, text, plain }: Frame, handles: ReadonlyMap<string, string>): string {
  const shown = plain.trim();
  const href = safeHref(attributes.href);
  if (href === null) return text;
  const handle = handles.get(attributes.href!) ?? handles.get(href);
  if (handle) return handle;
  const classes = (attributes.class ?? '').split(/\s+/, 20);
  if (/^#[\p{L}\p{M}\p{N}_]{1,100}$/u.test(shown)) return shown;
  if (classes.includes('mention') && /^@[A-Za-z0-9_.-]{1,60}$/.test(shown))
    return `${shown}@${new URL(href).host}`;
  if (shown === href || shown === attributes.href || `${shown}/` === href)
    return /^[\w:/.?=&%+-]*[A-Za-z0-9/]$/.test(href) && !href.includes('_') ? href : `<${href}>`;
  return `[${text.trim()}](<${href}>)`;
}

const escapeText = (text: string): string =>
  text
    .replace(/[\\`*[\]<>~]|&(?=#?\w{1,31};)/g, '\\$&')
    .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\_');

/** At the start of a line these begin a heading, a list or a rule. */
const escapeStart = (text: string): string =>
  text.replace(/^(#{1,6}|[+-]|-{2,}|=+)(?=\s|$)/, '\\$1').replace(/^(\d{1,9})([.)])(?=\s|$)/, '$1\\$2');
