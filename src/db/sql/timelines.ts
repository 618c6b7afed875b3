/** Timeline pages: one statement each, with everything a page shows. */
import { statement } from '../statement.ts';
import { cardColumns, mediaColumn, shortColumns, viewerColumns } from './columns.ts';
import { unblocked, visible } from './visibility.ts';

type Row = Record<string, unknown>;

const columns = `
  ev.id, ev.action, ev.created_at AS "createdAt", ${cardColumns('actor', 'account.')},
  ${shortColumns('e', 'object.')}, ${cardColumns('a', 'object.account.')},
  ${viewerColumns('e', 'object.')}, ${mediaColumn('e', 4, 'object.')}`;

const joined = `
  JOIN account actor ON actor.id = ev.account_id
  JOIN eventable e ON e.id = ev.eventable_id
  JOIN account a ON a.id = e.account_id`;

const shown = `${visible()} AND actor.suspended_at IS NULL AND actor.deleted_at IS NULL AND ${unblocked('ev.account_id')}`;

/** Ends below the oldest event whose fan-out is unfinished, so that nothing appears later below a client's cursor. */
const home = (direction: 'ASC' | 'DESC') => `
  SELECT ${columns}
  FROM home_entry h JOIN event ev ON ev.id = h.event_id ${joined}
  WHERE h.account_id = $1 AND h.event_id > $3 AND h.event_id < least($4, coalesce((
      SELECT min(id) FROM event
      WHERE fanned_out_at IS NULL AND id > event_id_at(now() - interval '5 seconds')), $4))
    AND ${shown}
  ORDER BY h.event_id ${direction} LIMIT $5`;

type Window = [viewer: number | null, host: string | null, above: number, below: number, limit: number];

export const selectHome = statement<Row, Window>('select_home', home('DESC'));
export const selectHomeAscending = statement<Row, Window>('select_home_ascending', home('ASC'));

/** Creations that anybody may see; an index holds these alone, and one those of this server. */
const ofAll = (direction: 'ASC' | 'DESC', local: boolean) => `
  SELECT ${columns}
  FROM event ev ${joined}
  WHERE ev.action = 'create' ${local ? 'AND ev.local' : ''} AND ev.id > $3 AND ev.id < $4
    AND e.visibility = 'public' AND ${shown}
  ORDER BY ev.id ${direction} LIMIT $5`;

export const selectPublic = statement<Row, Window>('select_public', ofAll('DESC', false));
export const selectPublicAscending = statement<Row, Window>('select_public_ascending', ofAll('ASC', false));
export const selectLocal = statement<Row, Window>('select_local', ofAll('DESC', true));
export const selectLocalAscending = statement<Row, Window>('select_local_ascending', ofAll('ASC', true));

const ofAccount = (direction: 'ASC' | 'DESC') => `
  SELECT ${columns}
  FROM event ev ${joined}
  WHERE ev.account_id = $6 AND ev.id > $3 AND ev.id < $4 AND ($7 OR ev.action <> 'reply') AND ${shown}
  ORDER BY ev.id ${direction} LIMIT $5`;

type AccountWindow = [...Window, accountId: number, withReplies: boolean];

export const selectAccountTimeline = statement<Row, AccountWindow>(
  'select_account_timeline',
  ofAccount('DESC'),
);
export const selectAccountTimelineAscending = statement<Row, AccountWindow>(
  'select_account_timeline_ascending',
  ofAccount('ASC'),
);
