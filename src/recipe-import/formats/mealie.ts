/** Reads a recipe in Mealie's format: schema.org property names, but structured ingredients. */
import type { ImportedRecipe } from '../import-result.ts';
import { isNode, type Node } from '../json-ld.ts';
import { readLine, readNodes, toIngredient, withIngredients } from './foreign-fields.ts';

export function isMealie(node: Node): boolean {
  if ('@type' in node) return false;
  const mealieKeys = ['slug', 'orgURL', 'org_url', 'recipeServings', 'userId', 'groupId'];
  return (
    ('recipeIngredient' in node || 'recipeInstructions' in node) && mealieKeys.some((key) => key in node)
  );
}

export function readMealie(node: Node): ImportedRecipe | null {
  const lines = Array.isArray(node.recipeIngredient) ? node.recipeIngredient.slice(0, 1_000) : [];
  let group: string | null = null;
  const ingredients = lines.map((line) => {
    if (!isNode(line)) return toIngredient({ ...plain, name: '', original: String(line ?? ''), group });
    group = readLine(line, 'title') || group;
    return toIngredient({
      amount: line.quantity ?? '',
      unit: readLine(line, 'unit'),
      name: readLine(line, 'food'),
      note: readLine(line, 'note'),
      original: readLine(line, 'originalText', 'original_text'),
      group,
    });
  });

  const servings = Number(node.recipeServings ?? node.recipeYieldQuantity) || null;
  const notes = readNodes(node, 'notes').map((each) =>
    `${readLine(each, 'title')}\n${readLine(each, 'text')}`.trim(),
  );
  return withIngredients(
    {
      name: node.name,
      description: [node.description, ...notes].filter(Boolean).join('\n\n'),
      recipeYield: servings ?? node.recipeYield,
      recipeInstructions: readNodes(node, 'recipeInstructions').map((step) => ({
        '@type': 'HowToStep',
        name: readLine(step, 'title', 'summary'),
        text: step.text,
      })),
      keywords: names(node, 'tags'),
      recipeCategory: names(node, 'recipeCategory'),
      prepTime: node.prepTime,
      cookTime: node.performTime ?? node.cookTime,
      totalTime: node.totalTime,
      isBasedOn: node.orgURL ?? node.org_url,
      inLanguage: node.inLanguage,
    },
    ingredients,
  );
}

const plain = { amount: '', unit: '', note: '' };
const names = (node: Node, key: string) => readNodes(node, key).map((each) => readLine(each, 'name'));
