/** Writes the types of statements, and the texts of composed ones (`npm run sql:types`). */
import { writeFileSync } from 'node:fs';
import pg from 'pg';
import { migrate } from '../src/db/migrate.ts';
import { onScratchDatabase } from './scratch.ts';
import { writtenTexts } from './statement-texts.ts';
import { typesFile, writtenTypes } from './statement-types.ts';

for (const [path, text] of await writtenTexts()) writeFileSync(path, text);

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
