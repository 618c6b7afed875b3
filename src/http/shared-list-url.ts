/** The address of a shared shopping list. */
import { config } from '../lib/config.ts';

export const sharedListUrl = (shareToken: string): string =>
  `${config.baseUrl}/shopping-list/shared/${shareToken}`;
