/** Pages of accounts, cut by the relation they are listed for. */
import type { RelatedAccount } from '../../domain/account-lists.ts';
import { type Page, type PageQuery, toPage } from '../page.ts';
import { type AccountOutput, toAccountOutput } from './account.ts';

interface Asked {
  query: PageQuery;
  url: string;
}

export const toAccountPage = (accounts: RelatedAccount[], asked: Asked): Page<AccountOutput> =>
  toPage(accounts, asked, relationOf, ({ account }) => toAccountOutput(account));

/** With the id of each like. */
export const toLikerPage = (accounts: RelatedAccount[], asked: Asked): Page<AccountOutput> =>
  toPage(accounts, asked, relationOf, ({ account, relationId }) => toAccountOutput(account, relationId));

const relationOf = ({ relationId }: RelatedAccount) => relationId;
