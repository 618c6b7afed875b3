/** Manages bakings: records of a recipe cooked on a day. */

import type { Page } from '../../lib/page.ts';
import type { Visibility } from '../../recipe-import/draft.ts';
import type { CookedChanges, CookedDraft } from './draft.ts';
import { type CookedFilter, listOwnCooked } from './list.ts';
import { publishCooked, unpublishCooked } from './publish.ts';
import { createCooked, deleteCooked, updateCooked } from './write.ts';

export const createBaking = (accountId: number, draft: CookedDraft) =>
  createCooked('baking', accountId, draft);

export const listBakings = (accountId: number, filter: CookedFilter, page: Page) =>
  listOwnCooked('baking', accountId, filter, page);

export const updateBaking = (accountId: number, id: number, changes: CookedChanges) =>
  updateCooked('baking', accountId, id, changes);

export const deleteBaking = (accountId: number, id: number) => deleteCooked('baking', accountId, id);

export const publishBaking = (accountId: number, id: number, visibility: Visibility | null) =>
  publishCooked('baking', accountId, id, visibility);

export const unpublishBaking = (accountId: number, id: number) => unpublishCooked('baking', accountId, id);
