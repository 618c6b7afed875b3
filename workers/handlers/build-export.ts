/** Writes an archive of everything an account has. */
import { makeExport } from '../../src/domain/migration/export.ts';
import { writeArchiveOf } from '../../src/federation/outgoing/archive.ts';
import type { Handlers } from '../handler.ts';

export const buildExport: Handlers['build-export'] = async ({ accountId, key }) => {
  await makeExport(key, (path, onProgress) => writeArchiveOf(accountId, path, onProgress));
  return 'done';
};
