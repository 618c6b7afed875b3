/** The page that other sites show in a frame, and the oEmbed preview that names it. */
import { type Context, Hono } from 'hono';
import { html } from 'hono/html';
import { anonymous } from '../../domain/accounts/account.ts';
import { type Collection, getCollection, listItems } from '../../domain/collections/collections.ts';
import { getInstanceProfile } from '../../domain/instance/instance.ts';
import { pictureUrls } from '../../http/media.ts';
import { idInPath, readId } from '../../http/pagination.ts';
import { writeForAddress } from '../../http/reader.ts';
import { config } from '../../lib/config.ts';
import { notFound } from '../../lib/errors.ts';
import { escapeHtml } from '../../lib/html/html.ts';
import { directionOf, isLanguage } from '../../lib/language/languages.ts';
import { reader } from '../../lib/language/reader.ts';
import { t } from '../../lib/language/text.ts';
import { firstPage } from '../../lib/page.ts';
import { assetPaths } from '../assets.ts';
import { nameOf, profileUrl } from '../components/account.tsx';
import { factLine } from '../components/elements.tsx';
import { Cards } from '../components/item-lists.tsx';
import { pageHeaders } from '../components/layout.tsx';
import { orErrorPage } from '../components/page-handler.tsx';
import { feedLimit, limitByAddress } from '../forms/answers.tsx';
import { covered } from './show.tsx';

const maxItems = 12;
const frame = { width: 600, height: 520 };

/** Every site may frame this page: it has no forms, and nobody is logged in on it. */
const headers: Record<string, string> = {
  ...pageHeaders,
  'cache-control': 'public, max-age=300',
  'content-security-policy':
    "default-src 'none'; style-src 'self'; img-src 'self'; font-src 'self'; " +
    "form-action 'none'; base-uri 'none'; frame-ancestors *",
};
delete headers['x-frame-options'];

export const embed = new Hono().get('/embed/collections/:id', limitByAddress(feedLimit), orErrorPage(show));

async function show(c: Context): Promise<Response> {
  const collection = await getShared(c);
  const { name, url, account, itemsCount } = collection;
  const items = await listItems(collection.id, anonymous, { ...firstPage, limit: maxItems, order: 'asc' });
  const { result, headers: languageHeaders } = await writeForAddress(c, () => {
    const facts = factLine([
      <bdi>{nameOf(account)}</bdi>,
      config.host,
      t('collections.items-count', { count: itemsCount }),
    ]);
    return html`<!doctype html>
<html lang="${reader().language}" dir="${directionOf(reader().language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<base target="_blank">
<title>${name}</title>
<link rel="stylesheet" href="${assetPaths.style}">
</head>
<body class="embed">
<main>
<header><h1><a href="${url}" rel="noopener">${name}</a></h1>
<p class="hint">${facts}</p></header>
${<Cards items={items.map(({ object }) => covered(object))} />}
</main>
</body>
</html>
`;
  });
  return new Response(String(result), { headers: { ...headers, ...languageHeaders } });
}

async function getShared(c: Context): Promise<Collection> {
  const collection = await getCollection(idInPath(c), anonymous);
  if (collection.account.host !== '') throw notFound();
  return collection;
}

/**
 * An oEmbed response of type `rich`. Sites may ask for a smaller frame, and for a language; otherwise the frame is in
 * the language of each browser.
 */
export async function collectionPreview(c: Context, { id, name, account, cover }: Collection) {
  const width = atMost(c.req.query('maxwidth'), frame.width);
  const height = atMost(c.req.query('maxheight'), frame.height);
  const lang = c.req.query('lang');
  const query = lang !== undefined && isLanguage(lang) ? `?lang=${lang}` : '';
  const source = `${config.baseUrl}/embed/collections/${id}${query}`;
  return {
    version: '1.0',
    type: 'rich',
    title: name,
    author_name: nameOf(account),
    author_url: new URL(profileUrl(account), config.baseUrl).href,
    provider_name: (await getInstanceProfile()).name,
    provider_url: config.baseUrl,
    cache_age: 300,
    width,
    height,
    html:
      `<iframe src="${source}" width="${width}" height="${height}" title="${escapeHtml(name)}" style="border: 0" ` +
      'loading="lazy" sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe>',
    ...(cover && {
      thumbnail_url: pictureUrls(cover.key).small,
      ...thumbnailSize(cover),
    }),
  };
}

const atMost = (text: string | undefined, usual: number): number => Math.min(usual, readId(text ?? '') ?? usual);

function thumbnailSize({ width, height }: { width: number; height: number }) {
  const scale = Math.min(1, 400 / Math.max(width, height, 1));
  return { thumbnail_width: Math.round(width * scale), thumbnail_height: Math.round(height * scale) };
}
