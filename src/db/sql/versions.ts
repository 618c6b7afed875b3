/** Statements on the versions of cached responses. */
import { type RowOf, statement } from '../statement.ts';
import {
  isDisplayable,
  listed,
  statementPerViewer,
  unblocked,
  unmuted,
  type ViewerVariant,
  visible,
  visibleTargets,
} from './visibility.ts';

/** An array sub-select uses the order of the index; an aggregate would sort. */
export const mediaVersion = `
  ARRAY(SELECT concat_ws(',', m.id, m.xmin) FROM medium m WHERE m.eventable_id = e.id AND ${isDisplayable('m')}
    ORDER BY m.position)`;

const linkVersions = (variant: ViewerVariant, viewer: string) => `
  CASE WHEN e.type <> 'status' THEN
    (SELECT string_agg(concat_ws(',', l.id, l.xmin, t.xmin, ${visible('t', 'ta', viewer, variant)}), ' ' ORDER BY l.id)
     FROM step_link l LEFT JOIN (eventable t JOIN account ta ON ta.id = t.account_id) ON t.id = l.target_id
     WHERE l.source_id = e.id) END`;

const viewerState = (viewer: string) => `
  EXISTS (SELECT 1 FROM "like" WHERE account_id = ${viewer} AND eventable_id = e.id),
  EXISTS (SELECT 1 FROM boost WHERE account_id = ${viewer} AND eventable_id = e.id),
  (SELECT string_agg(concat_ws(',', i.collection_id), ' ' ORDER BY i.collection_id)
   FROM collection_item i JOIN collection c ON c.id = i.collection_id WHERE i.eventable_id = e.id
     AND c.account_id = ${viewer}),
  (SELECT n.xmin FROM private_note n WHERE n.account_id = ${viewer} AND n.eventable_id = e.id)`;

/** A change of the quote, of the quoted item, or of what the viewer may see of it. */
const quoteVersion = (variant: ViewerVariant, viewer: string) => `
  CASE WHEN e.quote_iri IS NOT NULL THEN
    (SELECT concat_ws(',', q.xmin, t.xmin, ta.xmin, ${visible('t', 'ta', viewer, variant)},
       ${listed('ta', viewer, variant)}, ${unmuted('ta', viewer, variant)},
         ${unblocked('t.account_id', 'e.account_id')})
     FROM quote q LEFT JOIN (eventable t JOIN account ta ON ta.id = t.account_id) ON t.id = q.quoted_id
     WHERE q.eventable_id = e.id) END`;

/** The response version of item `e` by author `a`. */
export const responseVersion = (variant: ViewerVariant, viewer = '$1'): string => `
  concat_ws('|', e.id, e.xmin, a.xmin, ${visibleTargets('e', variant, viewer)}, ${mediaVersion},
    ${linkVersions(variant, viewer)}, ${quoteVersion(variant, viewer)}
    ${variant === 'anonymous' ? '' : `, ${viewerState(viewer)}`}) AS "responseVersion"`;

export type ItemVersion = RowOf<typeof selectRecipeVersionBySlug>;

/** Returns no row for items that are missing or not public. */
export const selectVersionsForAnonymous = statement(
  'select_versions_for_anonymous',
  ['accountId?', 'host?', 'ids'],
  `SELECT e.id, e.type, ${responseVersion('anonymous')}
   FROM eventable e JOIN account a ON a.id = e.account_id
   WHERE e.id = ANY($3::bigint[]) AND ${visible('e', 'a', '$1', 'anonymous')}`,
  { notNull: ['id', 'type', 'responseVersion'] },
);

/** Each member requests one item; `place` is the 1-based position in the arrays. Invisible items return no row. */
export const selectVersionsForMembers = statement(
  'select_versions_for_members',
  ['accountIds', 'host?', 'ids'],
  `SELECT requested.place, e.type, ${responseVersion('member', 'requested.viewer')}
   FROM unnest($1::bigint[], $3::bigint[]) WITH ORDINALITY AS requested (viewer, id, place)
   JOIN eventable e ON e.id = requested.id JOIN account a ON a.id = e.account_id
   WHERE ${visible('e', 'a', 'requested.viewer', 'member')}`,
  { notNull: ['place', 'type', 'responseVersion'] },
);

export const selectRecipeVersionBySlug = statementPerViewer(
  'select_recipe_version_by_slug',
  ['accountId', 'slug'],
  (variant) => `
   SELECT e.type, ${responseVersion(variant)}
   FROM eventable e JOIN account a ON a.id = e.account_id
   WHERE e.account_id = $3 AND e.slug = $4 AND e.type = 'recipe' AND ${visible('e', 'a', '$1', variant)}`,
  { notNull: ['type', 'responseVersion'] },
);
