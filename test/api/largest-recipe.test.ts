/** The largest recipe that is accepted is cheap to show, to scale and to compare. */
import { beforeAll, expect, test } from 'vitest';
import { anyone, as, theApp } from '../support/as.ts';
import { cast, useCast } from '../support/cast.ts';
import { leastOf, onIdleDesktop, processorTime } from '../support/processor-time.ts';

useCast();

const maxMs = 200;
const words = ['bake', '5 min', 'stir', '200 g sugar', 'half an hour', '100 °C', '1/2 cup water', 'salt', 'fold', 'rest'];
const text = (length: number, seed: number) => {
  let [written, state] = ['', seed];
  while (written.length < length) {
    state = (state * 48_271) % 2_147_483_647;
    written += `${words[state % words.length]} `;
  }
  return written.slice(0, length).trim();
};
const largest = (seed: number) => ({
  name: 'Soup',
  description: text(10_000, seed),
  locale: 'en',
  serving: 4,
  ingredients: Array.from({ length: 200 }, (_, at) => ({
    ...{ name: `sugar ${text(180, seed + at)}`, quantity: 1.5 + at, unit: 'cup', note: text(40, seed + at) },
    group: `Group ${at >> 3}`,
  })),
  steps: Array.from({ length: 100 }, (_, at) => ({ content: text(1_490, seed * 1_000 + at), duration: 60 })),
});

let path = '';
const ids: number[] = [];
beforeAll(async () => {
  for (const seed of [1, 2]) {
    const { status, body, text: answer } = await as(cast.ann).post('/recipes', { recipe: largest(seed) });
    expect(status, answer).toBe(201);
    ids.push(body.id);
    path = new URL(body.url ?? body.iri).pathname;
  }
});

test.each([
  ['', 'page'],
  ['?servings=9&units=us', 'page'],
  ['/cook', 'page'],
  ['/difference?from=', 'page'],
  ['.json', 'page'],
  ['.cook', 'page'],
  ['difference', 'api'],
  ['', 'api'],
])('%s of the %s', async (suffix, kind) => {
  const ms: number[] = [];
  for (let n = 0; n < 3; n += 1) {
    let status = 0;
    ms.push(await processorTime(async () => {
      if (kind === 'api') status = (await anyone.get(`/recipes/${ids[1]}${suffix ? `/difference?from=${ids[0]}` : ''}`)).status;
      else { const r = await theApp().request(`${path}${suffix}${suffix.endsWith('=') ? ids[0] : ''}`); status = r.status; await r.text(); }
    }));
    expect(status).toBe(200);
  }
  process.stdout.write(`MS ${kind} ${suffix} ${ms.map(Math.round)}\n`);
});
