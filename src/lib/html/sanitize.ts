/** Sanitizes HTML by writing new HTML from parsed elements, so that nothing unparsed passes through. */
import { attributesOf, replacements, safeHref } from './allowed.ts';
import { escapeHtml } from './escape.ts';
import { walkHtml } from './walk.ts';

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
export function sanitizeHtml(html: string, { withoutClass }: SanitizeOptions = {}): string {
  let removedDepth = 0;
  const pieces: string[] = [];
  const openElements: OpenElement[] = [];

  const isEmpty = (element: OpenElement) => element.position === pieces.length - 1;
  const isOpen = (tag: string) => openElements.some((element) => element.tag === tag);

  function finish(element: OpenElement): void {
    if (element.tag === 'p' && isEmpty(element)) pieces.pop();
    else if (element.tag !== null) pieces.push(`</${element.tag}>`);
    element.tag = null;
  }

  // A paragraph cannot contain blocks. Like browsers, close it and everything open inside before a block.
  function finishParagraph(): void {
    const outer = openElements.findLastIndex(
      ({ tag }) => tag !== null && (tag === 'p' || containers.has(tag)),
    );
    if (openElements[outer]?.tag !== 'p') return;
    for (const element of openElements.slice(outer).reverse()) finish(element);
  }

  function tagFor(name: string, href: string | null): string | null {
    const tag = replacements.get(name) ?? null;
    if (tag === 'a') return href === null || isOpen('a') ? null : 'a';
    if (tag === 'li') {
      const parent = openElements.findLast((element) => element.tag !== null)?.tag ?? '';
      return lists.has(parent) ? 'li' : 'p';
    }
    return tag;
  }

  walkHtml(html, {
    open(name, attributes) {
      const isRemoved =
        withoutClass !== undefined && attributes.class?.split(/\s+/, 20).includes(withoutClass);
      if (removedDepth > 0 || isRemoved) {
        removedDepth += 1;
        return;
      }
      const href = name === 'a' ? safeHref(attributes.href) : null;
      const tag = tagFor(name, href);
      if (name === 'hr' || (tag !== null && blocks.has(tag))) finishParagraph();

      openElements.push({ tag: tag === 'br' ? null : tag, position: pieces.length });
      if (tag !== null) pieces.push(`<${tag}${tag === 'br' ? '' : attributesOf(attributes, href)}>`);
    },

    text(text) {
      if (removedDepth > 0) return;
      const element = openElements.at(-1);
      if (element?.tag === 'p' && isEmpty(element) && /^[ \t\r\n\f]*$/.test(text)) return;
      pieces.push(escapeHtml(text));
    },

    close(name) {
      if (removedDepth > 0) {
        removedDepth -= 1;
        return;
      }
      const element = openElements.pop();
      if (element) finish(element);
      if (name === 'td' || name === 'th') pieces.push(' ');
    },
  });

  for (const element of openElements.reverse()) finish(element);
  return pieces.join('');
}
