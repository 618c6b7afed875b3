/** Serializes JSON in canonical form (JCS, RFC 8785) and hashes it. */
import { hash } from 'node:crypto';
import type { JsonObject } from './json.ts';

/** `value` comes from `JSON.parse`. Builds text, because a sorted object would lose a member `__proto__`. */
function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);

  const members = Object.entries(value)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, content]) => `${JSON.stringify(name)}:${canonicalJson(content)}`);
  return `{${members.join(',')}}`;
}

export const canonicalDigest = (json: JsonObject): Buffer => hash('sha256', canonicalJson(json), 'buffer');
