/** Reads recipes from a page that a browser saved as one file (MHTML, RFC 2557). */
import { decodeText } from '../../lib/decode-text.ts';
import { readRecipes } from '../html-page.ts';
import { type FoundInFile, foundIn } from './found.ts';

const MAX_HEAD = 4_000;
const MAX_PARTS = 50;
const BOUNDARY = /\bboundary\s{0,3}=\s{0,3}(?:"([^"\n]{1,200})"|([^\s;"]{1,200}))/i;
const SPACE_LINE = /\r?\n\r?\n/;

interface Part {
  headers: Map<string, string>;
  body: string;
}

export const isSavedPage = (head: string): boolean =>
  /^[a-z][a-z-]{1,60}:/i.test(head) && /^content-type:\s{0,10}multipart\/related/im.test(head.slice(0, MAX_HEAD));

/** The first part in HTML is the page. */
export function* findInSavedPage(text: string): Generator<FoundInFile> {
  const { headers, body } = partOf(text);
  const [, quoted, bare] = BOUNDARY.exec(headers.get('content-type') ?? '') ?? [];
  const parts = body.split(`--${quoted ?? bare ?? ''}`, MAX_PARTS).map((part) => partOf(part.replace(/^\r?\n/, '')));
  const page = parts.find((part) => part.headers.get('content-type')?.startsWith('text/html'));
  const url = headers.get('snapshot-content-location') ?? page?.headers.get('content-location') ?? null;
  yield* foundIn({ format: 'schema.org', ...readRecipes(page ? contentOf(page) : '', url) });
}

function partOf(text: string): Part {
  const end = SPACE_LINE.exec(text.slice(0, MAX_HEAD));
  const lines = text
    .slice(0, end?.index ?? 0)
    .replace(/\r?\n[ \t]+/g, ' ')
    .split(/\r?\n/);
  const headers = lines.map((line): [string, string] => {
    const colon = line.indexOf(':');
    return [line.slice(0, Math.max(colon, 0)).toLowerCase(), line.slice(colon + 1).trim()];
  });
  return { headers: new Map(headers), body: end ? text.slice(end.index + end[0].length) : text };
}

function contentOf({ headers, body }: Part): string {
  const encoding = headers.get('content-transfer-encoding')?.toLowerCase();
  if (encoding !== 'base64' && encoding !== 'quoted-printable') return body;
  const plain = body.replace(/=\r?\n/g, '').replace(/=([0-9a-f]{2})/gi, (_, code: string) => {
    return String.fromCharCode(Number.parseInt(code, 16));
  });
  const bytes = encoding === 'base64' ? Buffer.from(body, 'base64') : Buffer.from(plain, 'latin1');
  return decodeText(bytes, headers.get('content-type') ?? null) ?? '';
}
