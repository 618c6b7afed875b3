/** One statement in three forms, so that each asker runs no more of the predicate than concerns them. */
import type pg from 'pg';
import { type Executor, statement } from '../statement.ts';
import type { Asker } from './visibility.ts';

/** Of `text`, `$1` is the viewer's account id and `$2` the host of the server that asks. */
export function statementFor<Row extends pg.QueryResultRow, Params extends unknown[]>(
  name: string,
  text: (asker: Asker) => string,
) {
  const form = (asker: Asker) =>
    statement<Row, [accountId: number | null, host: string | null, ...Params]>(
      `${name}_for_${asker}`,
      text(asker),
    );
  const forms = { anyone: form('anyone'), member: form('member'), whoever: form('whoever') };

  return (on: Executor, accountId: number | null, host: string | null, ...rest: Params): Promise<Row[]> =>
    forms[askerOf(accountId, host)](on, accountId, host, ...rest);
}

function askerOf(accountId: number | null, host: string | null): Asker {
  if (host !== null) return 'whoever';
  return accountId === null ? 'anyone' : 'member';
}
