/** Serves robots.txt. Pages that must not be indexed also carry a robots meta tag. */
import { Hono } from 'hono';
import { config } from '../lib/config.ts';

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
Disallow: /*?serving=
Disallow: /*?units=

Sitemap: ${config.baseUrl}/sitemap.xml
`;

export const robots = new Hono().get('/robots.txt', (c) =>
  c.text(text, 200, { 'Cache-Control': 'public, max-age=86400' }),
);
