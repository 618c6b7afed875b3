/** Serves recipes, preparations, bakings and statuses of ours. */
import { findServable } from '../../db/sql/collections.ts';
import { db } from '../../db/statement.ts';
import { anyone } from '../../domain/eventables/visibility.ts';
import { findTombstone } from '../../domain/tombstones.ts';
import { config } from '../../lib/config.ts';
import { withContext } from '../context.ts';
import { toObject } from '../objects/object.ts';
import { findItem } from '../outgoing/item.ts';
import { verifyGet } from '../verify-get.ts';
import { asksForPage } from './accept.ts';
import { answer, answerElsewhere, answerGone, answerMissing, answerUnsigned, render } from './answer.ts';
import { renderOnce } from './rendered.ts';

export async function serveObject(request: Request, iri: string): Promise<Response> {
  const [servable] = await findServable(db, null, null, iri);
  if (servable?.url && asksForPage(request.headers.get('accept'))) return answerElsewhere(servable.url);
  if (config.authorizedFetch && !(await verifyGet(request))) return answerUnsigned();

  const rendered = servable ? await renderOnce(iri, servable.version, () => renderFor(iri, null)) : null;
  if (rendered) return answer(request, rendered, 'everybody');

  const tombstone = await findTombstone(iri);
  if (tombstone) return answerGone(request, { ...tombstone, formerType: asType(tombstone.formerType) });

  const signer = request.headers.has('signature') ? await verifyGet(request) : null;
  const permitted = signer && (await renderFor(iri, signer.host));
  return permitted ? answer(request, permitted, 'asker') : answerMissing(request);
}

/** As everybody sees it, or as the accounts of one server do. */
async function renderFor(iri: string, host: string | null) {
  const found = await findItem(iri, host === null ? anyone : { accountId: null, host });
  return found && render(withContext(toObject(found.item, found.recipe, found.answered)));
}

/** As ActivityPub called it while it was there. */
const asType = (formerType: string | null) =>
  formerType === null || /^[A-Z]/.test(formerType)
    ? formerType
    : formerType === 'recipe'
      ? 'Article'
      : 'Note';
