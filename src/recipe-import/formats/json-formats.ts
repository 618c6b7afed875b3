/** Reads recipes from JSON in the format of an app, or in schema.org. */
import { t } from '../../lib/language/text.ts';
import type { ImportedRecipe } from '../import-result.ts';
import { isNode, type Node, toList } from '../json-ld.ts';
import { readSchemaOrg } from '../schema-org.ts';
import { isCrouton, readCrouton } from './crouton.ts';
import { type FoundInFile, foundIn, unreadEntry } from './found.ts';
import { isKitchenOwl, readKitchenOwl } from './kitchen-owl.ts';
import { isMealie, readMealie } from './mealie.ts';
import { isMela, readMela } from './mela.ts';
import { isNamedJson, readNamedJson } from './named-json.ts';
import { isOpenEats, recipesInDump } from './open-eats.ts';
import { isPaprika, readPaprika } from './paprika.ts';
import { isPotluck, readPotluck } from './potluck.ts';
import { isRecetteTek, readRecetteTek } from './recette-tek.ts';
import { isTandoor, readTandoor } from './tandoor.ts';
import { isWpRecipeMaker, readWpRecipeMaker } from './wp-recipe-maker.ts';

/** The first that fits counts. */
const shapes: [name: string, is: (node: Node) => boolean, read: (node: Node) => ImportedRecipe | null][] = [
  ['Potluck', isPotluck, readPotluck],
  ['Tandoor', isTandoor, readTandoor],
  ['Mealie', isMealie, readMealie],
  ['Crouton', isCrouton, readCrouton],
  ['WP Recipe Maker', isWpRecipeMaker, readWpRecipeMaker],
  ['Paprika', isPaprika, readPaprika],
  ['RecetteTek', isRecetteTek, readRecetteTek],
  ['Mela', isMela, readMela],
  ['KitchenOwl', isKitchenOwl, readKitchenOwl],
  ['JSON', isNamedJson, readNamedJson],
];
/** Properties of exports and of answers of an API that hold the recipes. */
const WRAPPERS = ['recipes', 'items', 'results', 'recipe', 'data'];

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
  const wrapped = isNode(json) ? WRAPPERS.map((name) => json[name]).filter((each) => Array.isArray(each)) : [];
  for (const list of [...wrapped, json, isNode(json) ? json.recipe : null]) {
    const nodes = toList(list).filter(isNode);
    for (const [format, is, read] of shapes) {
      const entries = nodes.filter(is);
      if (entries.length > 0) return { format, entries, read, others: nodes.length - entries.length };
    }
  }
  return null;
}

/** Reads one recipe of a list after the other. */
export function* findInJson(json: unknown): Generator<FoundInFile> {
  if (isOpenEats(json)) return yield* foundInDump(json);
  const list = findList(json);
  if (!list) return yield* foundIn({ format: 'schema.org', ...readSchemaOrg(json) });

  const { format, entries, read, others } = list;
  yield { type: 'format', format };
  for (const node of entries) yield unreadEntry(node.name ?? node.title, () => read(node));
  if (others > 0) yield { type: 'problem', problem: t('reading.other-entries', { count: others }) };
}

function* foundInDump(dump: unknown[]): Generator<FoundInFile> {
  yield { type: 'format', format: 'OpenEats' };
  for (const { title, read } of recipesInDump(dump)) yield unreadEntry(title, read);
}
