/** Lists of items as pages show them: each entry small, each page one statement. */
import { statement } from '../statement.ts';
import { cardColumns, mediaColumn, shortColumns, viewerColumns } from './columns.ts';
import { visible } from './visibility.ts';

type Row = Record<string, unknown>;
type Viewer = [accountId: number | null, host: string | null];

const columns = `${shortColumns('e')}, e.prep_time AS "prepTime", e.cook_time AS "cookTime", e.sensitive,
  e.spoiler_text AS "spoilerText", ${cardColumns('a', 'account.')}, ${viewerColumns('e')}, ${mediaColumn('e', 4)}`;

/** Recipes made here for everybody, by people who want to be found. */
export const listNewestRecipes = statement<Row, [...Viewer, limit: number]>(
  'list_newest_recipes',
  `SELECT ${columns}
   FROM event ev JOIN eventable e ON e.id = ev.eventable_id JOIN account a ON a.id = e.account_id
   WHERE ev.action = 'create' AND ev.local AND e.type = 'recipe' AND e.visibility = 'public' AND a.discoverable
     AND ${visible()}
   ORDER BY ev.id DESC LIMIT $3`,
);

type Window = [above: number, below: number, limit: number];

/** Drafts, direct messages and answers to others are not for showing. */
const shownOf = (direction: 'ASC' | 'DESC') => `
  SELECT ${columns} FROM eventable e JOIN account a ON a.id = e.account_id
  WHERE e.account_id = $3 AND e.type = ANY($4::eventable_type[]) AND e.id > $5 AND e.id < $6
    AND e.publication = 'published' AND e.visibility <> 'direct' AND e.in_reply_to_iri IS NULL AND ${visible()}
  ORDER BY e.id ${direction} LIMIT $7`;

type OfAccount = [...Viewer, accountId: number, types: string[], ...Window];

export const listShownOf = statement<Row, OfAccount>('list_shown_of', shownOf('DESC'));
export const listShownOfAscending = statement<Row, OfAccount>('list_shown_of_ascending', shownOf('ASC'));

/** For everybody, from every server, by people who want to be found; answers and drafts are not for showing. */
const tagged = (direction: 'ASC' | 'DESC') => `
  SELECT ${columns} FROM eventable e JOIN account a ON a.id = e.account_id
  WHERE e.tags @> ARRAY[$3::text] AND e.type <> 'status' AND e.id > $4 AND e.id < $5
    AND e.visibility = 'public' AND e.publication = 'published' AND a.discoverable AND ${visible()}
  ORDER BY e.id ${direction} LIMIT $6`;

type Tagged = [...Viewer, tag: string, ...Window];

export const listTagged = statement<Row, Tagged>('list_tagged', tagged('DESC'));
export const listTaggedAscending = statement<Row, Tagged>('list_tagged_ascending', tagged('ASC'));
