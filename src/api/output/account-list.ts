/** Serialises pages of accounts, with the id of the follow, block, like or boost as cursor. */
import type { RelatedAccount } from '../../domain/interactions/account-lists.ts';
import { type PagedResponse, type PageQuery, toPage } from '../../http/pagination.ts';
import { type AccountOutput, toAccountOutput } from './account.ts';

interface ListRequest {
  query: PageQuery;
  url: string;
}

export const toAccountPage = (
  accounts: RelatedAccount[],
  request: ListRequest,
): PagedResponse<AccountOutput> =>
  toPage(accounts, request, relationOf, ({ account }) => toAccountOutput(account));

/** Sets `like_id` to the id of each like. */
export const toLikerPage = (accounts: RelatedAccount[], request: ListRequest): PagedResponse<AccountOutput> =>
  toPage(accounts, request, relationOf, ({ account, relationId }) => toAccountOutput(account, relationId));

const relationOf = ({ relationId }: RelatedAccount) => relationId;
