/** Serialises uploads in chunks. */
import { z } from '@hono/zod-openapi';
import { type ImportUpload, minChunkBytes, uploadLimits } from '../../domain/migration/import-upload.ts';
import { id } from '../../http/ids.ts';
import { namedSchema } from '../../http/named-schema.ts';
import { timestamp } from './timestamp.ts';

export const importUploadOutput = namedSchema(
  'import_upload_output',
  z.object({
    id,
    name: z.string(),
    bytes: z.int().min(1).openapi({ description: 'Size of the whole file' }),
    offset: z.int().min(0).openapi({ description: 'Bytes received: where the next chunk starts' }),
    max_chunk_bytes: z.int().min(1),
    min_chunk_bytes: z.int().min(1).openapi({ description: 'Except for the last chunk' }),
    expires_at: timestamp,
  }),
  {
    ...{ id: 5, name: 'cookbook.zip', bytes: 40_000_000, offset: 8_388_608 },
    ...{ max_chunk_bytes: 8_388_608, min_chunk_bytes: 65_536, expires_at: '2026-05-02T10:00:00.000Z' },
  },
);

export function toImportUploadOutput(upload: ImportUpload): z.output<typeof importUploadOutput> {
  const { id, name, bytes, received, expiresAt } = upload;
  return {
    ...{ id, name, bytes, offset: received },
    max_chunk_bytes: uploadLimits.chunkBytes,
    min_chunk_bytes: minChunkBytes(bytes),
    expires_at: expiresAt.toISOString(),
  };
}
