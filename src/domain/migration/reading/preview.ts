/** Defines what an import stores about its whole source, and what is shown of each recipe. */

import type { PostsPreview } from '../../../recipe-import/posts/read-posts.ts';
import type { ArchivePreview } from '../archive/steps.ts';
import type { ImportAction, ImportState } from '../import-action.ts';
import type { ListsPreview } from '../lists/preview.ts';
import type { RecipePreview } from './events.ts';

/** Stored as JSON. */
export interface Preview {
  /** One sentence per problem. */
  problems: string[];
  /** Why the import waits, as on a full disk. */
  paused?: string;
  /** Set if the file is the archive of an account. */
  archive?: ArchivePreview;
  /** Set if the file is a list, or several. */
  lists?: ListsPreview;
  /** Set if the file is an archive of posts. */
  posts?: PostsPreview;
}

/** The preview of a row of `import`. */
export const previewOf = ({ preview }: { preview: unknown }): Preview => preview as Preview;

export interface PreviewedRecipe extends RecipePreview {
  position: number;
  name: string;
  sourceUrl: string | null;
  /** The created or existing recipe; null before the import. */
  recipeId: number | null;
  /** Before the import. */
  state: ImportState;
  /** What the import does, or did, with it. */
  action: ImportAction;
  /** What became of it. Null before the import. */
  outcome: 'added' | 'existing' | 'failed' | 'skipped' | null;
  /** The recipe that is here already, if it has another text. */
  earlier: EarlierImport | null;
}

export interface EarlierImport {
  recipeId: number;
  /** ISO 8601. Null if the recipe was not imported, but has the same address. */
  importedAt: string | null;
}
