/** Lists the pages of the shopping list. */
import { joinPages } from '../components/page-handler.tsx';
import { sharedList } from './shared-list.tsx';
import { shoppingListPage } from './shopping-list.tsx';

export const shoppingPages = joinPages(shoppingListPage, sharedList);
