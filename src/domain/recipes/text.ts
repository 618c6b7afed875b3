/** Texts of recipes: ingredients and amounts in steps, and words in languages. */
import type { RestrictedDiet } from '../../db/recipe-details.ts';
import { plainDuration } from '../../lib/duration.ts';
import { reader } from '../../lib/language/reader.ts';
import { t } from '../../lib/language/text.ts';
import type { IngredientDraft, Rational } from '../../recipe-import/draft.ts';
import { type CanonicalFood, canonicalFood, isPreparationWord, isStateWord } from '../../recipe-import/foods/foods.ts';
import { foodLanguageOf, NOUN_FIRST, plainName, stem, wordsOf } from '../../recipe-import/foods/word-forms.ts';
import { isInsideNumber, toPlain } from '../../recipe-import/number-words.ts';
import { scale } from '../../recipe-import/quantity.ts';
import { readQuantity } from '../../recipe-import/quantity-text.ts';
import { readUnit } from '../../recipe-import/units.ts';
import type { Ingredient, Step } from '../items/eventable.ts';
import {
  type Amount,
  applyEdits,
  convertAmount,
  type Edit,
  type MeasurementSystem,
  temperatureEdits,
} from './measures.ts';

// Formats amounts for cooks: `1½ cups`, `250 g`, `2–3 tbsp`

const fractions: [value: number, sign: string][] = [
  [1 / 8, '⅛'],
  [1 / 4, '¼'],
  [1 / 3, '⅓'],
  [3 / 8, '⅜'],
  [1 / 2, '½'],
  [5 / 8, '⅝'],
  [2 / 3, '⅔'],
  [3 / 4, '¾'],
  [7 / 8, '⅞'],
];
const decimal = new Set(['mg', 'g', 'kg', 'ml', 'cl', 'dl', 'l']);

/** Singular and plural of each unit. */
const names: Record<string, [one: string, several: string]> = {
  cup: ['cup', 'cups'],
  floz: ['fl oz', 'fl oz'],
  pinch: ['pinch', 'pinches'],
  clove: ['clove', 'cloves'],
  slice: ['slice', 'slices'],
  can: ['can', 'cans'],
  stick: ['stick', 'sticks'],
  pint: ['pint', 'pints'],
  quart: ['quart', 'quarts'],
  piece: ['', ''],
};

/** The words that `amountText` writes for a unit. */
const unitNames = (unit: string): string[] => (Object.hasOwn(names, unit) ? [...names[unit]!] : []);

/** Returns an empty string if there is no amount. */
export function amountText({ quantity, quantityMax, unit }: Amount): string {
  const several = toNumber(quantityMax ?? quantity ?? { numerator: 1, denominator: 1 }) > 1;
  const known = unit !== null && Object.hasOwn(names, unit) ? names[unit]! : null;
  const name = known ? known[several ? 1 : 0] : unit;
  return [numbersText({ quantity, quantityMax, unit }), name].filter(Boolean).join(' ');
}

/** Formats only the numbers: `2–3`. The unit decides between decimals and fractions. */
export function numbersText({ quantity, quantityMax, unit }: Amount): string {
  const format = unit !== null && decimal.has(unit) ? toDecimal : toFraction;
  const numbers = [quantity, quantityMax].filter((each) => each !== null).map((each) => format(toNumber(each)));
  return [...new Set(numbers)].join('–');
}

const toNumber = ({ numerator, denominator }: Rational) => numerator / denominator;

/** Rounds to what a kitchen scale can show. */
function toDecimal(value: number): string {
  if (value >= 200) return String(Math.round(value / 5) * 5);
  if (value >= 20) return String(Math.round(value));
  return String(Math.round(value * (value >= 3 ? 10 : 100)) / (value >= 3 ? 10 : 100) || value.toPrecision(1));
}

