/** Lists the CSV files that Mastodon and other servers can import. */
import { listSavedIris } from '../../../db/sql/archive.ts';
import { db } from '../../../db/statement.ts';
import { csvLine } from '../../../lib/csv.ts';
import type { MessageKey } from '../../../lib/language/keys.ts';
import { blocksName, domainBlocksName, followsName, mutesName } from '../archive/layout.ts';
import { blocksCsv, domainBlocksCsv, followsCsv, iterate, mutesCsv } from '../archive/lists.ts';

interface MemberList {
  name: string;
  label: MessageKey;
  write(accountId: number): AsyncGenerator<Buffer>;
}

export const memberLists: MemberList[] = [
  { name: followsName, label: 'migration.your-follows', write: followsCsv },
  { name: blocksName, label: 'migration.your-blocks', write: blocksCsv },
  { name: mutesName, label: 'migration.your-mutes', write: mutesCsv },
  { name: domainBlocksName, label: 'migration.your-domain-blocks', write: domainBlocksCsv },
  { name: 'bookmarks.csv', label: 'migration.your-bookmarks', write: bookmarksCsv },
];

/** One IRI per line, as Mastodon writes it. */
async function* bookmarksCsv(accountId: number): AsyncGenerator<Buffer> {
  for await (const { iri } of iterate((above, limit) => listSavedIris(db, accountId, null, above, limit)))
    yield Buffer.from(csvLine([iri]));
}
