/** Reads recipes from a web page, or from a JSON document. */
import { t } from '../lib/language/text.ts';
import { lazy } from '../lib/lazy.ts';
import { type Attributes, walkHtml } from './html-tokens.ts';
import {
  type ImportedRecipe,
  type ImportResult,
  type StatedDetails,
  type StatedParty,
  understand,
} from './import-result.ts';
import { findProperty, findText, isNode, type Node } from './json-ld.ts';
import { parseLooseJson } from './loose-json.ts';
import { dialects, readMarkup } from './markup-items.ts';
import { completeIngredients, completeSteps, mayBePartOf, sectionsOf } from './page-completion.ts';
import { factsReader, type PageFacts } from './page-facts.ts';
import { withPageGroups } from './page-groups.ts';
import { findTimes, findYield, nodeOfTimes, type PageTimes } from './page-labels.ts';
import { PageLines } from './page-lines.ts';
import { outlineReader, type PageBlock } from './page-outline.ts';
import { findSections, isCertain, nodeOfSections, type PageSections } from './page-sections.ts';
import { readSourceUrl, readTags, readTimes, secondsIn } from './recipe-details.ts';
import { lettersOf } from './rich-text.ts';
import { readSchemaOrg, type SourcePage } from './schema-org.ts';
import { isEquipmentHeading, isIngredientsHeading, isOtherHeading } from './section-words.ts';
import { readServing } from './serving.ts';
import { listWords } from './words.ts';

/** What one walk over a page finds. The rest is found when a recipe lacks it. */
class Page implements SourcePage {
  readonly facts: PageFacts;
  readonly blocks: PageBlock[];
  readonly lines: PageLines;
  readonly title: string | null;
  #sections: PageSections[] | undefined;
  #times: PageTimes | undefined;
  #yield: string | null | undefined;

  constructor(html: string, url: string | null) {
    const facts = factsReader();
    const outline = outlineReader();
    walkHtml(html, {
      open(name: string, attributes: Attributes) {
        facts.visitor.open(name, attributes);
        outline.visitor.open(name, attributes);
      },
      close(name: string) {
        facts.visitor.close(name);
        outline.visitor.close(name);
      },
      text(text: string) {
        facts.visitor.text(text);
        outline.visitor.text(text);
      },
    });
    this.facts = facts.finish(url);
    this.blocks = outline.finish();
    this.lines = new PageLines(this.blocks);
    this.title = this.#findTitle();
  }

  get url(): string | null {
    return this.facts.url;
  }

  get base(): string | null {
    return this.facts.base;
  }

  get sections(): PageSections[] {
    this.#sections ??= findSections(this.blocks);
    return this.#sections;
  }

  get yield(): string | null {
    if (this.#yield === undefined) this.#yield = findYield(this.blocks, this.sections[0]?.start ?? null);
    return this.#yield;
  }

  get times(): PageTimes {
    this.#times ??= findTimes(this.blocks);
    return this.#times;
  }

  /** Removes the name of the site. */
  tidyTitle(title: string): string {
    const sites = [this.facts.siteName, siteOfUrl(this.facts.url)];
    return withoutRecipeWord(withoutSiteName(title, sites));
  }

  /** The heading that link previews repeat, or else the first that names no part of a site. */
  #findTitle(): string | null {
    const preview = this.facts.title ?? this.facts.documentTitle;
    const headings = this.blocks
      .filter(({ tag, text }) => tag === 'h1' && !isOtherHeading(text))
      .map(({ text }) => text);
    const named = headings.filter((text) => this.tidyTitle(text) !== this.facts.siteName);
    const repeated = named.find((text) => preview !== null && lettersOf(preview).includes(lettersOf(text)));
    return repeated ?? named[0] ?? preview;
  }

  /** Properties that the data leaves out, as the page states them. Our own pages also name the original. */
  complete(node: Node, isOnly: boolean): Node {
    const { description, isPotluck, url } = this.facts;
    const source = url === null ? null : readSourceUrl(node);
    if (!isOnly && (source === null || keyOfUrl(source) !== keyOfUrl(url!))) return node;
    const added: Node = {};
    const lacks = (...names: string[]) => findText(findProperty(node, ...names)) === null;
    if (lacks('name', 'headline', 'alternateName')) added.name = this.title;
    if (lacks('description') && !isPotluck) added.description = description;
    const hasYield = readServing(findProperty(node, 'recipeYield', 'yield')) !== null;
    if (!hasYield && this.yield !== null) added.recipeYield = this.yield;
    const { prepTime, cookTime } = readTimes(node, []);
    const { total } = this.times;
    // A stated total stays.
    const hasTotal = secondsIn(node, 'totalTime') !== null;
    if (prepTime === null && cookTime === null)
      Object.assign(added, nodeOfTimes({ ...this.times, total: hasTotal ? null : total }));
    return { ...node, ...added, ...(isPotluck && originalOf(node)) };
  }
}

