/** Reads recipes that WP Recipe Maker exports as JSON, for bloggers who move. */
import type { ImportedRecipe } from '../import-result.ts';
import { isNode, type Node } from '../json-ld.ts';
import { toPlainLine } from '../rich-text.ts';
import {
  fromColumns,
  minutes,
  nutritionNode,
  paragraphs,
  readLine,
  readNames,
  readNodes,
  sectionOf,
  withIngredients,
} from './recipe-fields.ts';

const MARKS = ['summary', 'servings_unit', 'author_name', 'author_display', 'custom_time', 'tags', 'image_url'];

export const isWpRecipeMaker = (node: Node): boolean =>
  !('@type' in node) &&
  ['ingredients', 'instructions'].every((key) => Array.isArray(node[key]) || Array.isArray(node[`${key}_flat`])) &&
  ('ingredients_flat' in node || MARKS.filter((key) => key in node).length >= 2);

export function readWpRecipeMaker(node: Node): ImportedRecipe | null {
  const tags = isNode(node.tags) ? node.tags : {};
  const read = withIngredients(
    {
      name: node.name,
      description: paragraphs(node.summary, node.notes),
      recipeYield: [readLine(node, 'servings'), readLine(node, 'servings_unit')].filter(Boolean).join(' ') || undefined,
      recipeInstructions: groupsOf(node, 'instructions').flatMap(({ name, members }) =>
        sectionOf(
          name,
          members.map((step) => ({ '@type': 'HowToStep', name: readLine(step, 'name'), text: step.text })),
        ),
      ),
      prepTime: minutes(node.prep_time),
      cookTime: minutes(node.cook_time),
      totalTime: minutes(node.total_time),
      restingTime: minutes(node.custom_time),
      recipeCategory: readNames(tags, 'course'),
      recipeCuisine: readNames(tags, 'cuisine'),
      suitableForDiet: readNames(tags, 'suitablefordiet'),
      keywords: readNames(tags, 'keyword'),
      difficulty: readNames(tags, 'difficulty'),
      tool: readNames(node, 'equipment'),
      author: readLine(node, 'author_name', 'author') || undefined,
      image: node.image_url,
      video: node.video_url,
      inLanguage: node.language,
      isBasedOn: node.permalink ?? node.parent_url ?? node.link,
      nutrition: nutritionOf(node),
    },
    groupsOf(node, 'ingredients').flatMap(({ name: group, members }) =>
      members.map((each) =>
        fromColumns({
          amount: readLine(each, 'amount'),
          unit: readLine(each, 'unit'),
          name: readLine(each, 'name'),
          note: readLine(each, 'notes', 'note'),
          group: group || null,
        }),
      ),
    ),
  );
  return read;
}

interface Group {
  name: string;
  members: Node[];
}

/** Older exports have no groups, and others a flat list in which groups are entries. */
function groupsOf(node: Node, key: 'ingredients' | 'instructions'): Group[] {
  const entries = readNodes(node, key);
  if (entries.length === 0) return flatGroupsOf(readNodes(node, `${key}_flat`));
  return entries.some((each) => Array.isArray(each[key]))
    ? entries.map((each) => ({ name: toPlainLine(each.name).replace(/:$/, ''), members: readNodes(each, key) }))
    : [{ name: '', members: entries }];
}

function flatGroupsOf(entries: Node[]): Group[] {
  const groups: Group[] = [{ name: '', members: [] }];
  for (const each of entries) {
    if (each.type === 'group') groups.push({ name: toPlainLine(each.name).replace(/:$/, ''), members: [] });
    else groups.at(-1)!.members.push(each);
  }
  return groups;
}

function nutritionOf(node: Node): Node | undefined {
  const stated = node.nutrition;
  if (!isNode(stated)) return undefined;
  const size = [readLine(stated, 'serving_size'), readLine(stated, 'serving_unit')].filter(Boolean).join(' ');
  return nutritionNode({
    servingSize: size,
    calories: stated.calories,
    fatContent: stated.fat,
    saturatedFatContent: stated.saturated_fat,
    transFatContent: stated.trans_fat,
    cholesterolContent: stated.cholesterol,
    carbohydrateContent: stated.carbohydrates,
    sugarContent: stated.sugar,
    fiberContent: stated.fiber,
    proteinContent: stated.protein,
    sodiumContent: stated.sodium,
  });
}
