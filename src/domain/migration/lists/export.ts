/** Lists the CSV files that Mastodon and other servers can import. */
import { listSavedIris } from '../../../db/sql/migration/archive.ts';
import { db } from '../../../db/statement.ts';
import { csvLine } from '../../../lib/csv.ts';
import { blocksName, followsName } from '../archive/layout.ts';
import { blocksCsv, followsCsv, iterate } from '../archive/lists.ts';

interface MemberList {
  name: string;
  label: string;
  write(accountId: number): AsyncGenerator<Buffer>;
}

export const memberLists: MemberList[] = [
  { name: followsName, label: 'Accounts that you follow', write: followsCsv },
  { name: blocksName, label: 'Accounts that you block', write: blocksCsv },
  { name: 'bookmarks.csv', label: 'Everything in your collections, as bookmarks', write: bookmarksCsv },
];

/** One IRI per line, as Mastodon writes it. */
async function* bookmarksCsv(accountId: number): AsyncGenerator<Buffer> {
  for await (const { iri } of iterate((above, limit) => listSavedIris(db, accountId, null, above, limit)))
    yield Buffer.from(csvLine([iri]));
}
