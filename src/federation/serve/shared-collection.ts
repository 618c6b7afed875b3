/** Serves the public and unlisted collections of members, a page of items at a time. */
import { findPublishedCollection, listPublishedItems } from '../../domain/collections/remote.ts';
import { localCollectionOf } from '../../lib/iris.ts';
import { withContext } from '../json-ld/context.ts';
import { toSharedCollection, toSharedPage } from '../objects/shared-collection.ts';
import { render, respond, respondNotFound } from './response.ts';

const pageSize = 80;

export async function serveSharedCollection(
  request: Request,
  iri: string,
  query: URLSearchParams,
): Promise<Response> {
  const collection = await findPublishedCollection(localCollectionOf(iri)?.id ?? 0);
  if (collection?.iri !== iri) return respondNotFound(request);
  if (!query.has('page'))
    return respond(request, render(withContext(toSharedCollection(collection))), 'public');

  const after = query.get('after') ?? '0';
  if (!/^(?:0|[1-9]\d{0,15})$/.test(after)) return respondNotFound(request);
  const rows = await listPublishedItems(collection.id, Number(after), pageSize);
  const first = `${iri}?page=true`;
  const page = toSharedPage(query.has('after') ? `${first}&after=${after}` : first, rows, {
    partOf: iri,
    totalItems: collection.itemsCount,
    next: rows.length === pageSize ? `${first}&after=${rows.at(-1)!.id}` : null,
  });
  return respond(request, render(page), 'public');
}
