/** Crawls everything that a viewer can reach: given paths, links in responses, and guessed URLs. */
import { config } from '../../src/lib/config.ts';
import { testApp } from '../support/as.ts';
import { scaled } from '../support/test-length.ts';

export interface CrawlResult {
  /** Every marker found, with the first path that contained it. */
  marks: Map<string, string>;
  /** Keys of the pictures that were served. */
  pictures: Set<string>;
  answers: number;
  /** Failures, each with its path. */
  failures: string[];
}

export interface CrawlViewer {
  /** Headers of a GET of this URL. */
  headersFor(url: string): Record<string, string>;
  /** Media types to request where the response depends on them. */
  accepts: string[];
  /** Whether this viewer requests the path at all. */
  shouldRequest(path: string): boolean;
}

const maxRequests = 6_000;
/** Maximum queries per path, because a page links to itself with one more serving without end. */
const maxQueries = scaled({ short: 1, full: 24 });
/** Paths whose response does not depend on `Accept`. */
const single = /^\/(?:api\/v1|media|assets|oauth|\.well-known|nodeinfo)(?:\/|$)/;

/** Crawls from the given paths through every local URL in a response. */
export async function crawl(
  paths: Iterable<string>,
  { headersFor, accepts, shouldRequest }: CrawlViewer,
  { followsLinks = true } = {},
): Promise<CrawlResult> {
  const seen: CrawlResult = { marks: new Map(), pictures: new Set(), answers: 0, failures: [] };
  const known = new Set<string>();
  const waiting: string[] = [];
  const note = (path: string) => {
    if (known.has(path) || !shouldRequest(path)) return;
    known.add(path);
    waiting.push(path);
  };
  for (const path of paths) note(path);
  const queries = new Map<string, number>();
  const follow = (path: string) => {
    const pathname = path.split('?')[0]!;
    const count = queries.get(pathname) ?? 0;
    if (known.has(path) || count >= maxQueries) return;
    queries.set(pathname, count + 1);
    note(path);
  };

  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (known.size > maxRequests) throw new Error(`too many URLs: ${waiting.slice(-5).join(' ')}`);
    const url = `${config.baseUrl}${path}`;
    for (const accept of single.test(path) ? [''] : accepts) {
      const headers: Record<string, string> = { ...headersFor(url), ...(accept && { accept }) };
      const response = await testApp().request(url, { headers });
      seen.answers += 1;
      if (response.status >= 500) seen.failures.push(`${response.status} ${accept} ${path}`);
      if (response.headers.get('content-type')?.startsWith('image/')) {
        seen.pictures.add(path.split('/')[2] ?? '');
        continue;
      }
      const text = await wholeOf(response);
      if (followsLinks) for (const found of linksIn(text)) follow(found);
      if (headers.cookie && response.headers.get('cache-control')?.startsWith('public')) {
        // A publicly cacheable response must not depend on the viewer.
        const toAnyone = await testApp().request(url, { headers: { accept: headers.accept ?? '*/*' } });
        if ((await wholeOf(toAnyone)) !== text)
          seen.failures.push(`publicly cacheable, but depends on the viewer: ${path}`);
        continue;
      }
      for (const [mark] of text.matchAll(/zq[a-z]+qz/g)) {
        // A marker that was part of the request proves nothing.
        if (!path.includes(mark) && !seen.marks.has(mark)) seen.marks.set(mark, `${accept} ${path}`);
      }
    }
  }
  return seen;
}

const wholeOf = async (response: Response): Promise<string> =>
  `${await response.text()}\n${[...response.headers].join('\n')}`;

/** Paths with their queries. */
function linksIn(text: string): string[] {
  const absolute = text.matchAll(/https:\/\/cook\.example(\/[^\s"'<>\\)\]}]*)/g);
  const inPages = text.matchAll(/(?:href|src|action)="(\/[^"/][^"]*)"/g);
  return [...absolute, ...inPages].map(([, path = '']) =>
    path
      .replaceAll('&amp;', '&')
      .replace(/#.*$/, '')
      .replace(/[.,;]+$/, ''),
  );
}
