/** `npm run screenshots`: takes the pictures of the README from a server with a few recipes. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type BrowserContext, chromium } from 'playwright-core';
import sharp from 'sharp';
import type { ApiClient } from '../support/api-client.ts';
import { findChromium } from '../support/find-chromium.ts';
import type { Instance } from '../support/instance.ts';
import { openNetwork } from '../support/network.ts';

const folder = join(import.meta.dirname, '../../docs/images');
const scopes = 'read write account:read account:write';

/** Draws a bowl of soup from above. */
function drawSoup(soup: string, cloth: string): Promise<Buffer> {
  const herbs = Array.from({ length: 26 }, (_, n) => {
    const [angle, radius] = [n * 2.4, 30 + n * 9];
    const [x, y] = [600 + Math.cos(angle) * radius, 400 + Math.sin(angle) * radius];
    return `<ellipse cx="${x}" cy="${y}" rx="15" ry="6" fill="#5c7a34" transform="rotate(${n * 47} ${x} ${y})"/>`;
  });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="800">
    <rect width="1200" height="800" fill="${cloth}"/>
    <circle cx="612" cy="418" r="345" fill="#00000030"/>
    <circle cx="600" cy="400" r="340" fill="#f7f1e6"/><circle cx="600" cy="400" r="290" fill="${soup}"/>
    <circle cx="540" cy="350" r="120" fill="#ffffff22"/>${herbs.join('')}</svg>`;
  return sharp(Buffer.from(svg)).jpeg().toBuffer();
}

async function createCook(server: Instance, name: string, display: string) {
  const created = await server.cli('account', 'create', name, '--display', display, '--json');
  const token = await server.cli('token', 'create', '--account', name, '--scope', scopes);
  return { name, password: JSON.parse(created).password as string, token, api: server.api(token) };
}

async function uploadPicture(server: Instance, token: string, picture: Buffer): Promise<number> {
  const form = new FormData();
  form.set('media[file]', new Blob([new Uint8Array(picture)], { type: 'image/jpeg' }), 'soup.jpg');
  form.set('media[description]', 'A bowl of soup with herbs');
  const port = server.processes.port;
  const response = await fetch(`http://127.0.0.1:${port}/api/v1/media`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  });
  return ((await response.json()) as { id: number }).id;
}

const publish = async (api: ApiClient, recipe: object): Promise<number> =>
  (await api.post('/recipes', { recipe: { visibility: 'public', locale: 'en', ...recipe } })).body.id;

async function publishAll(server: Instance) {
  const [ann, bo] = [await createCook(server, 'ann', 'Ann'), await createCook(server, 'bo', 'Bo')];
  const { id: annId } = (await ann.api.get('/accounts/me')).body;
  await bo.api.post(`/accounts/${annId}/follow`);

  const lentil = await uploadPicture(server, ann.token, await drawSoup('#c9722b', '#dcd3c4'));
  const pea = await uploadPicture(server, ann.token, await drawSoup('#7f9b3f', '#c7b299'));
  await publish(ann.api, {
    name: 'Green pea soup with mint',
    serving: 2,
    prep_time: 300,
    cook_time: 900,
    media_ids: [pea],
    description: 'Ten minutes, a blender, and it tastes of **May**.',
    ingredients: ['400 g frozen peas', '1 onion', '500 ml stock', '1 handful mint'],
    steps: [{ content: 'Soften the onion.' }, { content: 'Add peas and stock, simmer, blend with the mint.' }],
  });
  await ann.api.post('/statuses', {
    status: { content: 'Which bread goes with a lentil soup?', locale: 'en' },
  });
  const id = await publish(ann.api, {
    name: 'Red lentil soup',
    serving: 4,
    prep_time: 600,
    cook_time: 1_500,
    media_ids: [lentil],
    description: 'For a cold evening. It is even better on the second day.',
    ingredients: [
      { name: 'red lentils', quantity: 300, unit: 'g' },
      { name: 'onions', quantity: 2, note: 'chopped' },
      { name: 'ground cumin', quantity: 1, unit: 'tsp' },
      { name: 'vegetable stock', quantity: 1.2, unit: 'l', group: 'Broth' },
      { name: 'lemon', quantity: 0.5, group: 'Broth' },
    ],
    steps: [
      { name: 'Onions', content: 'Fry the onions with the cumin until golden.', duration: 480 },
      { name: 'Lentils', content: 'Add lentils and stock, and simmer.', duration: 1_200 },
      { content: 'Blend half of it, season with lemon, and serve.' },
    ],
    tags: ['soup', 'lentils'],
  });
  const { slug } = (await ann.api.get(`/recipes/${id}`)).body;
  return { bo, recipePath: `/@ann/recipes/${slug}` };
}

async function takeScreenshots(context: BrowserContext, server: Instance): Promise<void> {
  const { bo, recipePath } = await publishAll(server);
  const page = await context.newPage();
  await page.goto('/login');
  await page.getByLabel(/name/i).first().fill(bo.name);
  await page
    .getByLabel(/password/i)
    .first()
    .fill(bo.password);
  await page.getByRole('button', { name: /log in/i }).click();
  await page.waitForURL(/home/);

  const pages = { recipe: recipePath, timeline: '/home', cook: `${recipePath}/cook` };
  for (const [name, path] of Object.entries(pages)) {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.goto(path);
      await page.waitForLoadState('networkidle');
      await page.screenshot({ path: join(folder, `${name}-${colorScheme}.png`) });
    }
  }
}

mkdirSync(folder, { recursive: true });
const network = openNetwork();
const browser = await chromium.launch({ executablePath: findChromium()!, args: ['--no-sandbox'] });
try {
  const server = await network.start({ name: 'screenshots' });
  const viewport = { width: 420, height: 860 };
  await takeScreenshots(
    await browser.newContext({ ignoreHTTPSErrors: true, baseURL: server.origin, viewport }),
    server,
  );
} finally {
  await browser.close();
  await network.close();
}
