/** Writes what an import could not read or import, with the reasons. */
import { listFailedEntries, listRecordProblems } from '../../db/sql/imports.ts';
import { db } from '../../db/statement.ts';
import { csvLine } from '../../lib/csv.ts';

const batchSize = 500;

/** Of lists, and of everything else. */
export async function* failuresCsv(importId: number): AsyncGenerator<Buffer> {
  yield Buffer.from(csvLine(['Entry', 'Reason']));
  yield* linesOf((above) => listFailedEntries(db, importId, above, batchSize));
  yield* linesOf(async (above) =>
    (await listRecordProblems(db, importId, above, batchSize)).map((row) => ({ ...row, value: row.name })),
  );
}

interface Row {
  position: number;
  value: string;
  reason: string;
  outcome?: string;
}

async function* linesOf(list: (above: number) => Promise<Row[]>): AsyncGenerator<Buffer> {
  for (let above = -1; ; ) {
    const rows = await list(above);
    const failed = rows.filter(({ outcome = 'failed' }) => outcome === 'failed');
    if (failed.length > 0) yield Buffer.from(failed.map((row) => csvLine([row.value, row.reason])).join(''));
    if (rows.length < batchSize) return;
    above = rows.at(-1)!.position;
  }
}
