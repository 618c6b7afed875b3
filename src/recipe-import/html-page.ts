/** Reads recipes from a web page. */
import { t } from '../lib/language/text.ts';
import { type ImportedRecipe, type ImportResult, type StatedDetails, understand } from './import-result.ts';
import { parseLooseJson } from './loose-json.ts';
import { dialects } from './markup-dialects.ts';
import { readMarkup } from './markup-items.ts';
import { collectFacts, type PageFacts } from './page-facts.ts';
import { withPageGroups } from './page-groups.ts';
import { type PageBlock, readOutline } from './page-outline.ts';
import { nodeOfSections, readSections } from './page-sections.ts';
import { readSchemaOrg } from './schema-org.ts';
import { siteOfUrl, withoutSiteName } from './title.ts';

/**
 * Reads JSON-LD, otherwise microdata, RDFa or h-recipe, otherwise the lists below headings. The page completes what the
 * data leaves out: language, URL, groups, picture and author.
 */
export function readPage(html: string): ImportResult {
  const facts = collectFacts(html);
  const unreadable: string[] = [];
  const documents = facts.blocks
    .map((block, at) => {
      const parsed = parseLooseJson(block);
      if (parsed === undefined) unreadable.push(t('reading.block-not-json', { number: at + 1 }));
      return parsed;
    })
    .filter((parsed) => parsed !== undefined);

  let result = readSchemaOrg(documents);
  for (const dialect of dialects) {
    if (result.recipes.length > 0) break;
    const items = readMarkup(html, dialect);
    if (items.length > 0) result = readSchemaOrg(items);
  }

  const blocks = readOutline(html);
  const [only, ...others] = result.recipes;
  const sections = (!only || (only.isIncomplete && others.length === 0)) && readSections(blocks);
  const listed = sections ? readSchemaOrg(nodeOfSections(sections, titleOf(blocks, facts))) : null;
  if (!only && listed && listed.recipes.length > 0) {
    result = listed;
    listed.recipes[0]!.notUnderstood.push(t('reading.read-from-lists'));
  }
  const recipes = result.recipes.map((recipe) => completed(recipe, listed?.recipes[0], facts, blocks));
  return { recipes, problems: [...explain(result, facts), ...unreadable] };
}

function titleOf(blocks: PageBlock[], facts: PageFacts): string | null {
  return blocks.find(({ tag }) => tag === 'h1')?.text ?? facts.title;
}

function completed(
  recipe: ImportedRecipe,
  listed: ImportedRecipe | undefined,
  facts: PageFacts,
  blocks: PageBlock[],
): ImportedRecipe {
  const { draft, stated } = recipe;
  const sourceUrl = draft.sourceUrl ?? facts.url;
  const site = siteOfUrl(sourceUrl) ?? siteOfUrl(facts.url);
  const parts = {
    ingredients: draft.ingredients.length > 0 ? draft.ingredients : (listed?.draft.ingredients ?? []),
    steps: draft.steps.length > 0 ? draft.steps : (listed?.draft.steps ?? []),
  };
  const full = {
    ...draft,
    ...parts,
    name: withoutSiteName(draft.name, [facts.siteName, site]),
    locale: draft.locale ?? facts.locale,
    sourceUrl,
    ingredients: withPageGroups(parts.ingredients, blocks),
  };
  const notUnderstood = recipe.notUnderstood.filter(
    (sentence) =>
      !(sentence === t('reading.no-ingredients') && full.ingredients.length > 0) &&
      !(sentence === t('reading.no-instructions') && full.steps.length > 0),
  );
  return {
    ...recipe,
    draft: full,
    ...understand(full),
    notUnderstood,
    stated: stated && withFacts(stated, facts, blocks),
  };
}

/** The entries that WP Recipe Maker, Tasty Recipes and Create show as equipment. */
const EQUIPMENT_CLASS = /(?:^|[\s-])(?:equipment|tools?)-(?:item|name)/;

function withFacts(stated: StatedDetails, facts: PageFacts, blocks: PageBlock[]): StatedDetails {
  const origin = facts.url && URL.parse(facts.url)?.origin;
  const shown = blocks.filter(({ tag, className }) => tag === 'li' && EQUIPMENT_CLASS.test(className)).slice(0, 50);
  return {
    ...stated,
    equipment: stated.equipment.length > 0 ? stated.equipment : shown.map(({ text }) => text.slice(0, 200)),
    imageUrls: stated.imageUrls.length > 0 || facts.imageUrl === null ? stated.imageUrls : [facts.imageUrl],
    authors:
      stated.authors.length > 0 || facts.author === null
        ? stated.authors
        : [{ name: facts.author.slice(0, 200), url: null }],
    publisher:
      stated.publisher ?? (facts.siteName ? { name: facts.siteName.slice(0, 200), url: origin ?? null } : null),
  };
}

function explain(result: ImportResult, facts: PageFacts): string[] {
  if (result.recipes.length > 0) return result.problems;
  const looked = t(facts.blocks.length === 0 ? 'reading.no-data-in-page' : 'reading.no-recipe-in-page');
  return facts.blocks.length === 0 ? [looked] : [looked, ...result.problems];
}
