/** Revokes quotes of the caller's items. */
import { revokeQuote } from '../../domain/statuses/quote-requests.ts';
import { idParams } from '../../http/ids.ts';
import { route } from '../../http/route.ts';

export const removeQuote = route({
  method: 'delete',
  path: '/statuses/{id}/quote',
  summary: 'Revoke a quote of the caller’s item',
  details:
    'The status stays, but no longer shows the item. Its server is told, and cannot get the approval again for this status.',
  scope: 'write',
  rule: 'the author of the quoted item',
  params: idParams,
  status: 204,
  response: null,
  handler: ({ caller, params }) => revokeQuote(caller.accountId, params.id),
});