/** Pages of a server like this one say what a recipe is based on. Without a credit, its account is credited. */
function originalOf(node: Node): Node {
  const original = findProperty(node, 'isBasedOn');
  if (original === undefined) return {};
  if (!isNode(original)) return { url: original };
  const url = findProperty(original, 'url');
  return { ...(url !== undefined && { url }), author: original.author, publisher: original.publisher };
}

/** Never throws: unreadable content is reported in `problems`. `url` is where the text was found. */
export function readRecipes(text: string, url: string | null = null): ImportResult {
  const start = text
    .slice(0, 1_000)
    .replace(/^\uFEFF/, '')
    .trimStart();
  if (start === '' && text.trim() === '') return { recipes: [], problems: [t('reading.empty')] };
  if (!start.startsWith('{') && !start.startsWith('[')) return readPage(text, url);

  const parsed = parseLooseJson(text);
  return parsed === undefined
    ? { recipes: [], problems: [t('reading.invalid-json')] }
    : readSchemaOrg(parsed, url === null ? null : { url, complete: (node) => node });
}

/**
 * Reads JSON-LD, otherwise microdata, RDFa or h-recipe, otherwise the lists below headings. The page completes what the
 * data leaves out. `url` is where the page was found.
 */
export function readPage(html: string, url: string | null = null): ImportResult {
  const page = new Page(html, url);
  const unreadable: string[] = [];
  const documents = page.facts.blocks
    .map((block, at) => {
      const parsed = parseLooseJson(block);
      if (parsed === undefined) unreadable.push(t('reading.block-not-json', { number: at + 1 }));
      return parsed;
    })
    .filter((parsed) => parsed !== undefined);

  let data = readSchemaOrg(documents, page);
  if (data.recipes.length === 0 && page.facts.otherBlocks.length > 0)
    data = readSchemaOrg([...documents, ...page.facts.otherBlocks.map(parseLooseJson)], page);
  let recipes = ownRecipes(data.recipes, page);
  for (const dialect of dialects) {
    if (recipes.length > 0) break;
    const items = readMarkup(html, dialect);
    if (items.length > 0) recipes = ownRecipes(readSchemaOrg(items, page).recipes, page);
  }
  recipes = recipes.map((recipe) => completed(recipe, recipes.length === 1, page));
  if (recipes.length === 0) recipes = recipeOfLists(page);
  // A page that only shows recipes of other pages has these.
  if (recipes.length === 0) recipes = data.recipes.map((recipe) => completed(recipe, false, page));
  return { recipes, problems: [...explain(recipes, data, page.facts), ...unreadable] };
}

/** Leaves out recipes of other pages, which some pages list before their own. */
function ownRecipes(recipes: ImportedRecipe[], { facts, title }: Page): ImportedRecipe[] {
  if (facts.url === null || facts.isPotluck) return recipes;
  const here = keyOfUrl(facts.url);
  const isElsewhere = ({ draft }: ImportedRecipe) => draft.sourceUrl !== null && keyOfUrl(draft.sourceUrl) !== here;
  if (recipes.some((recipe) => recipe.draft.sourceUrl !== null && !isElsewhere(recipe)))
    return recipes.filter((recipe) => !isElsewhere(recipe));

  const named = recipes.filter(({ draft }) => isNamed(draft.name, title ?? ''));
  if (named.length === 1 && recipes.every((recipe) => recipe === named[0] || isElsewhere(recipe))) return named;
  const areTeasers = recipes.length > 0 && recipes.every((recipe) => isElsewhere(recipe) && recipe.isIncomplete);
  return areTeasers && named.length === 0 ? [] : recipes;
}

const isNamed = (name: string, title: string): boolean => title.toLowerCase().includes(name.toLowerCase());

/** The same page may be linked with or without `www`, a final slash, or parameters. */
function keyOfUrl(url: string): string {
  const { hostname, pathname } = new URL(url);
  return `${hostname.replace(/^(?:www|m|amp)\./, '')}${pathname.replace(/(?:\/amp)?\/?$/, '')}`.toLowerCase();
}

