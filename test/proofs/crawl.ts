/** Reads everything a viewer can get at: what they are given, what it points to, and what they can guess. */
import { config } from '../../src/lib/config.ts';
import { theApp } from '../support/as.ts';

export interface Seen {
  /** Every mark read, with the first place where it stood. */
  marks: Map<string, string>;
  /** Keys of the pictures whose files came. */
  pictures: Set<string>;
  answers: number;
  /** What went wrong, with its place. */
  failures: string[];
}

export interface Eyes {
  /** Of a GET of this URL. */
  headersFor(url: string): Record<string, string>;
  /** What they ask for where the answer depends on it. */
  accepts: string[];
  /** Whether they look there at all. */
  asksFor(path: string): boolean;
}

const most = 6_000;
/** Queries of one path that are followed: a page offers to cook for one more, and one more, and one more. */
const mostQueries = 24;
/** Where each answer is the same whatever is accepted, and where nothing is to be read. */
const single = /^\/(?:api\/v1|media|assets|oauth|\.well-known|nodeinfo)(?:\/|$)/;

/** From the paths given, over every URL of ours that an answer names, to the end. */
export async function crawl(paths: Iterable<string>, { headersFor, accepts, asksFor }: Eyes): Promise<Seen> {
  const seen: Seen = { marks: new Map(), pictures: new Set(), answers: 0, failures: [] };
  const known = new Set<string>();
  const waiting: string[] = [];
  const note = (path: string) => {
    if (known.has(path) || !asksFor(path)) return;
    known.add(path);
    waiting.push(path);
  };
  for (const path of paths) note(path);
  const queries = new Map<string, number>();
  const follow = (path: string) => {
    const pathname = path.split('?')[0]!;
    const count = queries.get(pathname) ?? 0;
    if (known.has(path) || count >= mostQueries) return;
    queries.set(pathname, count + 1);
    note(path);
  };

  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (known.size > most) throw new Error(`there is no end of URLs: ${waiting.slice(-5).join(' ')}`);
    const url = `${config.baseUrl}${path}`;
    for (const accept of single.test(path) ? [''] : accepts) {
      const headers: Record<string, string> = { ...headersFor(url), ...(accept && { accept }) };
      const response = await theApp().request(url, { headers });
      seen.answers += 1;
      if (response.status >= 500) seen.failures.push(`${response.status} ${accept} ${path}`);
      if (response.headers.get('content-type')?.startsWith('image/')) {
        seen.pictures.add(path.split('/')[2] ?? '');
        continue;
      }
      const text = await wholeOf(response);
      for (const found of linksIn(text)) follow(found);
      if (headers.cookie && response.headers.get('cache-control')?.startsWith('public')) {
        // Feeds and the like are told to everybody, and so must not depend on who asks.
        const toAnyone = await theApp().request(url, { headers: { accept: headers.accept ?? '*/*' } });
        if ((await wholeOf(toAnyone)) !== text) seen.failures.push(`public, but for some: ${path}`);
        continue;
      }
      for (const [mark] of text.matchAll(/zq[a-z]+qz/g)) {
        // What was asked for is no news.
        if (!path.includes(mark) && !seen.marks.has(mark)) seen.marks.set(mark, `${accept} ${path}`);
      }
    }
  }
  return seen;
}

const wholeOf = async (response: Response): Promise<string> =>
  `${await response.text()}\n${[...response.headers].join('\n')}`;

/** Paths, with queries. */
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
