/** Reads what a source says about a recipe beyond the fields of a draft, as it says it. */
import { ratingOf, type StatedRating } from '../db/recipe-details.ts';
import { parseDuration } from './duration.ts';
import type { StatedDetails, StatedParty } from './import-result.ts';
import { findProperty, findText, isNode, type Node, toList } from './json-ld.ts';
import { readNutritionText } from './nutrition-text.ts';
import { webUrl } from './recipe-details.ts';
import { toPlainLine } from './rich-text.ts';

const MAX_LIST = 50;
const MAX_TEXT = 200;
const PICTURE_FILE = /\.(?:jpe?g|png|webp|gif|avif)(?:\?\S{0,500})?$/i;
const NETWORKS =
  /(?:^|\.)(?:facebook|instagram|twitter|x|pinterest|youtube|tiktok|linkedin|threads|tumblr|flipboard)\.(?:com|net|co\.uk|de)$/i;
const BY = /^(?:recipe )?by:?\s{1,3}(?=\S)/i;
const NAMES = ['name', 'alternateName', 'headline', 'legalName', 'givenName', 'description'];

export interface PageAddress {
  url: string | null;
  /** What the page states as the base of its relative addresses. */
  base?: string | null;
}

/** Never throws. Relative URLs are resolved against the base of the page, the URL of the recipe, or that of the page. */
export function readStatedDetails(node: Node, page: PageAddress | null = null): StatedDetails {
  const own = ['url', 'mainEntityOfPage', '@id']
    .map((name) => findProperty(node, name))
    .map(idOf)
    .find((url) => webUrl(url) !== null);
  const base = page?.base ?? own ?? page?.url;
  const imageUrls = ['image', 'thumbnailUrl', 'photo']
    .flatMap((name) => values(node, name))
    .flatMap((value) => urlsOf(value, ['contentUrl', 'url', '@id', 'thumbnailUrl'], base));
  const [videoUrl = null] = values(node, 'video').flatMap((value) =>
    urlsOf(value, ['contentUrl', 'embedUrl', 'url', '@id'], base),
  );
  const totalTime = seconds(node, 'totalTime');

  return {
    imageUrls: [...new Set(imageUrls)].slice(0, MAX_LIST),
    authors: values(node, 'author').flatMap((value) => partyOf(value, base)),
    publisher: values(node, 'publisher').flatMap((value) => partyOf(value, base))[0] ?? null,
    nutrition: nutritionOf(values(node, 'nutrition')),
    totalTime,
    restTime: readRestTime(node, totalTime),
    category: texts(node, ['recipeCategory'], true),
    cuisine: texts(node, ['recipeCuisine'], true),
    diets: texts(node, ['suitableForDiet', 'diet'], true).map((diet) => diet.replace(/^https?:\/\/schema\.org\//, '')),
    keywords: texts(node, ['keywords'], true),
    equipment: texts(node, ['tool', 'recipeEquipment', 'equipment'], false),
    difficulty: texts(node, ['difficulty', 'difficultyLevel', 'educationalLevel'], false)[0] ?? null,
    statedRating: readRating(values(node, 'aggregateRating')[0]),
    videoUrl,
  };
}

const values = (node: Node, name: string) => toList(findProperty(node, name)).slice(0, MAX_LIST);
const idOf = (value: unknown) => (isNode(value) ? (value['@id'] ?? value.url) : value);

function seconds(node: Node, ...names: string[]): number | null {
  const value = toList(findProperty(node, ...names))[0];
  const stated = isNode(value) ? findProperty(value, '@value', 'maxValue', 'value', 'minValue') : value;
  return parseDuration(typeof stated === 'number' ? stated : findText(stated)) || null;
}

/** Sites state ratings or reviews, as numbers or texts: "4,7" of "1,203". */
function readRating(stated: unknown): StatedRating | null {
  if (!isNode(stated)) return null;
  const textOf = (...names: string[]) => {
    const value = toList(findProperty(stated, ...names))[0];
    return typeof value === 'number' ? String(value) : (findText(value)?.trim().slice(0, 30) ?? '');
  };
  const numberOf = (text: string) =>
    /^\d{1,4}(?:[.,]\d{1,20})?$/.test(text) ? Number(text.replace(',', '.')) : Number.NaN;
  const count = textOf('ratingCount', 'reviewCount').replaceAll(/(?<=\d)[.,\s](?=\d{3}(?!\d))/g, '');
  return ratingOf(
    numberOf(textOf('ratingValue')),
    /^\d{1,10}$/.test(count) ? Number(count) : 0,
    numberOf(textOf('bestRating')) || 5,
  );
}

/** Stated, or the rest of the total. */
function readRestTime(node: Node, totalTime: number | null): number | null {
  const stated = seconds(node, 'restingTime', 'restTime', 'waitTime', 'additionalTime', 'inactiveTime');
  if (stated !== null) return stated;

  const [prepTime, cookTime] = [seconds(node, 'prepTime'), seconds(node, 'cookTime', 'performTime')];
  const isKnown = totalTime !== null && prepTime !== null && cookTime !== null;
  return isKnown && totalTime > prepTime + cookTime ? totalTime - prepTime - cookTime : null;
}

function texts(node: Node, names: string[], isSplit: boolean): string[] {
  const lines = names
    .flatMap((name) => values(node, name))
    .map((value) => toPlainLine(isNode(value) ? findText(findProperty(value, ...NAMES, '@id')) : findText(value)))
    .flatMap((text) => (isSplit ? text.slice(0, 5_000).split(/[,;|、，]/) : [text]))
    .map((text) => text.trim().slice(0, MAX_TEXT).toWellFormed())
    .filter((text) => text !== '');
  return [...new Set(lines)].slice(0, MAX_LIST);
}

function urlsOf(value: unknown, properties: string[], base: unknown): string[] {
  const stated = isNode(value)
    ? properties.flatMap((name) => toList(findProperty(value, name)).slice(0, 10).map(idOf))
    : toList(value).slice(0, MAX_LIST);
  const urls = stated.map((each) => absoluteUrl(each, base)).filter((url) => url !== null);
  return isNode(value) ? urls.slice(0, 1) : urls;
}

function absoluteUrl(value: unknown, base: unknown): string | null {
  if (typeof value !== 'string' || value.length > 2_000 || value.startsWith('#')) return null;
  const url = value.trim();
  if (/^https?:/i.test(url)) return webUrl(url);
  if (url.startsWith('//')) return webUrl(`https:${url}`);
  const isPath = url.startsWith('/') || (PICTURE_FILE.test(url) && !/^[a-z][a-z0-9+.-]{0,30}:/i.test(url));
  return isPath && typeof base === 'string' ? webUrl(URL.parse(url, base)?.href) : null;
}

/** An author is a text, a node or a list of both; a node may have only a URL. A profile elsewhere is no name. */
function partyOf(value: unknown, base: unknown): StatedParty[] {
  const urlIn = (...names: string[]) => (isNode(value) ? (urlsOf(value, names, base)[0] ?? null) : webUrl(value));
  const url = urlIn('url', 'sameAs', '@id');
  const own = urlIn('url', '@id');
  const stated = isNode(value) ? findText(findProperty(value, ...NAMES)) : findText(value);
  const host = own === null ? '' : (URL.parse(own)?.hostname ?? '');
  const named = toPlainLine(stated).replace(BY, '').slice(0, MAX_TEXT).toWellFormed();
  const name = named || (NETWORKS.test(host) ? '' : host);
  return name === '' ? [] : [{ name, url }];
}

/** A node, several nodes, or a text. */
function nutritionOf(stated: unknown[]): Record<string, string> {
  const entries = stated.flatMap((value) =>
    isNode(value) ? entriesOf(value) : Object.entries(readNutritionText(findText(value) ?? '')),
  );
  return Object.fromEntries(entries.slice(0, 30).reverse()) as Record<string, string>;
}

const entriesOf = (node: Node): [string, string][] =>
  Object.entries(node)
    .slice(0, 100)
    .filter(([name]) => !name.startsWith('@') && name.length <= 50)
    .map(([name, text]): [string, string] => [
      name,
      toPlainLine(isNode(text) ? amountOf(text) : findText(text))
        .slice(0, 100)
        .toWellFormed(),
    ])
    .filter(([, text]) => text !== '');

/** A QuantitativeValue states its unit beside its value. */
function amountOf(node: Node): string | null {
  const value = findText(findProperty(node, 'value', 'name'));
  const unit = findText(findProperty(node, 'unitText', 'unitCode'));
  return value === null || unit === null ? value : `${value} ${unit}`;
}