/** For a page without data. */
function recipeOfLists(page: Page): ImportedRecipe[] {
  const sections = page.sections[0];
  if (!sections) return [];
  const [recipe] = readSchemaOrg(nodeOfSections(sections, page.title), page).recipes;
  if (!recipe) return [];
  const whole = completed(recipe, false, page);
  const notUnderstood = [...whole.notUnderstood, t('reading.read-from-lists')];
  return [{ ...whole, isIncomplete: whole.isIncomplete || !isCertain(sections), notUnderstood }];
}

/** @param isOnly whether the lists of the page are those of this recipe */
function completed(recipe: ImportedRecipe, isOnly: boolean, page: Page): ImportedRecipe {
  const { facts, blocks } = page;
  const { draft, stated } = recipe;
  const sourceUrl = draft.sourceUrl ?? facts.url;
  const name = withoutRecipeWord(
    withoutSiteName(draft.name, [facts.siteName, siteOfUrl(sourceUrl), siteOfUrl(facts.url)]),
  );
  const parts = isOnly ? withLists(recipe, page) : { ingredients: draft.ingredients, steps: draft.steps };
  const full = {
    ...draft,
    ...parts,
    name,
    locale: draft.locale ?? facts.locale,
    sourceUrl,
    ingredients: withPageGroups(parts.ingredients, page.lines),
    ...(facts.isPotluck && stated && { tags: readTags({ keywords: stated.keywords }) }),
  };
  const counts = understand(full);
  const isUnnamed = recipe.notUnderstood.includes(t('reading.no-name'));
  const notUnderstood = recipe.notUnderstood.filter(
    (sentence) =>
      !(sentence === t('reading.no-ingredients') && full.ingredients.length > 0) &&
      !(sentence === t('reading.no-instructions') && full.steps.length > 0),
  );
  return {
    ...recipe,
    draft: full,
    ...counts,
    isIncomplete: counts.isIncomplete || isUnnamed,
    notUnderstood,
    stated: stated && withFacts(stated, facts, blocks),
  };
}

/** Returns ingredients and steps with those that the data leaves out. */
function withLists({ draft }: ImportedRecipe, page: Page): Pick<ImportedRecipe['draft'], 'ingredients' | 'steps'> {
  const { ingredients, steps } = draft;
  const sections = sectionsOf(ingredients, page.sections);
  if (!sections) return { ingredients, steps };
  // Guessed sections only fill a gap.
  if (sections.isGuessed && ingredients.length > 0 && steps.length > 0) return { ingredients, steps };
  const wanted = {
    ...sections,
    ingredients: mayBePartOf(ingredients, sections) ? sections.ingredients : [],
    steps: sections.steps.length > steps.length ? sections.steps : [],
  };
  if (wanted.ingredients.length === 0 && wanted.steps.length === 0) return { ingredients, steps };

  const shown = readSchemaOrg(nodeOfSections(wanted, draft.name)).recipes[0]?.draft;
  return {
    ingredients: completeIngredients(ingredients, shown?.ingredients ?? []),
    steps: completeSteps(steps, shown?.steps ?? []),
  };
}

/** The entries that WP Recipe Maker, Tasty Recipes and Create show as equipment. */
const EQUIPMENT_CLASS = /(?:^|[\s-])(?:equipment|tools?)-(?:item|name)(?!s)/;
const SIGNS = /^[\s▢□☐☑☒✓✔•·*▪–—-]+/;
const MAX_EQUIPMENT = 50;

function withFacts(stated: StatedDetails, facts: PageFacts, blocks: PageBlock[]): StatedDetails {
  const origin = facts.url && URL.parse(facts.url)?.origin;
  const hasOriginal = facts.isPotluck && (stated.authors.length > 0 || stated.publisher !== null);
  const own = {
    authors: facts.author === null ? [] : [{ name: facts.author.slice(0, 200), url: null }],
    publisher: facts.siteName ? { name: facts.siteName.slice(0, 200), url: origin ?? null } : null,
  };
  return {
    ...stated,
    equipment: stated.equipment.length > 0 ? stated.equipment.map(tidyTool) : equipmentOf(blocks),
    imageUrls: stated.imageUrls.length > 0 || facts.imageUrl === null ? stated.imageUrls : [facts.imageUrl],
    authors: hasOriginal ? stated.authors : firstNamed(stated.authors, own.authors),
    publisher: stated.publisher ?? (hasOriginal ? null : own.publisher),
  };
}

