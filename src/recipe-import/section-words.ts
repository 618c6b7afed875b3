/** Recognizes the headings of ingredients and instructions in many languages. */
import { lazy } from '../lib/lazy.ts';
import { anyOf } from './words.ts';

const headings = (kind: 'ingredients-heading' | 'method-heading') =>
  lazy(() => new RegExp(`^(?:the |les |die |de |gli |los |os )?(?:${anyOf(kind)})(?![\\p{L}\\p{M}])`, 'iu'));
const ingredientsHeadings = headings('ingredients-heading');
const methodHeadings = headings('method-heading');
const MAX_LENGTH = 60;

/** "Ingredients", "Zutaten für 4 Personen", "المقادير". */
export function isIngredientsHeading(text: string): boolean {
  return text.length <= MAX_LENGTH && ingredientsHeadings().test(plain(text));
}

/** "Method", "Zubereitung", "作り方". */
export function isMethodHeading(text: string): boolean {
  return text.length <= MAX_LENGTH && methodHeadings().test(plain(text));
}

const MARKED = /^\s*(?:\\?#{1,6}\s+([^#]{1,80}?)[\s:#]*|\[([^[\]:]{1,80}):?\])\s*$/;

/** "[Sauce]" and "## Sauce", as apps export the headings within ingredients and steps. Returns null for other text. */
export function readMarkedHeading(text: string): string | null {
  const [, hashed, bracketed] = (text.length <= 200 && MARKED.exec(text)) || [];
  return (hashed ?? bracketed)?.trim() || null;
}

/** Vowel marks and the lengthening stroke of Arabic, which many texts leave out. */
const arabicMarks = /[\u0640\u064b-\u0652\u0670]/g;

const plain = (text: string) =>
  text
    .replace(arabicMarks, '')
    .replace(/^[^\p{L}]{1,5}/u, '')
    .replace(/[’]/g, "'")
    .normalize('NFC');
