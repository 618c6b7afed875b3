/** Lists the jobs that process, fetch and delete pictures. */
import { z } from 'zod';
import { job } from './define.ts';
import { quick } from './retry-delays.ts';

const id = z.number().int().positive();

/** The use of an uploaded picture, which decides its sizes. */
const purpose = z.enum(['item', 'avatar', 'header', 'restored']);
export type Purpose = z.infer<typeof purpose>;

const uploaded = z.object({ mediumId: id, key: z.uuid(), purpose });

export const mediaJobs = {
  /** Creates the sizes of a picture for which its uploader waits, or deletes its files if it was deleted. */
  processUpload: job('process-upload', { queue: 'upload', payload: uploaded, retry: quick }),
  /** The same for a picture for which nobody waits, such as that of an imported recipe. */
  processMedium: job('process-medium', { queue: 'media', payload: uploaded, retry: quick }),
  /** Draws the share picture of a recipe. */
  drawSharePicture: job('draw-share-picture', {
    queue: 'media',
    payload: z.object({ recipeId: id }),
    retry: quick,
    dedupe: ({ recipeId }) => `${recipeId}`,
  }),
  /** Fetches a remote picture that somebody wants to view. */
  fetchMedium: job('fetch-medium', {
    queue: 'fetch',
    payload: z.object({ mediumId: id }),
    retry: quick,
    dedupe: ({ mediumId }) => `${mediumId}`,
  }),
  /** Deletes stored files of pictures that no longer exist. */
  deleteFiles: job('delete-files', {
    queue: 'media',
    payload: z.object({ keys: z.array(z.uuid()) }),
    retry: quick,
  }),
} as const;
