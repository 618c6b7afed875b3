/** Recognizes the headings of the parts of a recipe in many languages. */
import { lazy } from '../lib/lazy.ts';
import { numberOf } from './number-words.ts';
import { anyOf } from './words.ts';

const ARTICLE = '(?:the |le |la |les |die |das |de |het |gli |il |lo |los |el |os |as |o |a )?';
const FOR = 'for|to make|für|pour|per|para|voor|for at lave|till|til|do|dla|na|pro|pentru|için|для|за';
const MAX_LENGTH = 60;

/** Words with the meaning `alone` are whole headings, if need be with what the recipe is for. */
const headings = (kind: 'ingredients-heading' | 'method-heading') =>
  lazy(() => {
    const begins = anyOf(kind, ({ meaning }) => meaning === '-');
    const alone = anyOf(kind, ({ meaning }) => meaning === 'alone');
    const end = `(?:\\s(?:${FOR})\\s|[^\\p{L}\\p{M}\\p{N}]*$)`;
    return new RegExp(`^${ARTICLE}(?:(?:${begins})(?![\\p{L}\\p{M}])|(?:${alone})${end})`, 'iu');
  });
const ingredientsHeadings = headings('ingredients-heading');
const methodHeadings = headings('method-heading');
const beginningWith = (words: string) => new RegExp(`^${ARTICLE}(?:${words})(?![\\p{L}\\p{M}])`, 'iu');
const equipmentHeadings = lazy(() => beginningWith(anyOf('equipment-heading')));
const otherHeadings = lazy(() => beginningWith(anyOf('other-heading')));
const notesHeadings = lazy(() => beginningWith(anyOf('other-heading', ({ meaning }) => meaning === 'notes')));
const nutritionHeadings = lazy(() => beginningWith(anyOf('other-heading', ({ meaning }) => meaning === 'nutrition')));
const wholeHeadings = lazy(() => new RegExp(`^${ARTICLE}(?:${anyOf('other-heading')})[^\\p{L}\\p{M}]*$`, 'iu'));

/** "Ingredients", "Zutaten für 4 Personen", "المقادير". */
export const isIngredientsHeading = (text: string): boolean => matches(text, ingredientsHeadings());

/** "Method", "Zubereitung", "作り方". */
export const isMethodHeading = (text: string): boolean => matches(text, methodHeadings());

/** "Equipment", "Küchengeräte", "道具". */
export const isEquipmentHeading = (text: string): boolean => matches(text, equipmentHeadings());

/** "Notes", "Kommentare", "Share this": no part of a recipe begins there. */
export const isOtherHeading = (text: string): boolean => matches(text, otherHeadings());

/** "Notes", "Tipps", "ملاحظات": also other headings, but what follows belongs to the cook. */
export const isNotesHeading = (text: string): boolean => matches(text, notesHeadings());

/** "Nutrition Facts (per serving)", "Nährwerte pro Portion": also other headings. */
export const isNutritionHeading = (text: string): boolean => matches(text, nutritionHeadings());

/** True for the other headings "Comments" and "Comments (12)", and false for "Share between four plates". */
export const isWholeOtherHeading = (text: string): boolean => matches(text, wholeHeadings());

const matches = (text: string, pattern: RegExp): boolean => text.length <= MAX_LENGTH && pattern.test(plain(text));

