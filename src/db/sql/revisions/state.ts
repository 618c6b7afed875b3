/** SQL that builds the state of a recipe, as revisions store it. */
import { camelCase } from '../../../lib/snake-case.ts';
import { detailColumns } from '../items/columns.ts';

const rational = (column: string) =>
  `CASE WHEN i.${column}_num IS NOT NULL THEN jsonb_build_object('numerator', i.${column}_num, 'denominator', i.${column}_den) END`;

/** Columns with the value that stands for nothing, or '' if that is null. */
const details: Record<string, string> = {
  serving: '',
  serving_type: '',
  prep_time: '',
  cook_time: '',
  source_url: '',
  ...detailColumns,
};

/** Empty details are left out, so that a state stays equal to itself when recipes get another detail. */
const detailsOf = (e: string) =>
  `(SELECT jsonb_object_agg(key, value) FROM jsonb_each(jsonb_build_object(${Object.entries(details)
    .map(
      ([name, empty]) => `'${camelCase(name)}', ${empty ? `nullif(${e}.${name}, ${empty})` : `${e}.${name}`}`,
    )
    .join(', ')})) WHERE value <> 'null')`;

/** A `RecipeState`. It has no links and no pictures: other people's items have a visibility of their own. */
export const recipeState = (e: string): string => `jsonb_build_object(
  'name', ${e}.name, 'description', ${e}.content, 'details', ${detailsOf(e)},
  'ingredients', (SELECT coalesce(jsonb_agg(jsonb_build_object('name', i.name, 'quantity', ${rational('quantity')},
     'quantityMax', ${rational('quantity_max')}, 'unit', i.unit, 'note', i.note, 'group', i.group_name,
     'optional', i.optional, 'scalable', i.scalable, 'originalText', i.original_text) ORDER BY i.position), '[]')
   FROM ingredient i WHERE i.eventable_id = ${e}.id),
  'steps', (SELECT coalesce(jsonb_agg(jsonb_build_object(
     'name', s.name, 'content', s.content, 'duration', s.duration) ORDER BY s.position), '[]')
   FROM step s WHERE s.eventable_id = ${e}.id))`;
