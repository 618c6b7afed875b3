/** Prepares a statement in three variants, each with only the part of the visibility predicate that its viewers need. */
import type pg from 'pg';
import { type Executor, statement } from '../../statement.ts';
import type { ViewerVariant } from './visibility.ts';

/** In `text`, `$1` is the viewer's account id and `$2` the host of the server that signed the request. */
export function statementPerViewer<Row extends pg.QueryResultRow, Params extends unknown[]>(
  name: string,
  text: (variant: ViewerVariant) => string,
) {
  const prepare = (variant: ViewerVariant) =>
    statement<Row, [accountId: number | null, host: string | null, ...Params]>(
      `${name}_for_${variant}`,
      text(variant),
    );
  const variants = { anonymous: prepare('anonymous'), member: prepare('member'), any: prepare('any') };

  const run = (
    on: Executor,
    accountId: number | null,
    host: string | null,
    ...rest: Params
  ): Promise<Row[]> => variants[variantFor(accountId, host)](on, accountId, host, ...rest);
  return Object.assign(run, { texts: Object.values(variants).flatMap(({ texts }) => texts) });
}

function variantFor(accountId: number | null, host: string | null): ViewerVariant {
  if (host !== null) return 'any';
  return accountId === null ? 'anonymous' : 'member';
}