function toFraction(value: number): string {
  if (value >= 20) return String(Math.round(value));
  const whole = Math.floor(value + 0.04);
  const rest = value - whole;
  if (Math.abs(rest) <= 0.04 && whole > 0) return String(whole);
  const [nearest, sign] = fractions.reduce((best, each) =>
    Math.abs(each[0] - rest) < Math.abs(best[0] - rest) ? each : best,
  );
  if (Math.abs(nearest - rest) <= 0.045) return `${whole > 0 ? whole : ''}${sign}`;
  return String(Math.round(value * 100) / 100 || value.toPrecision(1));
}

// Holds the words that we add to the text of a recipe, by language

const keys = ['preparation', 'cooking', 'resting', 'total', 'source', 'recipe', 'optional', 'photo'] as const;

type RecipeWords = Record<(typeof keys)[number], string> & {
  /** By plural category (CLDR). The number stands before the word, or instead of `#`. */
  servings: Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };
};

/** The words in the order of `keys`, then the forms of "servings". */
const rows: Record<string, string> = {
  en: 'Preparation|Cooking|Resting|Total|Source|Recipe|optional|Photo; one=serving|other=servings',
  de: 'Vorbereitung|Kochen|Ruhen|Gesamt|Quelle|Rezept|nach Belieben|Foto; one=Portion|other=Portionen',
  fr: 'Préparation|Cuisson|Repos|Total|Source|Recette|facultatif|Photo; one=portion|other=portions',
  es: 'Preparación|Cocción|Reposo|Total|Fuente|Receta|opcional|Foto; one=ración|other=raciones',
  it: 'Preparazione|Cottura|Riposo|Totale|Fonte|Ricetta|facoltativo|Foto; one=porzione|other=porzioni',
  pt: 'Preparação|Cozimento|Descanso|Total|Fonte|Receita|opcional|Foto; one=porção|other=porções',
  nl: 'Voorbereiding|Bereiding|Rusten|Totaal|Bron|Recept|optioneel|Foto; one=portie|other=porties',
  sv: 'Förberedelse|Tillagning|Vila|Totalt|Källa|Recept|valfritt|Foto; one=portion|other=portioner',
  da: 'Forberedelse|Tilberedning|Hvile|I alt|Kilde|Opskrift|valgfrit|Foto; one=portion|other=portioner',
  nb: 'Forberedelse|Tilberedning|Hvile|Totalt|Kilde|Oppskrift|valgfritt|Foto; one=porsjon|other=porsjoner',
  fi: 'Valmistelu|Kypsennys|Lepo|Yhteensä|Lähde|Resepti|valinnainen|Kuva; one=annos|other=annosta',
  is: 'Undirbúningur|Eldun|Hvíld|Samtals|Heimild|Uppskrift|má sleppa|Mynd; one=skammtur|other=skammtar',
  pl: 'Przygotowanie|Gotowanie|Odpoczynek|Łącznie|Źródło|Przepis|opcjonalnie|Zdjęcie; one=porcja|few=porcje|many=porcji|other=porcji',
  cs: 'Příprava|Vaření|Odpočinek|Celkem|Zdroj|Recept|volitelně|Foto; one=porce|few=porce|many=porce|other=porcí',
  sk: 'Príprava|Varenie|Odpočinok|Spolu|Zdroj|Recept|voliteľné|Foto; one=porcia|few=porcie|many=porcie|other=porcií',
  hu: 'Előkészítés|Főzés|Pihentetés|Összesen|Forrás|Recept|elhagyható|Fotó; other=adag',
  ro: 'Pregătire|Gătire|Odihnă|Total|Sursă|Rețetă|opțional|Fotografie; one=porție|few=porții|other=de porții',
  ca: 'Preparació|Cocció|Repòs|Total|Font|Recepta|opcional|Foto; one=ració|other=racions',
  hr: 'Priprema|Kuhanje|Odmaranje|Ukupno|Izvor|Recept|po želji|Fotografija; one=porcija|few=porcije|other=porcija',
  sr: 'Припрема|Кување|Одмарање|Укупно|Извор|Рецепт|по жељи|Фотографија; one=порција|few=порције|other=порција',
  sl: 'Priprava|Kuhanje|Počivanje|Skupaj|Vir|Recept|po želji|Fotografija; one=porcija|two=porciji|few=porcije|other=porcij',
  bg: 'Подготовка|Готвене|Почивка|Общо|Източник|Рецепта|по желание|Снимка; one=порция|other=порции',
  ru: 'Подготовка|Приготовление|Отдых|Всего|Источник|Рецепт|по желанию|Фото; one=порция|few=порции|many=порций|other=порции',
  uk: 'Підготовка|Приготування|Відпочинок|Усього|Джерело|Рецепт|за бажанням|Фото; one=порція|few=порції|many=порцій|other=порції',
  lt: 'Paruošimas|Gaminimas|Laikymas|Iš viso|Šaltinis|Receptas|nebūtina|Nuotrauka; one=porcija|few=porcijos|many=porcijos|other=porcijų',
  lv: 'Sagatavošana|Gatavošana|Nostādināšana|Kopā|Avots|Recepte|pēc izvēles|Foto; zero=porciju|one=porcija|other=porcijas',
  et: 'Ettevalmistus|Küpsetamine|Seismine|Kokku|Allikas|Retsept|soovi korral|Foto; one=portsjon|other=portsjonit',
  el: 'Προετοιμασία|Μαγείρεμα|Αναμονή|Σύνολο|Πηγή|Συνταγή|προαιρετικά|Φωτογραφία; one=μερίδα|other=μερίδες',
  tr: 'Hazırlık|Pişirme|Dinlendirme|Toplam|Kaynak|Tarif|isteğe bağlı|Fotoğraf; other=porsiyon',
  he: 'הכנה|בישול|המתנה|סך הכול|מקור|מתכון|לא חובה|תמונה; one=מנה #|two=# מנות|other=# מנות',
  ar: 'التحضير|الطهي|الراحة|المجموع|المصدر|وصفة|اختياري|صورة; zero=حصة|one=حصة|two=حصة|few=حصص|many=حصة|other=حصة',
  fa: 'آماده‌سازی|پخت|استراحت|مجموع|منبع|دستور پخت|اختیاری|عکس; other=نفر',
  ur: 'تیاری|پکانا|انتظار|کل|ماخذ|ترکیب|اختیاری|تصویر; other=افراد',
  hi: 'तैयारी|पकाना|विश्राम|कुल|स्रोत|रेसिपी|वैकल्पिक|फ़ोटो; other=सर्विंग',
  bn: 'প্রস্তুতি|রান্না|বিশ্রাম|মোট|উৎস|রেসিপি|ঐচ্ছিক|ছবি; other=জনের জন্য',
  id: 'Persiapan|Memasak|Istirahat|Total|Sumber|Resep|opsional|Foto; other=porsi',
  vi: 'Chuẩn bị|Nấu|Để nghỉ|Tổng cộng|Nguồn|Công thức|tùy chọn|Ảnh; other=phần',
  th: 'เตรียม|ปรุง|พัก|รวม|ที่มา|สูตรอาหาร|ไม่ใส่ก็ได้|ภาพ; other=ที่',
  ko: '준비|조리|휴지|합계|출처|레시피|선택 사항|사진; other=#인분',
  ja: '下準備|調理|休ませる|合計|出典|レシピ|お好みで|写真; other=#人分',
  zh: '准备|烹饪|静置|总计|来源|食谱|可选|图片; other=#人份',
  'zh-Hant': '準備|烹調|靜置|總計|來源|食譜|可省略|圖片; other=#人份',
};

