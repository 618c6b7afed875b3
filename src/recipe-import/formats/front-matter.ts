/** Reads the front matter of Markdown and Cooklang: the part of YAML that people write between two lines of dashes. */

interface FrontMatter {
  /** Keys are in lower case; those of an inner level have that of the outer one and a full stop in front. */
  fields: Map<string, string | string[]>;
  /** What comes after it. */
  body: string;
}

const MAX_LINES = 2_000;
const MAX_LENGTH = 4_000;
const PAIR = /^([^\s:#[\]{}-][^:]{0,60}?)\s{0,5}:(?:\s+(.{0,4000}))?$/;

/** Returns null for a text that does not begin with front matter. */
export function readFrontMatter(text: string): FrontMatter | null {
  if (!/^---[^\S\n]{0,10}\n/.test(text)) return null;
  const start = text.indexOf('\n') + 1;
  const end = text.indexOf('\n---', start - 1);
  if (end < 0) return null;
  const after = text.indexOf('\n', end + 1);
  return {
    fields: readFields(
      text
        .slice(start, Math.max(start, end))
        .split('\n', MAX_LINES)
        .map((line) => line.slice(0, MAX_LENGTH)),
    ),
    body: after < 0 ? '' : text.slice(after + 1),
  };
}

function readFields(lines: string[]): FrontMatter['fields'] {
  const fields: FrontMatter['fields'] = new Map();
  let parent = '';
  let key = '';
  /** The text of `key: |`, whose lines have a larger indent. */
  let block: { indent: number; lines: string[] } | null = null;
  const endBlock = () => {
    if (block) fields.set(key, block.lines.join('\n').trim());
    block = null;
  };

  for (const line of lines) {
    const text = line.trim();
    const indent = line.length - line.trimStart().length;
    if (block !== null && (text === '' || indent > (block as { indent: number }).indent)) {
      (block as { lines: string[] }).lines.push(text);
      continue;
    }
    endBlock();
    if (text === '' || text.startsWith('#')) continue;

    const pair = indent === 0 || fields.get(parent) === undefined ? PAIR.exec(text) : null;
    if (/^-(?:\s|$)/.test(text)) {
      if (key === '') continue;
      const known = fields.get(key);
      const item = unquote(text.slice(1));
      if (item !== '') fields.set(key, Array.isArray(known) ? [...known, item] : [item]);
    } else if (pair) {
      const name = pair[1]!.trim().toLowerCase();
      if (indent === 0) parent = name;
      key = indent === 0 || parent === '' ? name : `${parent}.${name}`;
      const value = pair[2]?.trim() ?? '';
      if (/^[|>][+-]?$/.test(value)) block = { indent, lines: [] };
      else if (value !== '') fields.set(key, /^\[.*\]$/.test(value) ? listOf(value) : unquote(value));
    } else if (key !== '') fields.set(key, continued(fields.get(key), text));
  }
  endBlock();
  return fields;
}

function continued(known: string | string[] | undefined, text: string): string | string[] {
  if (Array.isArray(known)) return [...known.slice(0, -1), `${known.at(-1) ?? ''} ${text}`.trim()];
  return `${known ?? ''} ${text}`.trim();
}

const listOf = (value: string): string[] =>
  value
    .slice(1, -1)
    .split(',')
    .map(unquote)
    .filter((item) => item !== '');

function unquote(value: string): string {
  const text = value.trim();
  if (/^".*\\.*"$/.test(text)) {
    // Escapes of JSON are escapes of YAML.
    try {
      return String(JSON.parse(text));
    } catch {
      // As it stands.
    }
  }
  return text.replace(/^(["'])(.*)\1$/, '$2');
}
