/** Reads a recipe as Mealie writes it: schema.org's names, with ingredients in parts. */
import type { ImportedRecipe } from '../import-result.ts';
import { isNode, type Node } from '../json-ld.ts';
import { lineAt, measured, nodesAt, withIngredients } from './fields.ts';

export function isMealie(node: Node): boolean {
  if ('@type' in node) return false;
  const ours = ['slug', 'orgURL', 'org_url', 'recipeServings', 'userId', 'groupId'];
  return ('recipeIngredient' in node || 'recipeInstructions' in node) && ours.some((key) => key in node);
}

export function readMealie(node: Node): ImportedRecipe | null {
  const lines = Array.isArray(node.recipeIngredient) ? node.recipeIngredient.slice(0, 1_000) : [];
  let group: string | null = null;
  const ingredients = lines.map((line) => {
    if (!isNode(line)) return measured({ ...plain, name: '', original: String(line ?? ''), group });
    group = lineAt(line, 'title') || group;
    return measured({
      amount: line.quantity ?? '',
      unit: lineAt(line, 'unit'),
      name: lineAt(line, 'food'),
      note: lineAt(line, 'note'),
      original: lineAt(line, 'originalText', 'original_text'),
      group,
    });
  });

  const servings = Number(node.recipeServings ?? node.recipeYieldQuantity) || null;
  const notes = nodesAt(node, 'notes').map((each) =>
    `${lineAt(each, 'title')}\n${lineAt(each, 'text')}`.trim(),
  );
  return withIngredients(
    {
      name: node.name,
      description: [node.description, ...notes].filter(Boolean).join('\n\n'),
      recipeYield: servings ?? node.recipeYield,
      recipeInstructions: nodesAt(node, 'recipeInstructions').map((step) => ({
        '@type': 'HowToStep',
        name: lineAt(step, 'title', 'summary'),
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
const names = (node: Node, key: string) => nodesAt(node, key).map((each) => lineAt(each, 'name'));
