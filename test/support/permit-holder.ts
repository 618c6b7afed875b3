/** A process that acquires all permits of a semaphore, prints their number, and holds them until it is killed. */
import { connect } from '../../src/db/client.ts';
import { acquirePermit } from '../../src/db/semaphore.ts';

const [name = '', limit = '0'] = process.argv.slice(2);
connect(process.env.DATABASE_URL!);
let taken = 0;
while (await acquirePermit(name, Number(limit))) taken += 1;
process.stdout.write(`${taken}\n`);
setInterval(() => {}, 1_000);
