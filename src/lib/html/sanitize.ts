/** Rewrites HTML from what was understood of it, so that nothing passes which was not. */
import { attributesOf, replacements, safeHref } from './allowed.ts';
import { escapeHtml } from './escape.ts';
import { walkHtml } from './walk.ts';

interface Frame {
  /** What was written for the element, or null when nothing was, or it is closed already. */
  tag: string | null;
  /** Where its opening tag stands among the pieces. */
  position: number;
}

const blocks = new Set(['p', 'ul', 'ol', 'blockquote', 'pre', 'h3', 'h4', 'h5', 'h6']);
const containers = new Set(['ul', 'ol', 'li', 'blockquote']);
const lists = new Set(['ul', 'ol']);

/** Well-formed HTML of the allow-list, whatever comes in; safe to put into a page as it is. */
export function sanitizeHtml(html: string): string {
  const pieces: string[] = [];
  const frames: Frame[] = [];

  const isEmpty = (frame: Frame) => frame.position === pieces.length - 1;
  const isOpen = (tag: string) => frames.some((frame) => frame.tag === tag);

  function finish(frame: Frame): void {
    if (frame.tag === 'p' && isEmpty(frame)) pieces.pop();
    else if (frame.tag !== null) pieces.push(`</${frame.tag}>`);
    frame.tag = null;
  }

  // A paragraph holds no blocks: browsers close it before one, and so do we, with all that is open inside.
  function finishParagraph(): void {
    const outer = frames.findLastIndex(({ tag }) => tag !== null && (tag === 'p' || containers.has(tag)));
    if (frames[outer]?.tag !== 'p') return;
    for (const frame of frames.slice(outer).reverse()) finish(frame);
  }

  function tagFor(name: string, href: string | null): string | null {
    const tag = replacements.get(name) ?? null;
    if (tag === 'a') return href === null || isOpen('a') ? null : 'a';
    if (tag === 'li') {
      const parent = frames.findLast((frame) => frame.tag !== null)?.tag ?? '';
      return lists.has(parent) ? 'li' : 'p';
    }
    return tag;
  }

  walkHtml(html, {
    open(name, attributes) {
      const href = name === 'a' ? safeHref(attributes.href) : null;
      const tag = tagFor(name, href);
      if (name === 'hr' || (tag !== null && blocks.has(tag))) finishParagraph();

      frames.push({ tag: tag === 'br' ? null : tag, position: pieces.length });
      if (tag !== null) pieces.push(`<${tag}${tag === 'br' ? '' : attributesOf(attributes, href)}>`);
    },

    text(text) {
      const frame = frames.at(-1);
      if (frame?.tag === 'p' && isEmpty(frame) && /^[ \t\r\n\f]*$/.test(text)) return;
      pieces.push(escapeHtml(text));
    },

    close(name) {
      const frame = frames.pop();
      if (frame) finish(frame);
      if (name === 'td' || name === 'th') pieces.push(' ');
    },
  });

  for (const frame of frames.reverse()) finish(frame);
  return pieces.join('');
}
