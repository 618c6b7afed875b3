/** The limits of a page on a slow phone: bytes, requests and layout shifts. */
import type { Response } from 'playwright-core';
import { expect } from 'vitest';
import type { Browsing } from './browsing.ts';
import type { Step } from './world.ts';

interface Budget {
  /** Bytes of the HTML document. */
  html: number;
  css: number;
  script: number;
  /** Everything except pictures: the document, the style sheet and two fonts, with one to spare. */
  requests: number;
  elements: number;
}

interface Picture {
  src: string;
  measured: boolean;
  lazy: boolean;
  /** Whether the picture is in the first screen. */
  first: boolean;
}

const recipePage: Budget = { html: 31_000, css: 53_000, script: 7_500, requests: 8, elements: 1_000 };
const cookPage: Budget = { ...recipePage, script: 12_500, requests: 9 };

async function keeps({ page }: Browsing, path: string, budget: Budget): Promise<void> {
  const answers: Response[] = [];
  const note = (answer: Response) => answers.push(answer);
  await page.setViewportSize({ width: 390, height: 844 });
  page.on('response', note);
  await page.goto(path, { waitUntil: 'networkidle' });
  const pictures = await page.evaluate<Picture[]>(`[...document.images].map((image) => ({
    src: image.currentSrc,
    measured: image.hasAttribute('width') && image.hasAttribute('height'),
    lazy: image.loading === 'lazy',
    first: image.getBoundingClientRect().top < innerHeight,
  }))`);
  await page.evaluate(`scrollTo(0, document.documentElement.scrollHeight)`);
  await page.waitForLoadState('networkidle');
  page.off('response', note);

  const bytes = async (type: string) => {
    const ofType = answers.filter((answer) => answer.request().resourceType() === type);
    return (await Promise.all(ofType.map((answer) => answer.body()))).reduce(
      (sum, { length }) => sum + length,
      0,
    );
  };
  const spent = {
    html: await bytes('document'),
    css: await bytes('stylesheet'),
    script: await bytes('script'),
    requests: answers.filter((answer) => answer.request().resourceType() !== 'image').length,
    elements: await page.evaluate<number>(`document.querySelectorAll('*').length`),
  };
  for (const what of Object.keys(budget) as (keyof Budget)[])
    expect(spent[what], `${what} of ${path}, of ${JSON.stringify(spent)}`).toBeLessThanOrEqual(budget[what]);

  expect(
    pictures.filter(({ measured }) => !measured),
    `pictures without a size on ${path}`,
  ).toEqual([]);
  const late = pictures.filter(({ lazy, first }) => !first && !lazy);
  expect(late, `pictures of ${path} below the first screen that are not lazy`).toEqual([]);
  expect(await blocking(page), `what holds up the first picture of ${path}`).toEqual(['potluck']);
  expect(await shift(page), `how far ${path} shifts`).toBeLessThan(0.01);
}

/** Render-blocking files, without their version. */
const blocking = (page: Browsing['page']): Promise<string[]> =>
  page.evaluate(`performance.getEntriesByType('resource')
    .filter(({ renderBlockingStatus }) => renderBlockingStatus === 'blocking')
    .map(({ name }) => name.startsWith(location.origin) ? name.match(/assets\\/(\\w+)-/)?.[1] ?? name : name)`);

/** Cumulative layout shift. */
const shift = (page: Browsing['page']): Promise<number> =>
  page.evaluate(`new Promise((resolve) => {
    setTimeout(() => resolve(0), 300);
    new PerformanceObserver((list) => resolve(list.getEntries().reduce((sum, { value }) => sum + value, 0)))
      .observe({ type: 'layout-shift', buffered: true });
  })`);

export const budget: Step[] = [
  {
    name: 'the recipe page and cook mode are small and do not shift while they load',
    run: async ({ guest, recipe }) => {
      await keeps(guest, recipe, recipePage);
      await keeps(guest, `${recipe}/cook`, cookPage);
    },
  },
];
