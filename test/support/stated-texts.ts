/** Reads what schema.org nodes of a page state, without the parsers under test. */
import type { Node } from '../../src/recipe-import/json-ld.ts';

/** Whether the property has a text or number that matches. The default is any letter or digit. */
export const hasText =
  (name: string, pattern = /[\p{L}\p{N}]/u) =>
  (node: Node) =>
    textsIn(node[name]).some((text) => pattern.test(text));

/** All texts and numbers of a value, at any depth. */
export function textsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return value == null ? [] : [String(value)];
  return Object.entries(value).flatMap(([key, member]) => (key === '@type' ? [] : textsIn(member)));
}
