/** Serves the sitemap (sitemaps.org): an index, and parts with items and profiles that may be indexed. */
import { type Context, Hono } from 'hono';
import { countSitemapParts, listSitemapPart, type SitemapKind } from '../../domain/items/lists.ts';
import { createCache } from '../../lib/cache.ts';
import { config } from '../../lib/config.ts';
import { notFound } from '../../lib/errors.ts';
import { escapeHtml } from '../../lib/html/html.ts';
import { orErrorPage } from '../components/page-handler.tsx';
import { limitByAddress, searchLimit } from '../forms/answers.tsx';

/** A page that is hidden or deleted leaves the sitemap after this time. */
const ttlMs = 600_000;
const maxCachedBytes = 16 * 2 ** 20;

const cache = createCache<string, string>({
  ttl: ttlMs,
  maxSize: maxCachedBytes,
  sizeCalculation: (text, path) => 2 * (text.length + path.length),
});

export const sitemap = new Hono()
  .get(
    '/sitemap.xml',
    limitByAddress(searchLimit),
    orErrorPage((c) => serve(c, renderIndex)),
  )
  .get(
    '/sitemaps/:file{(?:items|accounts)-[1-9][0-9]{0,5}\\.xml}',
    limitByAddress(searchLimit),
    orErrorPage(servePart),
  );

function servePart(c: Context): Promise<Response> {
  const [kind, part] = c.req.param('file')!.replace('.xml', '').split('-');
  return serve(c, () => renderPart(kind as SitemapKind, Number(part)));
}

async function serve(c: Context, render: () => Promise<string>): Promise<Response> {
  const text = cache.get(c.req.path) ?? (await render());
  cache.set(c.req.path, text);
  return c.body(text, 200, {
    'Content-Type': 'application/xml; charset=utf-8',
    'Cache-Control': `public, max-age=${ttlMs / 1_000}`,
    'X-Content-Type-Options': 'nosniff',
  });
}

const declaration = '<?xml version="1.0" encoding="UTF-8"?>';
const namespace = 'http://www.sitemaps.org/schemas/sitemap/0.9';

async function renderIndex(): Promise<string> {
  const counts = await countSitemapParts();
  const parts = (['items', 'accounts'] as const).flatMap((kind) =>
    Array.from({ length: counts[kind] }, (_, index) => `${config.baseUrl}/sitemaps/${kind}-${index + 1}.xml`),
  );
  const entries = parts.map((url) => `<sitemap><loc>${url}</loc></sitemap>\n`);
  return `${declaration}\n<sitemapindex xmlns="${namespace}">\n${entries.join('')}</sitemapindex>\n`;
}

async function renderPart(kind: SitemapKind, part: number): Promise<string> {
  if (part > (await countSitemapParts())[kind]) throw notFound();
  const entries = (await listSitemapPart(kind, part)).map(
    ({ url, changedAt }) =>
      `<url><loc>${escapeHtml(url)}</loc>${changedAt ? `<lastmod>${changedAt.toISOString()}</lastmod>` : ''}</url>\n`,
  );
  return `${declaration}\n<urlset xmlns="${namespace}">\n${entries.join('')}</urlset>\n`;
}

// Serves robots.txt. Pages that must not be indexed also carry a robots meta tag

const text = `User-agent: *
Disallow: /api/
Disallow: /oauth/
Disallow: /users/
Disallow: /interact
Disallow: /authorize_interaction
Disallow: /intents/
Disallow: /import
Disallow: /login
Disallow: /register
Disallow: /shopping-list
Disallow: /units/
Disallow: /*?serving=
Disallow: /*?units=

Sitemap: ${config.baseUrl}/sitemap.xml
`;

export const robots = new Hono().get('/robots.txt', (c) =>
  c.text(text, 200, { 'Cache-Control': 'public, max-age=86400' }),
);
