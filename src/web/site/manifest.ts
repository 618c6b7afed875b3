/** Serves the web app manifest, which makes the site installable (W3C Web Application Manifest). */
import { type Context, Hono } from 'hono';
import { getInstanceProfile } from '../../domain/instance/instance.ts';
import { excerpt, textOf } from '../../lib/html/html.ts';
import { reader } from '../../lib/language/reader.ts';
import { t } from '../../lib/language/text.ts';
import { renderMarkdown } from '../../lib/markdown.ts';
import { assetPaths } from '../assets.ts';
import { themeColors } from '../components/layout.tsx';
import { orErrorPage } from '../components/page-handler.tsx';
import { sharePath } from '../import-export/import-form.tsx';

const shortcuts = () => [
  { name: t('manifest.write-recipe'), url: '/write/recipe' },
  { name: t('manifest.shopping-list'), url: '/shopping-list' },
  { name: t('manifest.collections'), url: '/collections' },
  { name: t('manifest.search'), url: '/search' },
];

const icon = (src: string, size: number, purpose: 'any' | 'maskable' = 'any') => ({
  src,
  sizes: `${size}x${size}`,
  type: 'image/png',
  purpose,
});

/** Phones know few of the formats by their name, and share the others as `application/octet-stream`. */
const recipeFiles = [
  'text/plain',
  'text/html',
  'text/markdown',
  'text/csv',
  'application/json',
  'application/xml',
  'application/zip',
  'application/octet-stream',
  '.cook',
  '.paprikarecipe',
  '.paprikarecipes',
  '.melarecipe',
  '.melarecipes',
  '.mcb',
  '.mmf',
  '.mx2',
  '.enex',
];

export const manifest = new Hono().get('/manifest.webmanifest', orErrorPage(serve));

async function serve(c: Context): Promise<Response> {
  const { name, description } = await getInstanceProfile();
  const text = JSON.stringify({
    id: '/',
    name,
    short_name: name,
    lang: reader().language,
    description: excerpt(textOf(renderMarkdown(description)), 300) || t('manifest.description'),
    start_url: '/home',
    scope: '/',
    display: 'standalone',
    categories: ['food', 'social'],
    background_color: themeColors.light,
    theme_color: themeColors.light,
    icons: [
      icon(assetPaths.appIcon192, 192),
      icon(assetPaths.appIcon512, 512),
      icon(assetPaths.maskableIcon, 512, 'maskable'),
    ],
    shortcuts: shortcuts(),
    // Android puts the address of a shared page into `text`.
    share_target: {
      action: sharePath,
      method: 'POST',
      enctype: 'multipart/form-data',
      params: { title: 'title', text: 'text', url: 'url', files: [{ name: 'file', accept: recipeFiles }] },
    },
  });
  return c.body(text, 200, {
    'Content-Type': 'application/manifest+json; charset=utf-8',
    'Cache-Control': 'public, max-age=300',
    Vary: 'Accept-Language, Cookie',
    'X-Content-Type-Options': 'nosniff',
  });
}
