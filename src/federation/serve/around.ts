/** Serves what stands around an item: how many like and boost it, the replies to it, and the conversation it begins. */
import { findCounts, listConversation, listReplyIris } from '../../db/sql/collections.ts';
import { db } from '../../db/statement.ts';
import { withContext } from '../context.ts';
import { verifyGet } from '../verify-get.ts';
import { answer, answerMissing, render } from './answer.ts';

export type AroundName = 'likes' | 'shares' | 'replies' | 'context';

const pageSize = 80;
/** Of a conversation the nearest replies are listed, at most so many. */
const longest = 200;

/** Of items that everybody may see, or that the server which signs may. Who likes and boosts is not told, just how many. */
export async function serveAround(
  request: Request,
  itemIri: string,
  name: AroundName,
  query: URLSearchParams,
): Promise<Response> {
  const { counts, host } = await countFor(request, itemIri);
  if (!counts) return answerMissing(request);
  const audience = host === null ? 'everybody' : 'asker';
  const iri = `${itemIri}/${name}`;
  if (name === 'context') {
    const items = (await listConversation(db, null, host, counts.id, longest)).map((row) => row.iri);
    const document = {
      id: iri,
      type: 'OrderedCollection',
      attributedTo: counts.author_iri,
      totalItems: items.length,
    };
    return answer(request, render(withContext({ ...document, orderedItems: items })), audience);
  }
  if (name !== 'replies') {
    const document = withContext({ id: iri, type: 'Collection', totalItems: counts[name] });
    return answer(request, render(document), audience);
  }

  const after = query.get('after') ?? '0';
  if (!/^(?:0|[1-9]\d{0,15})$/.test(after)) return answerMissing(request);
  const rows = await listReplyIris(db, null, host, counts.id, Number(after), pageSize);
  const next = rows.length === pageSize ? `${iri}?after=${rows.at(-1)!.id}` : null;
  const page = {
    id: `${iri}?after=${after}`,
    type: 'CollectionPage',
    partOf: iri,
    items: rows.map((row) => row.iri),
    ...(next && { next }),
  };
  const whole = { id: iri, type: 'Collection', totalItems: counts.replies, first: page };
  return answer(request, render(withContext(query.has('after') ? page : whole)), audience);
}

async function countFor(request: Request, itemIri: string) {
  const [forAll] = await findCounts(db, null, null, itemIri);
  if (forAll || !request.headers.has('signature')) return { counts: forAll, host: null };

  const host = (await verifyGet(request))?.host ?? null;
  const [counts] = host === null ? [] : await findCounts(db, null, host, itemIri);
  return { counts, host };
}
