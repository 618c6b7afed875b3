/** Reads the records of an XML or HTML document one after the other, each as a small tree. */
import { VOID_ELEMENTS, walkInPieces } from './html-tokens.ts';

/** Names of elements and attributes are in lower case. */
export interface MarkupElement {
  name: string;
  attributes: Map<string, string>;
  children: (MarkupElement | string)[];
}

interface RecordShape {
  isXml: boolean;
  isRecord: (name: string, attributes: Map<string, string>) => boolean;
}

/** How a document ended. */
export interface DocumentEnd {
  isCut: boolean;
  /** The record that was not complete. */
  cut: MarkupElement | null;
}

/** In HTML the next one of these ends the one before. */
const CLOSED_BY_NEXT = new Set('p li tr td th dt dd option'.split(' '));
const MAX_DEPTH = 100;
const MAX_ELEMENTS = 20_000;
const HEAD = 8_192;

/** Yields the outermost records. What is nested deeper than 100 elements in one, or beyond 20,000, loses its tags. */
export function* readRecords(text: string, { isXml, isRecord }: RecordShape): Generator<MarkupElement, DocumentEnd> {
  const complete: MarkupElement[] = [];
  const open: MarkupElement[] = [];
  let elements = 0;
  /** Of elements around records. */
  let depth = 0;

  const closeFrom = (at: number) => {
    open.splice(Math.max(at, 1));
    if (at === 0) complete.push(open.pop()!);
  };
  const visitor = {
    open(name: string, attributes: Map<string, string>) {
      const isEmpty = !isXml && VOID_ELEMENTS.has(name);
      if (open.length === 0) {
        if (!isEmpty && isRecord(name, attributes)) {
          open.push({ name, attributes, children: [] });
          elements = 0;
        } else if (!isEmpty) depth += 1;
        return;
      }
      if (!isXml && CLOSED_BY_NEXT.has(name) && open.length > 1 && open.at(-1)!.name === name) open.pop();
      elements += 1;
      if (elements > MAX_ELEMENTS || open.length >= MAX_DEPTH) return;
      const element = { name, attributes, children: [] };
      open.at(-1)!.children.push(element);
      if (!isEmpty) open.push(element);
    },
    close(name: string) {
      if (open.length === 0) depth = Math.max(0, depth - 1);
      else {
        const at = open.findLastIndex((element) => element.name === name);
        if (at >= 0) closeFrom(at);
      }
    },
    text(text: string) {
      open.at(-1)?.children.push(text);
    },
  };

  for (const _ of walkInPieces(text, visitor, isXml)) yield* complete.splice(0);
  yield* complete.splice(0);
  return { isCut: open.length > 0 || (isXml && depth > 0), cut: open[0] ?? null };
}

/** Returns the name of the outermost element in lower case, or null for text that does not begin as a document. */
export function rootOf(text: string): string | null {
  let root: string | null = null;
  if (!/^\s{0,100}<[?!a-z]/i.test(text.slice(0, 200))) return null;
  const visitor = {
    open: (name: string) => {
      root ??= name;
    },
  };
  for (const _ of walkInPieces(text.slice(0, HEAD), visitor, true)) if (root !== null) return root;
  return root;
}

export const elementsIn = (element: MarkupElement | undefined, ...names: string[]): MarkupElement[] =>
  (element?.children ?? []).filter((each) => typeof each !== 'string').filter(({ name }) => names.includes(name));

/** Returns the first of these children. */
export const elementIn = (element: MarkupElement | undefined, ...names: string[]): MarkupElement | undefined =>
  elementsIn(element, ...names)[0];

/** Returns descendants in the order of the document. */
export function findElements(element: MarkupElement, is: (element: MarkupElement) => boolean): MarkupElement[] {
  const found: MarkupElement[] = [];
  const look = ({ children }: MarkupElement) => {
    for (const each of children) {
      if (typeof each === 'string') continue;
      if (is(each)) found.push(each);
      look(each);
    }
  };
  look(element);
  return found;
}

/** Returns the text as written in the document, trimmed. */
export const textOf = (element: MarkupElement | undefined): string => (element ? rawText(element).trim() : '');

const rawText = ({ children }: MarkupElement): string =>
  children.map((each) => (typeof each === 'string' ? each : rawText(each))).join('');

/** Returns the text of the first of these children. */
export const textIn = (element: MarkupElement | undefined, ...names: string[]): string =>
  elementsIn(element, ...names)
    .map(textOf)
    .find((text) => text !== '') ?? '';

/** Returns the first of these attributes that is not empty. */
export const attributeOf = (element: MarkupElement | undefined, ...names: string[]): string =>
  names.map((name) => element?.attributes.get(name)?.trim() ?? '').find((value) => value !== '') ?? '';

/** Whether the attribute `class` has this name. */
export const hasClass = (attributes: Map<string, string>, name: string): boolean =>
  (attributes.get('class') ?? '').split(/\s+/).includes(name);

const BLOCKS = new Set('p div br li ul ol h1 h2 h3 h4 h5 h6 tr table dd dt hr blockquote'.split(' '));

/** Returns the lines that a browser shows of an HTML element. */
export function linesOf(element: MarkupElement | undefined): string[] {
  return element
    ? shownText(element)
        .split('\n')
        .map((line) => line.replace(/\s+/g, ' ').trim())
        .filter((line) => line !== '')
    : [];
}

function shownText({ name, children }: MarkupElement): string {
  const inner = children
    .map((each) => (typeof each === 'string' ? each.replace(/\s+/g, ' ') : shownText(each)))
    .join('');
  return BLOCKS.has(name) ? `\n${inner}\n` : inner;
}
