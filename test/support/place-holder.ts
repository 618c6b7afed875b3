/** A process that takes all places under a name, says so, and keeps them until it is killed. */
import { connect } from '../../src/db/client.ts';
import { takePlace } from '../../src/db/places.ts';

const [name = '', limit = '0'] = process.argv.slice(2);
connect(process.env.DATABASE_URL!);
let taken = 0;
while (await takePlace(name, Number(limit))) taken += 1;
process.stdout.write(`${taken}\n`);
setInterval(() => {}, 1_000);