function readRow(row: string): RecipeWords {
  const [words = '', forms = ''] = row.split('; ');
  const list = words.split('|');
  return {
    ...(Object.fromEntries(keys.map((key, at) => [key, list[at]])) as Record<(typeof keys)[number], string>),
    servings: Object.fromEntries(forms.split('|').map((form) => form.split('='))),
  };
}

export const recipeWordTable: Record<string, RecipeWords> = Object.fromEntries(
  Object.entries(rows).map(([language, row]) => [language, readRow(row)]),
);

// Words that we add to the text of a recipe, in the recipe's language

const fallback = 'en';
/** Languages that share words with one in the table. */
const alike: Record<string, string> = {
  no: 'nb',
  nn: 'nb',
  bs: 'hr',
  sh: 'hr',
  iw: 'he',
  in: 'id',
  ms: 'id',
};

/** Returns the key of the table for a BCP 47 tag: English if the language is unknown. */
export function languageOf(locale: string): string {
  const { language, script } = parse(locale);
  const key = language === 'zh' && script === 'Hant' ? 'zh-Hant' : (alike[language] ?? language);
  return Object.hasOwn(recipeWordTable, key) ? key : fallback;
}

function parse(locale: string): { language: string; script: string | undefined } {
  try {
    return new Intl.Locale(locale).maximize() as { language: string; script: string | undefined };
  } catch {
    return { language: fallback, script: undefined };
  }
}

