/** Parses a list of ingredients, including lines that are headings of groups. */
import { t } from '../lib/language/text.ts';
import { lazy } from '../lib/lazy.ts';
import type { IngredientDraft } from './draft.ts';
import { LIMITS, quote } from './import-result.ts';
import { parseIngredientLine } from './ingredient-line.ts';
import { findProperty, findText, isNode, isOfType, type Node, parseJsonText, toList, unwrap } from './json-ld.ts';
import { toPlainLine, toPlainLines } from './rich-text.ts';
import { CAPITALS, readMarkedHeading } from './section-words.ts';
import { anyOf } from './words.ts';

const MAX_HEADING_LENGTH = 80;
const FOR_THE = new RegExp(
  `^(?:${[
    "for the|for (?:serving|garnish|topping)s?:|für (?:den|die|das)|pour (?:la|le|les|l['’])",
    "per (?:la|il|lo|le|i|gli|l['’])|para (?:la|el|los|las|o|a|os|as)|voor (?:de|het)|til|till|na|pro|za|для",
  ].join('|')})(?:(?<=['’:])|(?!\\p{L}))|\\siçin$`,
  'iu',
);
/** Above a line with an amount in any place. */
const FOR_WHAT = new RegExp(
  `^(?:${[
    'for (?:serving|garnish)|zum (?:garnieren|servieren|bestreuen)|pour (?:servir|décorer|garnir)',
    'per (?:guarnire|decorare|servire|condire)|para (?:servir|decorar)',
  ].join('|')})$`,
  'iu',
);
const bareHeading = lazy(() => new RegExp(`^(?:${anyOf('group-heading')})s?$`, 'iu'));

interface Line {
  text: string;
  group: string | null;
}

/** Adds a sentence to `notUnderstood` for everything that could not be read. */
export function readIngredients(value: unknown, notUnderstood: string[]): IngredientDraft[] {
  const lines = withoutJoinedLines(collectLines(value, null, 0));
  const ingredients: IngredientDraft[] = [];
  let group: string | null = null;

  lines.forEach((line, at) => {
    const heading = readHeading(line.text, lines[at + 1]?.text);
    if (heading !== null) {
      group = heading;
      return;
    }
    ingredients.push(parseIngredientLine(line.text, line.group ?? group));
  });

  if (ingredients.length > LIMITS.ingredients) {
    notUnderstood.push(t('reading.too-many-ingredients', { count: ingredients.length, limit: LIMITS.ingredients }));
  }

  const limited = ingredients.slice(0, LIMITS.ingredients);
  limited.forEach((ingredient, at) => {
    if (!lacksQuantity(ingredient)) return;
    notUnderstood.push(t('reading.no-quantity', { number: at + 1, text: quote(ingredient.originalText) }));
  });
  return limited;
}

const START_OF_AMOUNT = '(?:\\d|[½⅓⅔¼¾⅛])';
/** "125ml milk, 1 tsp vinegar", and not "2 onions, 1,5 cm thick". */
const COMMA = new RegExp(`[,;]\\s{1,2}(?=${START_OF_AMOUNT})`, 'u');
/** "1 cup yogurt; 2 cloves garlic; salt". */
const SEMICOLON = /\s?[;；]\s{0,2}/;
/** "200 g beans1 onion, chopped2 tbsp oil": a program took out the line breaks. */
const LOST_BREAK = new RegExp(`(?<=\\p{Ll}{3}|\\p{Ll}\\))(?=${START_OF_AMOUNT}[\\d.,/]{0,5}\\s?\\p{L})`, 'u');
/** "▢ 200 g beans ▢ 1 onion". */
const BULLETS = /(?:^|\s)[•●▢▪‣□☐·](?=\s)/;
const MAX_JOINED = 5_000;

/** Splits the only line if it lists at least three amounts. */
function withoutJoinedLines(lines: Line[]): Line[] {
  const [only, ...others] = lines;
  if (!only || others.length > 0 || only.text.length > MAX_JOINED) return lines;
  const bulleted = partsOf(only.text, BULLETS);
  if (bulleted.length >= 3 && 2 * bulleted.filter(startsWithAmount).length >= bulleted.length)
    return bulleted.map((text) => ({ ...only, text }));
  const stopped = partsOf(only.text, SEMICOLON);
  if (
    stopped.length >= 3 &&
    2 * stopped.filter(startsWithAmount).length > stopped.length &&
    stopped.every(areBracketsClosed)
  )
    return stopped.map((text) => ({ ...only, text }));
  for (const separator of [LOST_BREAK, COMMA]) {
    const parts = partsOf(only.text, separator);
    const isList = parts.length >= 3 && parts.every((part) => startsWithAmount(part) && areBracketsClosed(part));
    if (isList) return parts.map((text) => ({ ...only, text }));
  }
  return lines;
}

const partsOf = (text: string, separator: RegExp): string[] =>
  text
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== '');

const areBracketsClosed = (text: string): boolean => text.split('(').length === text.split(')').length;

