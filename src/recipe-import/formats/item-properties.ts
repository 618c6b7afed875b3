/** Reads the properties of an HTML element whose descendants have `itemprop`, with or without a type. */
import { findElements, linesOf, type MarkupElement } from '../markup-records.ts';

interface Properties {
  /** The lines that a browser shows of the elements with the first of these properties that is not empty. */
  lines: (...names: string[]) => string[];
  /** The same as one text, or the content of a `meta` element. */
  text: (...names: string[]) => string;
  /** What the attributes say: `content`, `href`, `src` or `value`. */
  value: (...names: string[]) => string;
  /** The texts of all elements with this property. */
  all: (name: string) => string[];
}

const VALUES = ['content', 'href', 'src', 'value'];

export function propertiesOf(element: MarkupElement): Properties {
  const byName = Map.groupBy(
    findElements(element, ({ attributes }) => attributes.has('itemprop')),
    ({ attributes }) => attributes.get('itemprop')!.trim(),
  );
  const elementsOf = (name: string) => byName.get(name) ?? [];
  const statedBy = ({ attributes }: MarkupElement) =>
    VALUES.map((name) => attributes.get(name)?.trim() ?? '').find((text) => text !== '') ?? '';
  const shownBy = (each: MarkupElement) => linesOf(each).join(' ') || statedBy(each);
  const firstOf = <T extends string | unknown[]>(names: string[], read: (name: string) => T, none: T): T =>
    names.map(read).find((each) => each.length > 0) ?? none;

  return {
    lines: (...names) => firstOf(names, (name) => elementsOf(name).flatMap(linesOf), [] as string[]),
    text: (...names) => firstOf(names, (name) => elementsOf(name).map(shownBy).find(Boolean) ?? '', ''),
    value: (...names) => firstOf(names, (name) => elementsOf(name).map(statedBy).find(Boolean) ?? '', ''),
    all: (name) => elementsOf(name).map(shownBy).filter(Boolean),
  };
}