export const wordsFor = (locale: string): RecipeWords => recipeWordTable[languageOf(locale)]!;

/** "4 servings", "4 Portionen". A unit that the author chose is kept. */
export function servingsIn(locale: string, serving: number, type: string | null): string {
  if (type !== null && type !== 'servings') return `${serving} ${type.replaceAll('-', ' ')}`;
  const { servings } = wordsFor(locale);
  const category = new Intl.PluralRules(languageOf(locale)).select(serving);
  const form = servings[category] ?? servings.other;
  return form.includes('#') ? form.replace('#', String(serving)) : `${serving} ${form}`;
}

/** "4 servings", in the reader's language. */
export const servingsText = (serving: number, type: string | null): string =>
  servingsIn(reader().language, serving, type);

/** "1 h 30 min", "1 Std., 30 Min." */
export function durationIn(locale: string, seconds: number): string {
  const language = languageOf(locale);
  if (language === fallback) return plainDuration(seconds);
  const minutes = seconds < 600 ? Math.floor(seconds / 60) : Math.round(seconds / 60);
  const parts = {
    days: Math.floor(minutes / 1_440),
    hours: Math.floor((minutes % 1_440) / 60),
    minutes: minutes % 60,
    seconds: seconds < 600 ? seconds % 60 : 0,
  };
  return new Intl.DurationFormat(language, { style: 'short' }).format(parts);
}

// Writes a diet as people say it

/** Example: `LowFatDiet` is "Low fat". */
export const dietText = (diet: RestrictedDiet): string => t(`diets.${diet}`);

// Groups ingredients under their headings

/** Adjacent ingredients with the same heading form a group. */
export function groupIngredients(ingredients: Ingredient[]): Ingredient[][] {
  const groups: Ingredient[][] = [];
  for (const ingredient of ingredients) {
    const current = groups.at(-1);
    if (current?.[0]?.group === ingredient.group) current?.push(ingredient);
    else groups.push([ingredient]);
  }
  return groups;
}

// Formats an ingredient as one line of text

/** Example: "1 1/2–2 cup flour, sifted (optional)". */
export function formatIngredient(
  { name, quantity, quantityMax, unit, note, optional }: IngredientDraft,
  optionalWord = 'optional',
): string {
  const line = [quantityText({ quantity, quantityMax }), unit, name].filter(Boolean).join(' ');
  return `${line}${note ? `, ${note}` : ''}${optional ? ` (${optionalWord})` : ''}`;
}

/** Example: "1 1/2–2". Empty without a quantity. */
export const quantityText = ({ quantity, quantityMax }: Pick<IngredientDraft, 'quantity' | 'quantityMax'>): string =>
  [quantity, quantityMax]
    .filter((each) => each !== null)
    .map(formatAmount)
    .join('–');

