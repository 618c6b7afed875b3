/** Serves robots.txt. Pages that must not be indexed also carry a robots meta tag. */
import { Hono } from 'hono';

const text = `User-agent: *
Disallow: /api/
Disallow: /oauth/
Disallow: /users/
Disallow: /interact
Disallow: /login
Disallow: /register
Disallow: /shopping-list
Disallow: /*?serving=
Disallow: /*?units=
`;

export const robots = new Hono().get('/robots.txt', (c) =>
  c.text(text, 200, { 'Cache-Control': 'public, max-age=86400' }),
);
