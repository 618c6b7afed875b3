/** The API documentation, rendered from the OpenAPI document. */
import { Hono } from 'hono';
import type { ApiDocument } from '../../http/schema.ts';
import { config } from '../../lib/config.ts';
import { notFound } from '../../lib/errors.ts';
import { assetPaths } from '../assets.ts';
import { type Html, headTags } from '../components/layout.tsx';
import { type PageContent, pageHandler } from '../components/page-handler.tsx';
import { OperationList, OperationSection, Overview, operationsOf, tagPath, WithNavigation } from './docs-reference.tsx';
import { docsPath, inline, Schemas, schemasPath } from './docs-schemas.tsx';

interface DocsPage {
  title: string;
  render: () => Html;
}

/** Renders each page on its first request and caches it, because the document never changes. */
export function docsFor(load: () => ApiDocument): Hono {
  const cache = new Map<string, PageContent>();

  const show = (path: string): PageContent => {
    const cached = cache.get(path);
    if (cached) return cached;
    const document = load();
    const docsPage = pagesOf(document).get(path);
    if (!docsPage) throw notFound();
    const body = <WithNavigation document={document} path={path} content={docsPage.render()} />;
    const content = toContent(path, docsPage.title, body);
    cache.set(path, content);
    return content;
  };
  const handler = pageHandler(async ({ c }) => show(c.req.path));
  return new Hono().get(docsPath, handler).get(`${docsPath}/:section`, handler);
}

const pagesOf = (document: ApiDocument) =>
  new Map<string, DocsPage>([
    [docsPath, { title: 'API', render: () => <Overview document={document} /> }],
    [schemasPath, { title: 'Schemas · API', render: () => <Schemas document={document} /> }],
    ...document.tags.map((tag): [string, DocsPage] => [
      tagPath(tag.name),
      { title: `${tag.name} · API`, render: () => <TagPage document={document} tag={tag} /> },
    ]),
  ]);

function toContent(path: string, title: string, body: Html): PageContent {
  const canonical = `${config.baseUrl}${path}`;
  const more = <link rel="stylesheet" href={assetPaths.docs} />;
  return {
    title,
    body,
    layout: { width: 'wide', head: headTags({ title, canonical, index: true, more }) },
  };
}

function TagPage({
  document,
  tag: { name, description },
}: {
  document: ApiDocument;
  tag: ApiDocument['tags'][number];
}) {
  const operations = operationsOf(document, name);
  return (
    <>
      <h1>{name}</h1>
      <p class="lead">{inline(description)}</p>
      <OperationList operations={operations} />
      {operations.map((placed) => (
        <OperationSection document={document} placed={placed} />
      ))}
    </>
  );
}
