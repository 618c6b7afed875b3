/** Reads recipes from JSON in the format of Potluck, Mealie, Tandoor, Paprika or schema.org. */
import { t } from '../../lib/language/text.ts';
import type { Found, ImportedRecipe, ImportResult } from '../import-result.ts';
import { isNode, type Node, toList } from '../json-ld.ts';
import { toPlainLine } from '../rich-text.ts';
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

/** The entries of a list that are recipes of one format. */
interface RecipeList {
  format: string;
  entries: Node[];
  read: (node: Node) => ImportedRecipe | null;
  /** The number of other entries. */
  others: number;
}

/** Finds a list of recipes, including lists wrapped as in API responses. Returns null for schema.org and other JSON. */
function findList(json: unknown): RecipeList | null {
  const wrapped = isNode(json) ? (json.items ?? json.results ?? json.recipes ?? json) : json;
  const nodes = toList(Array.isArray(wrapped) ? wrapped : json).filter(isNode);
  for (const [format, is, read] of shapes) {
    const entries = nodes.filter(is);
    if (entries.length > 0) return { format, entries, read, others: nodes.length - entries.length };
  }
  return null;
}

/** Reads one recipe of a list after the other. */
export function* readJson(json: unknown): Generator<Found> {
  const list = findList(json);
  if (!list) return yield* foundIn({ format: 'schema.org', ...readSchemaOrg(json) });

  const { format, entries, read, others } = list;
  yield { type: 'format', format };
  for (const [at, node] of entries.entries()) {
    const name = toPlainLine(node.name).slice(0, 100);
    yield { type: 'entry', at, name };
    const recipe = read(node);
    if (recipe) yield { type: 'recipe', recipe };
    else yield { type: 'failed', name, reason: t('reading.recipe-without-content') };
  }
  if (others > 0) yield { type: 'problem', problem: t('reading.other-entries', { count: others }) };
}

export function* foundIn({ format, recipes, problems }: ImportResult & { format: string }): Generator<Found> {
  yield { type: 'format', format };
  for (const recipe of recipes) yield { type: 'recipe', recipe };
  for (const problem of problems) yield { type: 'problem', problem };
}