/** A line that is bold as a whole is a heading, unless it has an amount. */
const BOLD_LINE = new RegExp(
  String.raw`(^\s{0,20}|<(?:p|li|br|div)\b[^>]{0,100}>\s{0,20})<(b|strong|h[2-6])\b[^>]{0,100}>` +
    String.raw`([^<\d:½¼¾⅓⅔]{2,60})</\2>(?=\s{0,20}(?:$|</?(?:p|li|br|div|ul)\b))`,
  'gi',
);

/** "For the sauce:" is a heading, and so is "Glaze" before a line with an amount. */
function readHeading(text: string, next: string | undefined): string | null {
  if (next === undefined || text.length > MAX_HEADING_LENGTH) return null;

  const marked =
    readMarkedHeading(text) ?? /^(?:={2,}|-{2,}|\*{1,3}|_{2,})\s*([^#=*_]{2,80}?)[\s:=*_-]*$/u.exec(text)?.[1];
  if (marked) return marked.trim();
  // "■スープ" above lines without the sign.
  const signed = /^([■◆●▼◇▲])\s?([^\d]{1,30})$/u.exec(text);
  if (signed) return next.startsWith(signed[1]!) ? null : signed[2]!.trim();
  if (/\d/.test(text)) return null;

  const bare = text.replace(/\s*[:：]$|\s[–—-]$/, '');
  if (bare !== text || (FOR_THE.test(text) && (AMOUNT.test(next) || SHORT.test(text)))) return bare.trim() || null;
  if (FOR_WHAT.test(text) && AMOUNT.test(next)) return text;
  const isBare = bareHeading().test(text) || CAPITALS.test(text);
  return isBare && startsWithAmount(next) && !CAPITALS.test(next.replace(/\d/g, '')) ? text : null;
}

/** "Für die Garnitur", and not "for the pan, butter". */
const SHORT = /^[\p{L}\p{M}'’]+(?: [\p{L}\p{M}'’]+){1,2}$/u;

/** Also of "juice of 1½ lemons". */
const AMOUNT = new RegExp(START_OF_AMOUNT, 'u');

function startsWithAmount(text: string): boolean {
  return /^[\d½⅓⅔¼¾⅛]/.test(text);
}

function collectLines(stated: unknown, group: string | null, depth: number): Line[] {
  if (depth > 6) return [];
  const value = unwrap(stated);
  const parsed = parseJsonText(value);
  if (parsed !== undefined) return collectLines(parsed, group, depth + 1);
  if (typeof value === 'string')
    return toPlainLines(value.replace(BOLD_LINE, '$1$3:</$2>')).map((text) => ({ text, group }));
  if (Array.isArray(value)) return value.slice(0, 2_000).flatMap((each) => collectLines(each, group, depth + 1));
  if (!isNode(value)) return [];

  const members = findProperty(value, 'itemListElement', 'recipeIngredient', 'ingredients');
  if (members !== undefined && !isOfType(value, 'ListItem')) {
    return collectLines(members, toPlainLine(findProperty(value, 'name')).slice(0, 200) || group, depth + 1);
  }

  const item = findProperty(value, 'item');
  if (isNode(item)) return collectLines(item, group, depth + 1);

  const text = lineOfSupply(value);
  return text === '' ? [] : [{ text, group }];
}

/** Converts a HowToSupply or PropertyValue to a line of text. */
function lineOfSupply(node: Node): string {
  const required = toList(findProperty(node, 'requiredQuantity', 'amount'))[0];
  const amount = isNode(required) ? required : { value: required ?? findProperty(node, 'value', 'quantity') };
  const unit = findText(findProperty(amount, 'unitText', 'unitCode') ?? findProperty(node, 'unitText', 'unit'));
  const name = findText(findProperty(node, 'name', 'text', 'item', 'ingredient'));

  return [findText(findProperty(amount, 'value', 'minValue')), unit, name]
    .map((part) => toPlainLine(part))
    .filter((part) => part !== '')
    .join(' ');
}

// Shows how a line was read, so that its owner can check it before the import

export interface PreviewedIngredient
  extends Pick<IngredientDraft, 'name' | 'quantity' | 'quantityMax' | 'unit' | 'note' | 'group'> {
  /** The line as its author wrote it. */
  text: string;
  /** False if the line has a number that is not part of the amount. */
  isUnderstood: boolean;
}

const NUMBER = /[1-9½⅓⅔¼¾⅛]/;
/** "2 1/4-inch" of "2 2 1/4-inch rounds" was taken for a name. */
const NUMBERED_NAME = /^\d{1,4}(?:[.,/]\d{1,3})?\s/;

/** True if the line has a number and no amount was read. */
const lacksQuantity = ({ quantity, originalText }: IngredientDraft): boolean =>
  quantity === null && NUMBER.test(originalText ?? '');

export function previewIngredient(ingredient: IngredientDraft): PreviewedIngredient {
  const { name, quantity, quantityMax, unit, note, group, originalText } = ingredient;
  return {
    text: originalText ?? name,
    name,
    quantity,
    quantityMax,
    unit,
    note,
    group,
    isUnderstood: !lacksQuantity(ingredient) && !NUMBERED_NAME.test(name),
  };
}
