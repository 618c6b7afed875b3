/** Measures prepared reads of one account row by one process. */
import pg from 'pg';
import { rateOf } from '../load/rate.ts';
import { receiveMessage, sendResult } from '../parent-messages.ts';

const { url, first, last } = await receiveMessage<{ url: string; first: number; last: number }>();
const pool = new pg.Pool({ connectionString: url, max: 10 });
const text = 'SELECT * FROM account WHERE id = $1';
const read = (turn: number) => pool.query({ name: 'read', text, values: [first + ((turn * 7919) % (last - first))] });

const rate = await rateOf(read, { parallel: 40, seconds: 4 });
await pool.end();
await sendResult(rate);
