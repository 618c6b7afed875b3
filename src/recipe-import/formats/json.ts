/** Reads recipes from JSON in the format of Potluck, Mealie, Tandoor, Paprika or schema.org. */
import type { ImportedRecipe, ImportResult } from '../import-result.ts';
import { isNode, type Node, toList } from '../json-ld.ts';
import { readSchemaOrg } from '../schema-org.ts';
import { isMealie, readMealie } from './mealie.ts';
import { isPaprika, readPaprika } from './paprika.ts';
import { isPotluck, readPotluck } from './potluck.ts';
import { isTandoor, readTandoor } from './tandoor.ts';

const shapes: [name: string, is: (node: Node) => boolean, read: (node: Node) => ImportedRecipe | null][] = [
  ['Potluck', isPotluck, readPotluck],
  ['Tandoor', isTandoor, readTandoor],
  ['Mealie', isMealie, readMealie],
  ['Paprika', isPaprika, readPaprika],
];

/** Reads every recipe of a list, including lists wrapped as in API responses. */
export function readJson(json: unknown): ImportResult & { format: string } {
  const wrapped = isNode(json) ? (json.items ?? json.results ?? json.recipes ?? json) : json;
  const nodes = toList(Array.isArray(wrapped) ? wrapped : json).filter(isNode);
  for (const [format, is, read] of shapes) {
    const fitting = nodes.filter(is);
    if (fitting.length === 0) continue;
    const recipes = fitting
      .slice(0, 500)
      .map(read)
      .filter((recipe) => recipe !== null);
    const left = nodes.length - recipes.length;
    const problems = left > 0 ? [`${left} of ${nodes.length} entries could not be read as recipes.`] : [];
    return { format, recipes, problems };
  }
  return { format: 'schema.org', ...readSchemaOrg(json) };
}