const MARKED = /^\s*(?:\\?#{1,6}\s+([^#]{1,80}?)[\s:#]*|[[【〈《＜]([^[\]:】〉》＞]{1,80}):?[\]】〉》＞])\s*$/;

/** "[Sauce]" and "## Sauce", as apps export the headings within ingredients and steps. Returns null for other text. */
export function readMarkedHeading(text: string): string | null {
  const [, hashed, bracketed] = (text.length <= 200 && MARKED.exec(text)) || [];
  return (hashed ?? bracketed)?.trim() || null;
}

const BOLD_HEADING = /^(?:\*\*|\\\*\\\*)([^*\\.!?。]{1,60}?)[:：]?(?:\*\*|\\\*\\\*)[:：]?$/u;
const LABEL = /^([^.!?。]{1,59}?)\s?[:：]$/u;
/** "SAUCE" above lines that are written as usual. */
export const CAPITALS = /^\p{Lu}[\p{Lu}\s&'’/-]{2,40}$/u;

/** Returns the heading that a line is above `next`: marked, bold, in capitals, or with a colon. */
export function readHeadingAbove(line: string, next: string): string | null {
  const marked = readMarkedHeading(line) ?? BOLD_HEADING.exec(line)?.[1] ?? LABEL.exec(line)?.[1];
  if (marked !== undefined && marked !== null) return /\p{L}/u.test(marked) ? marked.trim() : null;
  return CAPITALS.test(line) && /\p{Ll}/u.test(next) ? line : null;
}

/** Vowel marks and the lengthening stroke of Arabic, which many texts leave out. */
const arabicMarks = /[\u0640\u064b-\u0652\u0670]/g;

const plain = (text: string) =>
  text
    .replace(arabicMarks, '')
    .replace(/^[^\p{L}]{1,12}/u, '')
    .replace(/[’]/g, "'")
    .normalize('NFC');

const stepHeading = lazy(() => {
  const words = anyOf('step');
  const joint = '\\s{0,3}[.:)|–—-]?\\s{0,3}';
  const number = '\\d{1,2}|(?<=\\s)[\\p{L}\\p{M}]{2,10}(?![\\p{L}\\p{M}])';
  return new RegExp(
    `^(?:(?:${words})\\s{0,2}#?\\s?(${number})|第?(\\d{1,2})\\s?(?:步|단계))(?!\\d)${joint}(.*)$`,
    'iu',
  );
});

/** Reads "Step 2: Fry the onion" and "Step two" as headings. The name is '' if there is only the number. */
export function readStepHeading(text: string): { number: number; name: string } | null {
  if (text.length > 2 * MAX_LENGTH) return null;
  const [, before, behind, name = ''] = stepHeading().exec(text.trim()) ?? [];
  const written = before ?? behind;
  if (written === undefined) return null;
  const spelled = numberOf(written.toLowerCase());
  const number = spelled && spelled.denominator === 1 ? spelled.numerator : Number(written);
  return Number.isNaN(number) ? null : { number, name: name.trim() };
}

/** What buttons and links around a recipe say. */
const CONTROL = new RegExp(
  `^(?:${[
    '(?:share|tweet|pin|save|print|e-?mail|follow)(?: (?:this|it|on|via|by|link|recipe|us)\\b.{0,40})?',
    'facebook|twitter|x|pinterest|whats ?app|instagram|telegram|linkedin|reddit|tumblr|messenger|flipboard|yummly',
    'youtube|tiktok|threads|bluesky|mastodon|snapchat|viber|vk|xing|sms|rss|bookmark|favou?rites?|feedly|buffer',
    'rate(?: (?:this )?recipe)?|(?:add|read) (?:photo|note|review|(?:all )?comment)s?|add a .{1,20}|i made it|change|videos?',
    'leave a review|how would you rate .{1,60}',
    'oops! something went wrong.{0,60}|\\(?keep screen awake\\)?|show full nutrition label|ingredient substitution guide',
    "zutaten online bestellen|ajouter à mes .{1,20}|donner mon avis|c'est terminé|qu'en avez-vous pensé.{0,3}",
    'local offers|copy link|link kopieren|copier le lien|copiar enlace|copia link|menu|search|log ?in|home',
    '(?:jump|skip) to .{1,40}|advertisement|anzeige|publicité|publicidad|pubblicità|cook mode.{0,80}|loading.{0,10}',
    'teilen|drucken|merken|speichern|partager|imprimer|enregistrer|compartir|imprimir|guardar|condividi|stampa|salva',
    'delen|printen|bewaren|dela|skriv ut|udostępnij|drukuj|поделиться|распечатать|paylaş|yazdır|分享|打印|共有|印刷|공유|인쇄',
  ].join('|')})[\\s!:…]*$`,
  'iu',
);

/** True for "Facebook", "Print recipe" or "Jump to recipe". */
export const isControl = (text: string): boolean => text.length <= 100 && CONTROL.test(text.trim());
