/** Reads the lines of a text, and tells those apart that a page shows around its recipe: buttons, credits, nutrition. */
import { isNutritionLine } from '../nutrition-text.ts';
import { plainNumbers, readQuantity } from '../quantity-text.ts';
import { isControl, isEquipmentHeading, isNutritionHeading, isWholeOtherHeading } from '../section-words.ts';
import { readUnit } from '../units.ts';
import { linesIn } from './text-lines.ts';

// Lines: headings, list entries and paragraphs

export interface TextLine {
  kind: 'heading' | 'entry' | 'text';
  /** Without marks of lists and headings. */
  text: string;
  /** Whether an empty line comes before it. */
  isAfterGap: boolean;
}

const MAX_LINES = 2_000;
const HEADING = /^(?:#{1,6}\s|={2,}\s?)/;
const BULLET = /^(?:[-–—*+•●▢□☐·▪✓]|\[[ x]?\])\s+(?=\S)/i;
const NUMBER = /^(?:step\s)?\d{1,2}[.)]\s+(?=\D)/i;
const BOLD = /^(\*\*|__)(.{1,200})\1:?$/;
/** "*500 g* peas", as RecipeMD marks amounts. */
const EMPHASIS = /(?<![*\p{L}\p{N}])\*(?=[^\s*])([^*]{1,80}?)(?<=[^\s*])\*(?![*\p{L}\p{N}])/gu;
const STRONG = /(\*\*|__)(?=\S)([^*_]{1,200}?)(?<=\S)\1/g;
const LINK = /(?<!!)\[([^[\]]{1,200})\]\([^()\s]{1,1000}\)/g;
const TABLE_RULE = /^\|[|\s:-]{1,300}\|$/;
const WORD = /[\p{L}\p{N}]/u;

/** Takes time linear in the length of the text. At most 2,000 lines. */
export function linesOf(text: string): TextLine[] {
  const lines: TextLine[] = [];
  let isAfterGap = false;
  for (const raw of linesIn(text).take(MAX_LINES)) {
    const line = raw.replace(/\s+/g, ' ').trim();
    // What stands above the rule of a table names its columns.
    if (TABLE_RULE.test(line)) lines.pop();
    else if (WORD.test(line)) {
      lines.push({ ...readLine(line), isAfterGap });
      isAfterGap = false;
    } else isAfterGap = true;
  }
  return lines;
}

