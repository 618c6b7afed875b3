/** Converts schema.org microdata to the structure of JSON-LD. */
import { walkHtml } from './html-tokens.ts';
import type { Node } from './json-ld.ts';

interface OpenElement {
  tag: string;
  item: Node | null;
  property: string | null;
  text: string[];
}

const VOID = new Set('area base br col embed hr img input link meta source track wbr'.split(' '));
const BREAKING = new Set('p div li br tr h1 h2 h3 h4 h5 h6'.split(' '));
const ATTRIBUTES = new Map(
  Object.entries({ meta: 'content', link: 'href', a: 'href', img: 'src', time: 'datetime', data: 'value' }),
);
const MAX_DEPTH = 100;
const MAX_TEXT_PIECES = 100_000;

/** Returns the top-level items of the page. */
export function readMicrodata(html: string): Node[] {
  if (!/itemtype=["']?https?:\/\/schema\.org\/Recipe/i.test(html)) return [];

  const items: Node[] = [];
  const open: OpenElement[] = [];

  const finish = (element: OpenElement) => {
    if (element.property === null) return;
    const owner = open.findLast((each) => each.item !== null)?.item;
    if (owner) add(owner, element.property, element.item ?? element.text.join(''));
  };

  const write = (text: string) => {
    const element = open.findLast((each) => each.property !== null && each.item === null);
    if (element && element.text.length < MAX_TEXT_PIECES) element.text.push(text);
  };

  walkHtml(html, {
    open(tag, attributes) {
      if (BREAKING.has(tag)) write('\n');
      const property = attributes.get('itemprop')?.trim().split(/\s+/)[0] || null;
      const item = attributes.has('itemscope') ? { '@type': attributes.get('itemtype') ?? '' } : null;
      const value = attributes.get('content') ?? attributes.get(ATTRIBUTES.get(tag) ?? '');

      if (item && property === null) items.push(item);
      if (property !== null && item === null && value !== undefined && !(tag === 'a' && property !== 'url')) {
        finish({ tag, item: null, property, text: [value] });
        if (!VOID.has(tag) && open.length < MAX_DEPTH)
          open.push({ tag, item: null, property: null, text: [] });
      } else if (!VOID.has(tag) && open.length < MAX_DEPTH) {
        open.push({ tag, item, property, text: [] });
      }
    },
    close(tag) {
      if (BREAKING.has(tag)) write('\n');
      const at = open.findLastIndex((element) => element.tag === tag);
      if (at < 0) return;
      for (const element of open.splice(at).reverse()) finish(element);
    },
    text: write,
  });

  for (const element of open.splice(0).reverse()) finish(element);
  return items;
}

function add(owner: Node, property: string, value: unknown): void {
  if (!Object.hasOwn(owner, property)) {
    Object.defineProperty(owner, property, { value: [value], enumerable: true });
    return;
  }

  const values = owner[property];
  if (Array.isArray(values)) values.push(value);
}
