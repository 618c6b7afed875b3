/** Manages preparations: records of something prepared, with or without a recipe. */

import type { Page } from '../../lib/page.ts';
import type { Visibility } from '../../recipe-import/draft.ts';
import type { CookedChanges, CookedDraft } from './draft.ts';
import { type CookedFilter, listOwnCooked } from './list.ts';
import { publishCooked, unpublishCooked } from './publish.ts';
import { createCooked, deleteCooked, updateCooked } from './write.ts';

export const createPreparation = (accountId: number, draft: CookedDraft) =>
  createCooked('preparation', accountId, draft);

export const listPreparations = (accountId: number, filter: CookedFilter, page: Page) =>
  listOwnCooked('preparation', accountId, filter, page);

export const updatePreparation = (accountId: number, id: number, changes: CookedChanges) =>
  updateCooked('preparation', accountId, id, changes);

export const deletePreparation = (accountId: number, id: number) =>
  deleteCooked('preparation', accountId, id);

export const publishPreparation = (accountId: number, id: number, visibility: Visibility | null) =>
  publishCooked('preparation', accountId, id, visibility);

export const unpublishPreparation = (accountId: number, id: number) =>
  unpublishCooked('preparation', accountId, id);
