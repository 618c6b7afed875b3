/** Creates follows and the resulting home timelines. */
import { pool } from '../../../src/db/client.ts';

export interface Cast {
  star: number;
  author: number;
  publisher: number;
  readers: number[];
  cooks: { first: number; last: number };
}

export async function seedFollows({ star, author, publisher, readers, cooks }: Cast): Promise<void> {
  const run = (sql: string, values: unknown[]) => pool().query(sql, values);
  await run(`INSERT INTO follow (follower_id, followee_id) SELECT id, $1 FROM generate_series($2::bigint, $3) id`, [
    star,
    cooks.first,
    cooks.last,
  ]);
  await run(`INSERT INTO follow (follower_id, followee_id) SELECT id, $1 FROM account WHERE host LIKE 'far%'`, [
    author,
  ]);
  await run(`INSERT INTO follow (follower_id, followee_id) SELECT unnest($2::bigint[]), $1`, [publisher, readers]);
  // Each sending peer has ten local followers.
  await run(
    `INSERT INTO follow (follower_id, followee_id)
     SELECT $1 + (p.id * 10 + n) % 50000, p.id FROM account p CROSS JOIN generate_series(1, 10) n WHERE p.host LIKE 'peer%'`,
    [cooks.first],
  );
  await run(
    `UPDATE account SET followers_count = n
     FROM (SELECT followee_id, count(*) AS n FROM follow GROUP BY 1) counted WHERE id = followee_id`,
    [],
  );
  // A full home timeline: the newest 800 events.
  await run(
    `INSERT INTO home_entry (account_id, event_id, eventable_id)
     SELECT r, e.id, e.eventable_id FROM unnest($1::bigint[]) r,
       (SELECT id, eventable_id FROM event ORDER BY id DESC LIMIT 800) e`,
    [readers],
  );
}
