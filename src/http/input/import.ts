/** Input of imports. */
import { z } from '@hono/zod-openapi';
import { importActions, importListKinds } from '../../db/vocabulary.ts';
import type { ImportRequest } from '../../domain/migration/start-import.ts';
import { t } from '../../lib/language/text.ts';
import { ReceivedFile } from '../../lib/storage/local-file.ts';
import { namedSchema } from '../schema.ts';
import { nullAsUndefined, text, visibility, webUrl } from './fields.ts';

// Defines the input of uploads in chunks

export const importUploadInput = namedSchema(
  'import_upload_input',
  z.object({
    name: text(500).default('').openapi({ description: 'File name' }),
    bytes: z.int().min(1).openapi({ description: 'Size of the whole file' }),
  }),
  { name: 'cookbook.zip', bytes: 40_000_000 },
);

/** The offset of a chunk. */
export const chunkQuery = z.object({
  offset: z
    .string()
    .regex(/^\d{1,15}$/, { error: () => t('errors.must-be-number') })
    .transform(Number)
    .openapi({ type: 'integer', minimum: 0, description: 'Bytes before this chunk', example: 0 }),
});

export const uploadChunk = namedSchema(
  'import_upload_chunk',
  z
    .custom<Uint8Array>((value) => value instanceof Uint8Array && value.length > 0, {
      error: () => t('errors.blank'),
    })
    .openapi({ type: 'string', format: 'binary' }),
  'part-1' as never,
);

// Defines the input of imports: files, a link, a text, or a finished upload

const namedFile = z.object({ file: z.instanceof(ReceivedFile), name: text(500).catch('') });
const url = webUrl.transform((text) => new URL(text).href);
const pasted = text(200_000).refine((value) => value.trim() !== '', {
  error: () => t('errors.blank'),
});

/** A multipart body with files, or a JSON body with one of the others. */
export const importInput = z
  .object({
    files: z.array(namedFile).max(20).default([]),
    url: nullAsUndefined(url),
    text: nullAsUndefined(pasted),
    upload_id: nullAsUndefined(z.int().min(1)),
  })
  .transform(({ files, url, text, upload_id: uploadId }, context): ImportRequest => {
    if (files.length > 0) return { files };
    if (uploadId !== undefined) return { uploadId };
    if (url !== undefined) return { url };
    if (text !== undefined) return { text };
    context.addIssue({ code: 'custom', path: ['file'], message: t('errors.import-source-missing') });
    return z.NEVER;
  })
  .openapi('import_input', {
    type: 'object',
    properties: {
      'import[file]': {
        type: 'string',
        format: 'binary',
        description:
          'HTML page, text, JSON-LD, Cooklang, Paprika, Mealie, Nextcloud Cookbook, Tandoor, a CSV list of ' +
          'Mastodon (follows, blocks, bookmarks), or a zip of these. Detected by content. May be repeated for up ' +
          'to 19 files.',
      },
    },
    required: ['import[file]'],
  });

export const importUrlInput = namedSchema(
  'import_url_input',
  z.object({
    url: webUrl.optional().openapi({ description: 'A public web page, fetched now' }),
    text: pasted.optional().openapi({
      description:
        'A recipe as plain text, Markdown, Cooklang, JSON-LD or HTML, or links to up to 200 pages, one per line',
    }),
    upload_id: z.int().min(1).optional().openapi({ description: 'A finished upload in chunks' }),
  }),
  { url: 'https://kitchen.example/soda-bread' },
);

/** Which recipes of an import are listed. */
export const importQuery = z.object({
  from: z
    .string()
    .regex(/^\d{1,9}$/, { error: () => t('errors.must-be-number') })
    .transform(Number)
    .optional()
    .openapi({ type: 'integer', minimum: 0, description: 'The position to begin with', example: 500 }),
});

export const importConfirmation = namedSchema(
  'import_confirm_input',
  z.object({
    visibility: nullAsUndefined(visibility),
    pictures: nullAsUndefined(z.boolean()).openapi({
      description: 'Whether to fetch the picture that a page names for a recipe. True by default.',
    }),
    choices: z
      .array(z.object({ position: z.int().min(0), action: z.enum(importActions) }))
      .max(10_000)
      .optional()
      .openapi({
        description:
          'What to do with recipes of the import, by `position`. Without a choice a new recipe is created, and one ' +
          'whose page has changed since an earlier import is skipped.',
      }),
    lists: z
      .array(z.object({ position: z.int().min(0), kind: z.enum([...importListKinds, 'skip']) }))
      .max(20)
      .optional()
      .openapi({
        description: 'What to do with lists of the import. Without a choice each is used for its `kind`.',
      }),
  }),
  { visibility: 'public', pictures: true, choices: [{ position: 0, action: 'update' }] },
);