/** Writes denominators up to 16 as fractions, larger ones as decimals. */
function formatAmount({ numerator, denominator }: Rational): string {
  if (denominator === 1) return String(numerator);
  if (denominator > 16) return String(Math.round((numerator / denominator) * 1_000) / 1_000);

  const whole = Math.floor(numerator / denominator);
  return `${whole > 0 ? `${whole} ` : ''}${numerator % denominator}/${denominator}`;
}

// Scales and converts amounts in notes and steps, where they certainly are amounts of a listed ingredient

export interface TextChange {
  /** Numbers of servings, both > 0. */
  from: number;
  to: number;
  system: MeasurementSystem | null;
  locale: string;
  /** Canonical keys of the ingredients that scale. */
  foods: Set<string>;
}

const MAX_LENGTH = 20_000;
const MAX_AMOUNTS = 100;
const MAX_NAME_WORDS = 4;
const JOINT = /^\s*(?:of (?:the )?|de la |de |du |des |d['’]|di |del |della |do |da |van |von |av |af )?/iu;
const NAME = /^[\p{L}\p{M}'’-]+(?: [\p{L}\p{M}'’-]+){0,3}/u;
/** "Top each tortilla with ¼ cup beef", "½ cup at a time": such an amount is no part of the listed one. */
const PER_PIECE =
  /(?<!\p{L})(?:per|each|every|at a time|apiece|pro|je|jede[nrs]?|jeweils|chaque|par|à la fois|cada|ogni|ciascun[oa]?|alla volta|elke?|ieder[e]?|per keer|varje|hver|hvert|każd(?:y|ą|ego|ej)|každ(?:ý|ou|ého))(?!\p{L})/iu;
const ENGLISH_UNIT = /^(teaspoon|tablespoon|ounce|pound|gram|kilogram|(?:milli)?lit(?:er|re))s?$/i;

/** Returns the text with every other number unchanged. */
export function changeText(text: string, change: TextChange): string {
  const head = text.slice(0, MAX_LENGTH);
  const temperatures = change.system ? temperatureEdits(head, change.system) : [];
  const edits = [...temperatures, ...amountEdits(head, change)];
  return edits.length === 0 ? text : applyEdits(head, edits) + text.slice(MAX_LENGTH);
}

function amountEdits(text: string, change: TextChange): Edit[] {
  const { plain, origin } = toPlain(text);
  const edits: Edit[] = [];
  let at = 0;
  for (const { index } of plain.matchAll(/\d+/g)) {
    if (edits.length === MAX_AMOUNTS) break;
    if (index < at || isInsideNumber(plain, index) || /[#&]/.test(plain[index - 1] ?? '')) continue;
    const found = readAmountOf(plain, index, change);
    if (!found) continue;
    at = found.unitEnd;
    const written = found.replacesUnit ? found.unitEnd : found.numberEnd;
    edits.push({ start: origin[index]!, end: origin[written - 1]! + 1, text: found.text });
  }
  return edits;
}

function readAmountOf(plain: string, start: number, change: TextChange) {
  const read = readQuantity(plain, start);
  if (!read) return null;
  const unit = readUnit(plain, read.end);
  if (!unit?.canonical || unit.factor !== 1) return null;
  if (change.from !== change.to && PER_PIECE.test(sentenceAround(plain, start, unit.end))) return null;
  const food = foodAt(plain.slice(unit.end, unit.end + 80), change);
  if (!food) return null;

  const scaled = (each: Rational) => scale(each, change.from, change.to);
  const amount: Amount = {
    quantity: scaled(read.quantity),
    quantityMax: read.quantityMax && scaled(read.quantityMax),
    unit: unit.unit,
  };
  const shown = change.system ? convertAmount(amount, change.system, food, change.locale) : amount;
  if (change.from === change.to && shown.unit === unit.unit) return null;

  const word = plain.slice(read.end, unit.end).trim();
  const isOurs = shown.unit !== unit.unit || unitNames(unit.unit).includes(word.toLowerCase());
  const english = ENGLISH_UNIT.exec(word)?.[1];
  const several = toNumber(shown.quantityMax ?? shown.quantity!) > 1;
  return {
    numberEnd: read.end,
    unitEnd: unit.end,
    replacesUnit: isOurs || english !== undefined,
    text: isOurs ? amountText(shown) : `${numbersText(shown)}${english ? ` ${english}${several ? 's' : ''}` : ''}`,
  };
}

/** At most 100 characters on either side. */
function sentenceAround(plain: string, start: number, end: number): string {
  const before = plain.slice(Math.max(0, start - 100), start).split(/[.!?;。]\s|\n/);
  const after = plain.slice(end, end + 100).split(/[.!?;。](?:\s|$)|\n/, 1);
  return `${before.at(-1)} ${after[0]}`;
}

/** Returns the listed food whose name begins the text. */
function foodAt(text: string, { foods, locale }: TextChange): CanonicalFood | null {
  const words = NAME.exec(text.replace(JOINT, ''))?.[0].split(' ') ?? [];
  for (let count = Math.min(words.length, MAX_NAME_WORDS); count > 0; count -= 1) {
    const food = canonicalFood(words.slice(0, count).join(' '), locale);
    if (foods.has(food.key) && (food.isExact || !food.isKnown)) return food;
  }
  return null;
}

// Finds the ingredients of each step, for a cook who reads one step at a time

/** Scripts without spaces between words. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

type StepText = Pick<Step, 'name' | 'content' | 'ingredientPositions'>;

/**
 * Returns a function that finds the ingredients of a step: those that the author listed for it, or else those that its
 * text names.
 */
export function stepIngredients<T extends Pick<Ingredient, 'position' | 'name'>>(
  ingredients: T[],
  locale: string,
): (step: StepText) => T[] {
  const language = foodLanguageOf(locale) ?? 'en';
  const stemOf = (word: string) => stem(word, language);
  const names = ingredients.map((each) => {
    const words = wordsOf(each.name).filter((word) => !isPreparationWord(word) && !isStateWord(word));
    const plain = plainName(each.name);
    return {
      words: (NOUN_FIRST.has(language) ? words : words.toReversed()).map(stemOf),
      unspaced: unspaced.test(plain) ? plain : null,
    };
  });
  const uses = Map.groupBy(
    names.flatMap(({ words }) => [...new Set(words)]),
    (word) => word,
  );
  /** "chicken" is enough for "chicken breasts", unless there is chicken stock too. */
  const enough = new Set(
    [...uses].flatMap(([word, { length }]) => (length === 1 && canonicalFood(word, locale).isKnown ? [word] : [])),
  );

  return ({ name, content, ingredientPositions }) => {
    if (ingredientPositions.length > 0)
      return ingredients.filter(({ position }) => ingredientPositions.includes(position));
    const text = `${name} ${content}`.toLowerCase();
    const said = new Set(text.split(/[^\p{L}\p{M}]+/u).map(stemOf));
    const matched = names.map(({ words: [noun, ...others], unspaced }) => {
      if (unspaced !== null) return { noun: unspaced, count: text.includes(unspaced) ? 1 : 0 };
      const found = others.filter((word) => said.has(word));
      if (noun !== undefined && said.has(noun)) return { noun, count: 1 + found.length };
      return { noun, count: found.some((word) => enough.has(word)) ? 1 : 0 };
    });
    // Of olive oil and sesame oil, the step means the one that it names in full.
    const most = new Map<string | undefined, number>();
    for (const { noun, count } of matched) most.set(noun, Math.max(count, most.get(noun) ?? 0));
    return ingredients.filter((_, at) => {
      const { noun, count } = matched[at]!;
      return count > 0 && count === most.get(noun);
    });
  };
}
