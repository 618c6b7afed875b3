/** Fills the database with recipes to search. */
import { connect, disconnect } from '../../../src/db/client.ts';
import { config } from '../../../src/lib/config.ts';
import { receiveMessage, sendResult } from '../parent-messages.ts';
import { seedSearchableRecipes } from '../seed/recipes.ts';

const count = await receiveMessage<number>();
connect(config.databaseUrl!, { max: 1 });
await seedSearchableRecipes(count);
await disconnect();
await sendResult(count);
