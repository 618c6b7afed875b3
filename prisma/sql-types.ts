/** Writes src/db/statement-types.ts (`npm run sql:types`). */
import { writeFileSync } from 'node:fs';
import pg from 'pg';
import { migrate } from '../src/db/migrate.ts';
import { onScratchDatabase } from './scratch.ts';
import { typesFile, writtenTypes } from './statement-types.ts';

await onScratchDatabase(async (url) => {
  await migrate(url);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    writeFileSync(typesFile, await writtenTypes(client));
  } finally {
    await client.end();
  }
});