/** An address is no name, if there is one. */
const firstNamed = (stated: StatedParty[], own: StatedParty[]): StatedParty[] => {
  const isNamed = ({ name }: StatedParty) => !/^(?:https?:\/\/\S+|[\w-]+(?:\.[\w-]+)+)$/i.test(name);
  return [stated.filter(isNamed), own.filter(isNamed), stated, own].find((each) => each.length > 0) ?? [];
};

const tidyTool = (text: string): string => text.replace(SIGNS, '').trim().slice(0, 200);

/** Returns the entries of a card, or else of the list below a heading. */
function equipmentOf(blocks: PageBlock[]): string[] {
  const marked = blocks.filter(({ className }) => EQUIPMENT_CLASS.test(className)).slice(0, MAX_EQUIPMENT);
  const shown = marked.length > 0 ? marked : equipmentBelowHeading(blocks);
  return [...new Set(shown.map(({ text }) => tidyTool(text)).filter((text) => text !== ''))];
}

function equipmentBelowHeading(blocks: PageBlock[]): PageBlock[] {
  const start = blocks.findIndex(({ tag, text }) => /^h[2-6]$/.test(tag) && isEquipmentHeading(text));
  if (start < 0) return [];
  const after = blocks.slice(start + 1, start + 1 + MAX_EQUIPMENT);
  const isTool = ({ tag, text }: PageBlock) =>
    tag === 'li' || (tag === 'p' && text.length <= 60 && !/[.!?:]$/.test(text) && !isIngredientsHeading(text));
  const end = after.findIndex((block) => !isTool(block) || isOtherHeading(block.text));
  return after.slice(0, end < 0 ? undefined : end).filter(({ text }) => text.length <= 100);
}

function explain(recipes: ImportedRecipe[], data: ImportResult, { blocks }: PageFacts): string[] {
  if (recipes.length > 0) return data.recipes.length > 0 ? data.problems : [];
  return blocks.length === 0 ? [t('reading.no-data-in-page')] : [t('reading.no-recipe-in-page'), ...data.problems];
}

// Removes the name of the site from a title

const TAIL = /^(.{2,200}?)\s{1,3}(?:[-–—|•·»~:]{1,2}|recipe (?:by|from|on|at|[-–—|]))\s{1,3}(.{2,80})$/iu;

/** "Pea soup recipe | Green Kitchen" of the site "Green Kitchen" is "Pea soup". Other tails are kept. */
function withoutSiteName(title: string, siteNames: (string | null)[]): string {
  const sites = siteNames.map((name) => keyOf(name ?? '')).filter((key) => key.length >= 3);
  let name = title;

  for (let pass = 0; pass < 3; pass += 1) {
    const [, head, tail] = TAIL.exec(name) ?? [];
    // "Green Kitchen: Pea soup"
    const first = /^(.{3,60}?)\s?[:|–—»-]\s{1,3}(?=\S)/.exec(name);
    if (first && sites.includes(keyOf(first[1]!))) {
      name = name.slice(first[0].length);
      continue;
    }
    const key = tail === undefined ? '' : keyOf(tail);
    // A tail of the word "recipe" alone has no key.
    if (head === undefined || ((key !== '' || !/\p{L}/u.test(tail!)) && !sites.some((site) => isSite(key, site))))
      return name;
    name = head.replace(/[\s|–—-]+$/, '');
  }
  return name;
}

/** "Recipe: Pea soup" is "Pea soup". */
const withoutRecipeWord = (title: string): string => {
  const name = title.replace(/^\p{L}{3,12}\s?[:：|–-]\s{0,3}/u, (start) => (keyOf(start) === '' ? '' : start));
  return name === '' ? title : name;
};

/** Returns the part of a host that names the site: `greenkitchen` of `www.greenkitchen.co.uk`. */
function siteOfUrl(url: string | null): string | null {
  const labels =
    (url &&
      URL.parse(url)
        ?.hostname.replace(/^www\./, '')
        .split('.')) ||
    [];
  return labels[0] || null;
}

const isSite = (tail: string, site: string) =>
  tail === site || (tail.startsWith(site) && tail.length <= site.length + 12);

/** Words of titles that name no site. */
const common = lazy(
  () => new Set(['the', 'com', ...listWords('recipe').map(({ word }) => word)].map((word) => word.normalize('NFD'))),
);

const keyOf = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFD')
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => !common().has(word))
    .join('')
    .replace(/\p{M}/gu, '');
