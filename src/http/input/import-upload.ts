/** Defines the input of uploads in chunks. */
import { z } from '@hono/zod-openapi';
import { t } from '../../lib/language/text.ts';
import { namedSchema } from '../named-schema.ts';
import { text } from './fields.ts';

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
