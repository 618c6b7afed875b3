/** The API for people to read, from the same document that programs read. */
import { Hono } from 'hono';
import { html } from 'hono/html';
import { config } from '../../lib/config.ts';
import { notFound } from '../../lib/errors.ts';
import { assetPaths } from '../assets.ts';
import type { ApiDocument } from '../openapi/types.ts';
import { contents } from './docs/contents.ts';
import { withNavigation } from './docs/navigation.ts';
import { showOperation } from './docs/operation.ts';
import { overview } from './docs/overview.ts';
import { operationsOf, shapesPath, start, tagPath } from './docs/places.ts';
import { shapes } from './docs/shapes.ts';
import { inline } from './docs/text.ts';
import type { Html } from './layout.ts';
import { headOf } from './parts/head.ts';
import { type Shown, showing } from './show.ts';

interface Part {
  title: string;
  write: () => Html;
}

/** Each page is written when it is first asked for, and kept: the document never changes. */
export function docsFor(document: ApiDocument): Hono {
  const parts = new Map<string, Part>([
    [start, { title: 'API', write: () => overview(document) }],
    [shapesPath, { title: 'Shapes · API', write: () => shapes(document) }],
    ...document.tags.map((tag): [string, Part] => [
      tagPath(tag.name),
      { title: `${tag.name} · API`, write: () => tagPage(document, tag) },
    ]),
  ]);
  const written = new Map<string, Shown>();

  const show = (path: string): Shown => {
    const known = written.get(path);
    if (known) return known;
    const part = parts.get(path);
    if (!part) throw notFound();
    const shown = toShown(path, part.title, withNavigation(document, path, part.write()));
    written.set(path, shown);
    return shown;
  };
  const answer = showing(async ({ c }) => show(c.req.path));
  return new Hono().get(start, answer).get(`${start}/:part`, answer);
}

function toShown(path: string, title: string, body: Html): Shown {
  const canonical = `${config.baseUrl}${path}`;
  const more = html`<link rel="stylesheet" href="${assetPaths.docs}">`;
  return {
    title,
    body,
    frame: { width: 'wide', head: headOf({ title, canonical, index: true, more }) },
  };
}

function tagPage(document: ApiDocument, { name, description }: ApiDocument['tags'][number]): Html {
  const operations = operationsOf(document, name);
  return html`<h1>${name}</h1><p class="lead">${inline(description)}</p>${contents(operations)}${operations.map((placed) => showOperation(document, placed))}`;
}
