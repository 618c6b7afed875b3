/** Reads recipes from a web page. */
import { walkHtml } from './html-tokens.ts';
import type { ImportResult } from './import-result.ts';
import { parseLooseJson } from './loose-json.ts';
import { readMicrodata } from './microdata.ts';
import { withPageGroups } from './page-groups.ts';
import { readOutline } from './page-outline.ts';
import { readLocale, webUrl } from './recipe-details.ts';
import { readSchemaOrg } from './schema-org.ts';
import { siteOfUrl, withoutSiteName } from './title.ts';

interface PageFacts {
  blocks: string[];
  locale: string | null;
  url: string | null;
  siteName: string | null;
}

/** Reads JSON-LD, or microdata without it. The page's language and URL serve as defaults. */
export function readPage(html: string): ImportResult {
  const facts = collectFacts(html);
  const unreadable: string[] = [];
  const documents = facts.blocks
    .map((block, at) => {
      const parsed = parseLooseJson(block);
      if (parsed === undefined) unreadable.push(`JSON-LD block ${at + 1} of the page is not JSON.`);
      return parsed;
    })
    .filter((parsed) => parsed !== undefined);

  let result = readSchemaOrg(documents);
  if (result.recipes.length === 0) {
    const items = readMicrodata(html);
    if (items.length > 0) result = readSchemaOrg(items);
  }

  const blocks = result.recipes.length > 0 ? readOutline(html) : [];
  for (const { draft } of result.recipes) {
    draft.locale ??= facts.locale;
    draft.sourceUrl ??= facts.url;
    draft.name = withoutSiteName(draft.name, [
      facts.siteName,
      siteOfUrl(draft.sourceUrl),
      siteOfUrl(facts.url),
    ]);
    draft.ingredients = withPageGroups(draft.ingredients, blocks);
  }

  return { recipes: result.recipes, problems: [...explain(result, facts), ...unreadable] };
}

function explain(result: ImportResult, facts: PageFacts): string[] {
  const hasNone = result.recipes.length === 0 && facts.blocks.length === 0;
  return hasNone ? ['The page has no schema.org data, neither JSON-LD nor microdata.'] : result.problems;
}

function collectFacts(html: string): PageFacts {
  const facts: PageFacts = { blocks: [], locale: null, url: null, siteName: null };
  let block: string[] | null = null;

  walkHtml(html, {
    open(name, attributes) {
      if (name === 'html') facts.locale ??= readLocale(attributes.get('lang'));
      if (name === 'link' && attributes.get('rel')?.toLowerCase() === 'canonical') {
        facts.url = webUrl(attributes.get('href')) ?? facts.url;
      }
      if (name === 'meta' && attributes.get('property') === 'og:url')
        facts.url ??= webUrl(attributes.get('content'));
      if (name === 'meta' && attributes.get('property') === 'og:site_name')
        facts.siteName ??= attributes.get('content')?.slice(0, 200) ?? null;
      if (name === 'script' && /^\s*application\/ld\+json\b/i.test(attributes.get('type') ?? '')) block = [];
    },
    close(name) {
      if (name !== 'script' || !block) return;
      facts.blocks.push(block.join(''));
      block = null;
    },
    text(text) {
      block?.push(text);
    },
  });

  return facts;
}
