/** Fills the database with recipes to search. */
import { connect, disconnect } from '../../../src/db/client.ts';
import { config } from '../../../src/lib/config.ts';
import { receive, report } from '../desk.ts';
import { seedSearchableRecipes } from '../seed/recipes.ts';

const count = await receive<number>();
connect(config.databaseUrl!, { max: 1 });
await seedSearchableRecipes(count);
await disconnect();
await report(count);
