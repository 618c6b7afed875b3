/** Serialises lists of an import, and what became of their entries. */
import { z } from '@hono/zod-openapi';
import type { ListsPreview } from '../../domain/migration/lists/preview.ts';
import { listKinds } from '../../domain/migration/lists/read-list.ts';

const file = z.object({
  position: z.int().min(0),
  name: z.string().openapi({ description: 'File name' }),
  kind: z.enum([...listKinds, 'skip']).openapi({ description: 'What the import does with the entries' }),
  entries: z.int().min(0),
  not_understood: z.int().min(0).openapi({ description: 'Number of lines' }),
});

export const importedLists = z.object({
  files: z.array(file),
  added: z.int().min(0).openapi({ description: 'Entries that were new' }),
  already_here: z.int().min(0),
  failed: z.int().min(0),
});

export const toImportedLists = ({ files, added, existing, failed }: ListsPreview) => ({
  files: files.map(({ name, kind, entries, skipped }, position) => ({
    ...{ position, name, kind, entries, not_understood: skipped },
  })),
  ...{ added, already_here: existing, failed },
});
