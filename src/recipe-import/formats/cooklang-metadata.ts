/** Separates the metadata of a Cooklang file from the recipe. */

export interface CooklangParts {
  /** Keys are in lower case. */
  metadata: Map<string, string>;
  body: string;
}

/** Reads front matter between `---` and lines that begin with `>>`, and removes comments from the body. */
export function splitMetadata(source: string): CooklangParts {
  const metadata = new Map<string, string>();
  const text = source
    .slice(0, 2 ** 20)
    .replace(/^\uFEFF/, '')
    .replace(/\r\n?/g, '\n')
    .replaceAll('\0', '')
    .toWellFormed();
  const rest = readFrontMatter(text, metadata);
  const lines = withoutBlocks(rest)
    .split('\n')
    .filter((line) => {
      const noted = /^>>\s{0,5}([^:\n]{1,60}):(.{0,2000})$/.exec(line);
      if (noted) metadata.set(noted[1]!.trim().toLowerCase(), noted[2]!.trim());
      return !line.startsWith('>>');
    });
  return { metadata, body: lines.map(withoutComment).join('\n') };
}

function readFrontMatter(text: string, metadata: Map<string, string>): string {
  if (!/^---\s*\n/.test(text)) return text;
  const start = text.indexOf('\n') + 1;
  const end = text.indexOf('\n---', start - 1);
  if (end < 0) return text;

  let parent = '';
  for (const line of text.slice(start, end).split('\n')) {
    const member = /^\s+-\s+(.{1,200})$|^-\s+(.{1,200})$/.exec(line);
    const pair = /^(\s{0,8})([^:#\s][^:]{0,60}):(?:\s(.{0,2000}))?$/.exec(line);
    if (member && parent) {
      const known = metadata.get(parent);
      const value = unquote(member[1] ?? member[2]!);
      metadata.set(parent, known ? `${known}, ${value}` : value);
    } else if (pair) {
      const key = pair[2]!.trim().toLowerCase();
      const full = pair[1] !== '' && parent ? `${parent}.${key}` : key;
      if (pair[1] === '') parent = key;
      if (pair[3]?.trim()) metadata.set(full, unquote(pair[3]));
    }
  }
  const after = text.indexOf('\n', end + 1);
  return after < 0 ? '' : text.slice(after + 1);
}

const unquote = (value: string) =>
  value
    .trim()
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/^(["'])(.*)\1$/, '$2');

function withoutBlocks(text: string): string {
  const parts: string[] = [];
  let at = 0;
  for (;;) {
    const start = text.indexOf('[-', at);
    const end = start < 0 ? -1 : text.indexOf('-]', start + 2);
    if (end < 0) return parts.concat(text.slice(at)).join('');
    parts.push(text.slice(at, start));
    at = end + 2;
  }
}

function withoutComment(line: string): string {
  const at = line.search(/(?:^|\s)--(?!-)/);
  return at < 0 ? line : line.slice(0, at);
}
