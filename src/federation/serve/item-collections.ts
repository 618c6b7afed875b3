/** Serves the collections of an item: likes, shares, replies and its conversation. */
import { anonymous } from '../../domain/accounts/account.ts';
import { findItemCounts, listConversationIris, listReplies } from '../../domain/items/lists.ts';
import { withContext } from '../json-ld/context.ts';
import { toReplies, toRepliesPage } from '../objects/replies.ts';
import { verifyGet } from '../verify/verify-get.ts';
import { render, respond, respondNotFound } from './response.ts';

export type ItemCollectionName = 'likes' | 'shares' | 'replies' | 'context';

const pageSize = 80;
const maxConversationLength = 200;

/** Serves collections of items that the signer, or everybody, may see. Likes and shares show only a count. */
export async function serveItemCollection(
  request: Request,
  itemIri: string,
  name: ItemCollectionName,
  query: URLSearchParams,
): Promise<Response> {
  const { counts, viewer } = await countFor(request, itemIri);
  if (!counts) return respondNotFound(request);
  const audience = viewer === anonymous ? 'public' : 'signer';
  const iri = `${itemIri}/${name}`;
  if (name === 'context') {
    const items = await listConversationIris(counts.id, viewer, maxConversationLength);
    const document = {
      id: iri,
      type: 'OrderedCollection',
      attributedTo: counts.author_iri,
      totalItems: items.length,
    };
    return respond(request, render(withContext({ ...document, orderedItems: items })), audience);
  }
  if (name !== 'replies') {
    const document = withContext({ id: iri, type: 'Collection', totalItems: counts[name] });
    return respond(request, render(document), audience);
  }

  const after = query.get('after') ?? '0';
  if (!/^(?:0|[1-9]\d{0,15})$/.test(after)) return respondNotFound(request);
  const rows = await listReplies(counts.id, viewer, Number(after), pageSize);
  const document = query.has('after')
    ? toRepliesPage(itemIri, Number(after), rows, pageSize)
    : toReplies(itemIri, counts.replies, rows, pageSize);
  return respond(request, render(withContext(document)), audience);
}

async function countFor(request: Request, itemIri: string) {
  const publicCounts = await findItemCounts(itemIri, anonymous);
  if (publicCounts || !request.headers.has('signature')) return { counts: publicCounts, viewer: anonymous };

  const viewer = (await verifyGet(request))?.viewer ?? anonymous;
  return { counts: viewer === anonymous ? null : await findItemCounts(itemIri, viewer), viewer };
}
