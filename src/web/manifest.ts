/** Serves the web app manifest, which makes the site installable (W3C Web Application Manifest). */
import { Hono } from 'hono';
import { getInstanceProfile } from '../domain/instance/profile.ts';
import { excerpt, textOf } from '../lib/html/html.ts';
import { renderMarkdown } from '../lib/markdown.ts';
import { assetPaths } from './assets.ts';
import { themeColors } from './components/app-tags.ts';
import { errorPage } from './components/error-page.ts';

const shortcuts = [
  { name: 'Write a recipe', url: '/write/recipe' },
  { name: 'Shopping list', url: '/shopping-list' },
  { name: 'Collections', url: '/collections' },
  { name: 'Search', url: '/search' },
];

const icon = (src: string, size: number, purpose: 'any' | 'maskable' = 'any') => ({
  ...{ src, sizes: `${size}x${size}`, type: 'image/png', purpose },
});

export const manifest = new Hono().get('/manifest.webmanifest', async (c) => {
  try {
    const { name, description } = await getInstanceProfile();
    const text = JSON.stringify({
      ...{ id: '/', name, short_name: name, lang: 'en' },
      description:
        excerpt(textOf(renderMarkdown(description)), 300) || 'Recipes and the dishes people make from them.',
      ...{ start_url: '/home', scope: '/', display: 'standalone', categories: ['food', 'social'] },
      ...{ background_color: themeColors.light, theme_color: themeColors.light },
      icons: [
        icon(assetPaths.appIcon192, 192),
        icon(assetPaths.appIcon512, 512),
        icon(assetPaths.maskableIcon, 512, 'maskable'),
      ],
      shortcuts,
      // Android puts the address of a shared page into `text`.
      share_target: {
        ...{ action: '/import', method: 'GET' },
        params: { title: 'title', text: 'text', url: 'url' },
      },
    });
    return c.body(text, 200, {
      'Content-Type': 'application/manifest+json; charset=utf-8',
      'Cache-Control': 'public, max-age=300',
      'X-Content-Type-Options': 'nosniff',
    });
  } catch (error) {
    return errorPage(c, error);
  }
});
