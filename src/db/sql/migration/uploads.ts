/** Stores files for imports that arrive in chunks. */
import { statement } from '../../statement.ts';

/** Uploads of one account begin one after another, so that their limits hold. */
export const lockUploads = statement<never, [accountId: number]>(
  'lock_uploads',
  `SELECT id FROM account WHERE id = $1 FOR NO KEY UPDATE`,
);

/** Returns no row if the account would have too many unfinished uploads, or too large ones. */
export const insertUpload = statement<
  { id: number },
  [accountId: number, key: string, name: string, bytes: number, maxOpen: number, maxOpenBytes: number]
>(
  'insert_upload',
  `INSERT INTO import_upload (account_id, key, name, bytes, chunks)
   SELECT $1, $2, $3, $4, '{}'
   FROM (SELECT count(*) AS open, coalesce(sum(bytes), 0) AS bytes FROM import_upload WHERE account_id = $1) held
   WHERE held.open < $5 AND held.bytes + $4::bigint <= $6
   RETURNING id`,
);

/** Returns no row if another chunk came first. */
export const appendUploadChunk = statement<
  { id: number },
  [id: number, offset: number, length: number, chunk: string]
>(
  'append_upload_chunk',
  `UPDATE import_upload SET received = received + $3, chunks = chunks || $4::text
   WHERE id = $1 AND received = $2 RETURNING id`,
);

/** Their files are deleted as files without a row. */
export const pruneUploads = statement<never, []>(
  'prune_uploads',
  `DELETE FROM import_upload WHERE created_at < now() - interval '24 hours'`,
);