function readLine(line: string): Pick<TextLine, 'kind' | 'text'> {
  const bold = BOLD.exec(line)?.[2];
  if (HEADING.test(line)) return { kind: 'heading', text: line.replace(/^[#=]+\s?|\s?[#=]+$/g, '').trim() };
  if (bold !== undefined) return { kind: 'heading', text: bold.replace(/:$/, '').trim() };
  const row = /^\|(.{1,1000})\|$/.exec(line)?.[1];
  const bare = row === undefined ? line : row.replaceAll('|', ' ').replace(/\s+/g, ' ').trim();
  const entry = bare.replace(BULLET, '').replace(BULLET, '');
  const isEntry = entry !== line || NUMBER.test(line);
  const text = isEntry ? entry.replace(STRONG, '$2').replace(EMPHASIS, '$1') : entry;
  return { kind: isEntry ? 'entry' : 'text', text: text.replace(LINK, '$1') };
}

export const MAX_HEADING = 40;
export const SENTENCE = /[.!?。！？]$/;

export const isSectionHeading = ({ kind, text }: TextLine, is: (text: string) => boolean): boolean =>
  kind !== 'entry' && text.length <= MAX_HEADING && !SENTENCE.test(text) && is(text);

// What a page shows around its recipe

/** Buttons that multiply the ingredients. */
const MULTIPLIER = /^(?:[1-9]|1\/2|½)x$/i;
const PAGE_LINE = new RegExp(
  `^(?:${[
    '[\\d.,]{1,9} home cooks made it!?|the ingredient list now reflects .{1,60}',
    '(?:photo|photograph|photography|image|foto|bild)s? (?:by|von|de) .{1,60}|(?:photo credit|crédit photo) ?:.{1,60}',
    'dotdash meredith food studios|(?:allrecipes|serious eats|simply recipes|the spruce eats) ?/ ?.{1,60}',
    '.{1,60} for the new york times\\b.{0,80}',
  ].join('|')})$`,
  'iu',
);
const MAX_PAGE_LINE = 160;

const isPageLine = (text: string): boolean =>
  text.length <= MAX_PAGE_LINE && (isControl(text) || MULTIPLIER.test(text) || PAGE_LINE.test(text));

/** The first line is the title, whatever it says. */
export function withoutPageLines(lines: TextLine[]): TextLine[] {
  const kept: TextLine[] = [];
  let isAfterGap = false;
  for (const line of lines) {
    isAfterGap ||= line.isAfterGap;
    if (kept.length > 0 && isPageLine(line.text)) continue;
    kept.push({ ...line, isAfterGap });
    isAfterGap = false;
  }
  return kept;
}

/** "★★★★★ 4.8 (231 reviews)", "4,5/5", "5(123)" and "15,023 Reviews", copied with a recipe from its page. */
const RATING = new RegExp(
  '^(?:[★☆⭐✩]{2}|(?:rating:?\\s)?\\(?[\\d.,/]{1,9}\\)?(?:\\sout of 5\\b.{0,30})?(?:\\s?\\([\\d.,]{1,9}\\))?' +
    '(?:\\s(?:user )?(?:reviews?|ratings?|votes?|photos?|comments?|bewertungen|avis))?$)',
  'iu',
);
const MONTH = '\\p{L}{3,9}\\.?';
const DATE = `(?:\\d{1,2}\\.\\d{1,2}\\.\\d{4}|${MONTH}\\s\\d{1,2},?\\s\\d{4}|\\d{1,2}\\.?\\s${MONTH}\\s\\d{4})`;
const PUBLISHED = new RegExp(
  `^(?:(?:(?:last )?(?:published|updated|modified|posted|tested)(?: on)?:? )?${DATE}|tested by .{1,40})$`,
  'iu',
);

const NAME = "\\p{Lu}[\\p{L}\\p{M}'’.-]{1,20}";
const PARTICLE = '(?:van|von|der|den|de|di|da|della|del|la|le|du|ter|y|e|&|and|und|et) ';
const BEFORE_BY =
  '[Rr]ecipe|RECIPE|[Ww]ritten|[Rr]ezept|[Rr]icetta|[Rr]ecette|[Rr]eceta|[Rr]eceita|[Rr]ecept|[Aa] cura';
const BYLINE = new RegExp(
  `^(?:(?:${BEFORE_BY}) )?(?:[Bb]y|BY|[Vv]on|[Dd]i|[Pp]ar|[Pp]or|[Dd]oor) ` +
    `(?!(?:The|A|An|My|Our|Your|Far|Popular|Special|Request)\\s)(${NAME}(?: (?:${PARTICLE})?${NAME}){1,3})` +
    `(?:\\s?[|•·,–-]\\s?(?:(?:[Pp]ublished|[Uu]pdated)(?: on)?:? )?${DATE})?$`,
  'u',
);

/** "By Ann Smith" near the title. A single word may be anything else: "Ricetta di Natale". */
export const authorIn = (text: string): string | null => BYLINE.exec(text.slice(0, MAX_PAGE_LINE))?.[1] ?? null;

/** True for a rating, a date or a heading such as "Comments" near the title. */
export const isPageFact = (text: string): boolean =>
  RATING.test(text) || PUBLISHED.test(text) || isWholeOtherHeading(text);

/** Leaves out facts of nutrition below their heading. */
export function withoutNutrition(lines: TextLine[]): TextLine[] {
  const kept: TextLine[] = [];
  let isOfBlock: ((text: string) => boolean) | null = null;
  for (const line of lines) {
    if (isNutritionHeading(line.text) && !SENTENCE.test(line.text))
      isOfBlock = CALORIES.test(line.text) ? isEnergy : isNutrition;
    else if (!isOfBlock?.(line.text)) {
      isOfBlock = null;
      kept.push(line);
    }
  }
  return kept;
}

/** Below "Calories per serving" an ingredient such as sugar may follow at once. */
const CALORIES = /^calor/i;
const isEnergy = (text: string): boolean => /^(?:[\d.,]{1,7}\s?)?(?:kcal|kj|cal)?$/i.test(text);
const OTHER_FACT =
  /^(?:nutrient|salt|salz|sel|zout|low in|high in|source of|\/? ?(?:per|pro|par|por) |note: the information)\b/i;
const isNutrition = (text: string): boolean => isNutritionLine(text) || OTHER_FACT.test(text);

/** Takes the entries below a heading such as "Equipment" out of the lines. An empty line ends them. */
export function takeEquipment(lines: TextLine[]): { lines: TextLine[]; equipment: string[] } {
  const kept: TextLine[] = [];
  const equipment: string[] = [];
  let part: 'heading' | 'entries' | null = null;
  for (const line of lines) {
    const isHeading = isSectionHeading(line, isEquipmentHeading) && !/[:：]\s?\S/.test(line.text);
    const isEntry: boolean = part !== null && isTool(line) && (part === 'heading' || !line.isAfterGap);
    part = isHeading ? 'heading' : isEntry ? 'entries' : null;
    if (part === null) kept.push(line);
    else if (part === 'entries') equipment.push(line.text);
  }
  return { lines: kept, equipment };
}

const isTool = ({ kind, text }: TextLine): boolean =>
  kind !== 'heading' && text.length <= 60 && !/[.!?:：。！？]$/.test(text);

// Amounts on lines of their own

/** Puts the "800 g" and the "courgettes" below it on one line, in a list that is written so. */
export function joinAmounts(lines: TextLine[]): TextLine[] {
  const isJoint = ({ text }: TextLine, at: number) => {
    const next = lines[at + 1]?.text;
    return next !== undefined && /^\p{L}.*[^:：]$/u.test(next) && isAmount(text);
  };
  const joints = new Set(lines.filter(isJoint));
  if (joints.size < 2) return lines;
  return lines.flatMap((line, at) => {
    if (joints.has(line)) return [{ ...line, text: `${line.text} ${lines[at + 1]!.text}` }];
    return joints.has(lines[at - 1]!) ? [] : [line];
  });
}

/** True for "800 g" and "2", and false for "2 eggs". */
function isAmount(text: string): boolean {
  if (text.length > 20 || !/^[\p{N}]/u.test(text)) return false;
  const plain = plainNumbers(text);
  const end = readQuantity(plain)?.end;
  return end !== undefined && (end === plain.length || readUnit(plain, end)?.end === plain.length);
}
