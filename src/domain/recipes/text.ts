/** Texts of recipes: words in languages, and the ingredients of steps. */
import type { RestrictedDiet } from '../../db/recipe-details.ts';
import { plainDuration } from '../../lib/duration.ts';
import { likelyLocale } from '../../lib/language/languages.ts';
import { formFor, type PluralForms, readForms } from '../../lib/language/plural-forms.ts';
import { reader } from '../../lib/language/reader.ts';
import { t } from '../../lib/language/text.ts';
import { lazy } from '../../lib/lazy.ts';
import { anyText, openTable } from '../../lib/table.ts';
import type { IngredientDraft, Rational } from '../../recipe-import/draft.ts';
import { canonicalFood, isPreparationWord, isStateWord } from '../../recipe-import/foods/foods.ts';
import { foodLanguageOf, NOUN_FIRST, plainName, stem, wordsOf } from '../../recipe-import/foods/word-forms.ts';
import { isYieldUnit, slugOfServing } from '../../recipe-import/serving.ts';
import type { Ingredient, Step } from '../items/eventable.ts';
import { amountText } from './amount-text.ts';

// Holds the words that we add to the text of a recipe, by language

const keys = ['preparation', 'cooking', 'resting', 'total', 'source', 'recipe', 'optional', 'photo'] as const;

type RecipeWords = Record<(typeof keys)[number], string> & {
  /** The number stands before the word, or instead of `#`. */
  servings: PluralForms;
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
  pl:
    'Przygotowanie|Gotowanie|Odpoczynek|Łącznie|Źródło|Przepis|opcjonalnie|Zdjęcie; ' +
    'one=porcja|few=porcje|many=porcji|other=porcji',
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
  lt:
    'Paruošimas|Gaminimas|Laikymas|Iš viso|Šaltinis|Receptas|nebūtina|Nuotrauka; ' +
    'one=porcija|few=porcijos|many=porcijos|other=porcijų',
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
    servings: readForms(forms),
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
  const { language, script } = likelyLocale(locale);
  const key = language === 'zh' && script === 'Hant' ? 'zh-Hant' : (alike[language] ?? language);
  return Object.hasOwn(recipeWordTable, key) ? key : fallback;
}

export const wordsFor = (locale: string): RecipeWords => recipeWordTable[languageOf(locale)]!;

/** "4 servings", "4 Portionen", "2 loaves", "750 g". A word of the author that we do not know is kept. */
export function servingsIn(locale: string, serving: number, type: string | null): string {
  const language = languageOf(locale);
  const isServings = type === null || type === 'servings';
  const forms = isServings ? wordsFor(locale).servings : yieldForms(type, language);
  if (forms) {
    const form = formFor(serving, forms, language);
    return form.includes('#') ? form.replace('#', String(serving)) : `${serving} ${form}`;
  }
  if (!isServings && isYieldUnit(type))
    return amountText({ quantity: { numerator: serving, denominator: 1 }, quantityMax: null, unit: type }, locale);
  return `${serving} ${type!.replaceAll('-', ' ')}`;
}

/** The same for every reader, for files: "1 serving", "2 loaves". */
export function plainServings(serving: number, type: string | null): string {
  const word = (type ?? 'servings').replaceAll('-', ' ');
  return `${serving} ${serving === 1 && word === 'servings' ? 'serving' : word}`;
}

// Finds the words of things that recipes make

const yieldTable = openTable('yields.tsv', { language: '[a-z]{2}', thing: '[a-z]+', forms: anyText });

const yields = lazy(() => {
  /** By language and slug. */
  const things = new Map<string, string>();
  /** By language and thing. */
  const words = new Map<string, PluralForms>();
  for (const { language, thing, forms: written } of yieldTable()) {
    const forms = readForms(written);
    words.set(`${language} ${thing}`, forms);
    for (const form of forms.values()) {
      const key = `${language} ${slugOfServing(form)}`;
      if (!things.has(key)) things.set(key, thing);
    }
  }
  return { things, words };
});

/** Finds words of the language and English ones. Returns null for others, and where the language lacks a word. */
function yieldForms(slug: string, language: string): PluralForms | null {
  const { things, words } = yields();
  const thing = things.get(`${language} ${slug}`) ?? things.get(`${fallback} ${slug}`);
  return words.get(`${language} ${thing}`) ?? null;
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
    .map((each) => fractionText(each))
    .join('–');

/** Example: 1 1/2. Larger denominators become decimals. */
export function fractionText({ numerator, denominator }: Rational, maxDenominator = 16, decimals = 3): string {
  const factor = 10 ** decimals;
  if (denominator === 1) return String(numerator);
  if (denominator > maxDenominator) return String(Math.round((numerator / denominator) * factor) / factor);

  const whole = Math.floor(numerator / denominator);
  return `${whole > 0 ? `${whole} ` : ''}${numerator % denominator}/${denominator}`;
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
