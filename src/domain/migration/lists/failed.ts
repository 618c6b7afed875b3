/** Writes the entries of an import that failed, with the reasons. */
import { listFailedEntries } from '../../../db/sql/migration/import-entries.ts';
import { db } from '../../../db/statement.ts';
import { csvLine } from '../../../lib/csv.ts';

const batchSize = 500;

export async function* failedEntriesCsv(importId: number): AsyncGenerator<Buffer> {
  yield Buffer.from(csvLine(['Entry', 'Reason']));
  for (let above = -1; ; ) {
    const rows = await listFailedEntries(db, importId, above, batchSize);
    if (rows.length > 0) yield Buffer.from(rows.map((row) => csvLine([row.value, row.reason])).join(''));
    if (rows.length < batchSize) return;
    above = rows.at(-1)!.position;
  }
}
