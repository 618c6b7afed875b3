/** Timeline pages: what each viewer must read anew by one statement, and the events that are not kept by another. */
import { statement } from '../statement.ts';
import { statementFor } from './askers.ts';
import { cardColumns, mediaColumn, shortColumns, viewerColumns, visibleRecipe } from './columns.ts';
import { pictureStamp } from './stamps.ts';
import { type Asker, unblocked, visible } from './visibility.ts';

const joined = `
  JOIN account actor ON actor.id = ev.account_id
  JOIN eventable e ON e.id = ev.eventable_id
  JOIN account a ON a.id = e.account_id`;

/** Of the rows that an event shows, whoever looks. */
const stamp = `concat_ws('|', ev.xmin, actor.xmin, e.xmin, a.xmin, ${pictureStamp('e')}) AS stamp`;

const shown = (asker: Asker, viewer = '$1') => `${visible('e', 'a', viewer, asker)}
  AND actor.suspended_at IS NULL AND actor.deleted_at IS NULL
  AND ${unblocked('ev.account_id', viewer, asker)}`;

const glance = (asker: Asker, viewer = '$1') =>
  `SELECT ev.id, ${stamp}, ${viewerColumns('e', '', asker, viewer)}, ${visibleRecipe('e', asker, viewer)} AS "recipeId"`;

export interface Glimpse {
  id: number;
  /** The same for as long as the event shows the same to everybody who may see it. */
  stamp: string;
  liked: boolean;
  boosted: boolean;
  /** The recipe cooked, if the viewer may see it. */
  recipeId: number | null;
}

/**
 * Pages for several members at a time; `place` counts from 1, and each page is in its order. They end below the oldest event
 * whose fan-out is unfinished, so that nothing appears later below a client's cursor.
 */
const homes = (direction: 'ASC' | 'DESC') => `
  SELECT page.*, asked.place
  FROM unnest($1::bigint[], $3::bigint[], $4::bigint[], $5::int[]) WITH ORDINALITY AS asked (viewer, above, below, most, place)
  CROSS JOIN (SELECT min(id) AS id FROM event WHERE fanned_out_at IS NULL AND id > event_id_at(now() - interval '5 seconds')) unfinished
  CROSS JOIN LATERAL (
    ${glance('member', 'asked.viewer')}
    FROM home_entry h JOIN event ev ON ev.id = h.event_id ${joined}
    WHERE h.account_id = asked.viewer AND h.event_id > asked.above AND h.event_id < least(asked.below, unfinished.id)
      AND ${shown('member', 'asked.viewer')}
    ORDER BY h.event_id ${direction} LIMIT asked.most) page
  ORDER BY asked.place, page.id ${direction}`;

type Windows = [accountIds: number[], host: null, above: number[], below: number[], limits: number[]];
type GlimpseOf = Glimpse & { place: number };

export const selectHomes = statement<GlimpseOf, Windows>('select_homes', homes('DESC'));
export const selectHomesAscending = statement<GlimpseOf, Windows>('select_homes_ascending', homes('ASC'));

type Window = [above: number, below: number, limit: number];

/** Creations that anybody may see; an index holds these alone, and one those of this server. */
const ofAll = (direction: 'ASC' | 'DESC', local: boolean) => (asker: Asker) =>
  `
  ${glance(asker)}
  FROM event ev ${joined}
  WHERE ev.action = 'create' ${local ? 'AND ev.local' : ''} AND ev.id > $3 AND ev.id < $4
    AND e.visibility = 'public' AND ${shown(asker)}
  ORDER BY ev.id ${direction} LIMIT $5`;

export const selectPublic = statementFor<Glimpse, Window>('select_public', ofAll('DESC', false));
export const selectPublicAscending = statementFor<Glimpse, Window>(
  'select_public_ascending',
  ofAll('ASC', false),
);
export const selectLocal = statementFor<Glimpse, Window>('select_local', ofAll('DESC', true));
export const selectLocalAscending = statementFor<Glimpse, Window>(
  'select_local_ascending',
  ofAll('ASC', true),
);

const ofAccount = (direction: 'ASC' | 'DESC') => (asker: Asker) =>
  `
  ${glance(asker)}
  FROM event ev ${joined}
  WHERE ev.account_id = $6 AND ev.id > $3 AND ev.id < $4 AND ($7 OR ev.action <> 'reply') AND ${shown(asker)}
  ORDER BY ev.id ${direction} LIMIT $5`;

type AccountWindow = [...Window, accountId: number, withReplies: boolean];

export const selectAccountTimeline = statementFor<Glimpse, AccountWindow>(
  'select_account_timeline',
  ofAccount('DESC'),
);
export const selectAccountTimelineAscending = statementFor<Glimpse, AccountWindow>(
  'select_account_timeline_ascending',
  ofAccount('ASC'),
);

/** Everything that events show, of those the viewer may still see. */
export const selectEvents = statementFor<Record<string, unknown>, [ids: number[]]>(
  'select_events',
  (asker) => `
  SELECT ev.id, ev.action, ev.created_at AS "createdAt", ${stamp}, ${cardColumns('actor', 'account.')},
    ${shortColumns('e', 'object.', asker)}, ${cardColumns('a', 'object.account.')},
    ${viewerColumns('e', 'object.', asker)}, ${mediaColumn('e', 4, 'object.')}
  FROM event ev ${joined}
  WHERE ev.id = ANY($3::bigint[]) AND ${shown(asker)}`,
);
