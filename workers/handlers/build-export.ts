/** Puts all that an account has into one file. */
import { makeExport } from '../../src/domain/moving/export.ts';
import { writeArchiveOf } from '../../src/federation/archive.ts';
import type { Handlers } from '../handler.ts';

export const buildExport: Handlers['build-export'] = async ({ accountId, key }) => {
  await makeExport(key, (path, tell) => writeArchiveOf(accountId, path, tell));
  return 'done';
};
