/** Canonical names of ingredients, their aisles and densities. */
import { describe, expect, it, test } from 'vitest';
import { anyText, openTable } from '../../src/lib/table.ts';
import { aisleOf, canonicalFood, knownFoods } from '../../src/recipe-import/foods/foods.ts';
import { parseIngredientLine } from '../../src/recipe-import/ingredient-line.ts';

const AISLES = new Map(knownFoods().map((food) => [food, aisleOf(food)]));
const foods = openTable('foods.tsv', {
  food: anyText,
  aisle: anyText,
  grams_per_cup: anyText,
  source: anyText,
  measured_by: anyText,
});
const densities = foods()
  .filter(({ grams_per_cup }) => grams_per_cup !== '-')
  .map(({ food, grams_per_cup, source, measured_by }) => [food, grams_per_cup, source, measured_by]);
const foodNames = openTable('food-names.tsv', { language: anyText, food: anyText, names: anyText });
const namesIn = (language: string) =>
  foodNames(language).map(({ food, names }) => [food, names.replaceAll('=', '')] as const);

const keyOf = (line: string, locale?: string) => canonicalFood(parseIngredientLine(line).name, locale).key;

describe('an ingredient has one key in every language', () => {
  it.each<[key: string, locale: string, lines: string[]]>([
    ['leek', 'en', ['2 large leeks, sliced', 'leek', '1 Leek (white part only)', '3 Bavarian leeks']],
    ['leek', 'de', ['1 Stange Lauch', '2 Stangen Porree', 'Lauch, in Ringen']],
    ['leek', 'fr', ['3 poireaux', '2 poireaux émincés', '1 poireau']],
    ['leek', 'es', ['2 puerros', '1 puerro picado']],
    ['leek', 'it', ['2 porri', '1 porro']],
    ['leek', 'nl', ['1 prei', '2 preien']],
    ['leek', 'pt', ['1 alho-francês', '2 alhos-porós picados ~']],
    ['leek', 'pl', ['1 por', '2 pory']],
    ['eggplant', 'en', ['1 aubergine', '2 eggplants, cubed']],
    ['eggplant', 'it', ['2 melanzane', '1 melanzana']],
    ['cilantro', 'en', ['a handful of coriander leaves', '1 bunch cilantro, chopped', 'fresh coriander']],
    ['coriander seed', 'en', ['1 tsp ground coriander', '1 tsp coriander seeds']],
    ['scallion', 'en', ['4 spring onions', '3 scallions, thinly sliced', '2 green onions']],
    ['scallion', 'de', ['3 Frühlingszwiebeln']],
    ['tomato', 'en', ['4 ripe tomatoes, chopped', '1 large tomato']],
    ['tomato', 'de', ['500 g Tomaten', '3 reife Tomaten']],
    ['tomato', 'it', ['4 pomodori', '1 pomodoro maturo']],
    ['tomato', 'nl', ['2 rijpe tomaten', '1 tomaat']],
    ['tomato', 'pl', ['2 pomidory', '500 g pomidorów']],
    ['potato', 'fr', ['1 kg de pommes de terre', '1 pomme de terre']],
    ['potato', 'pt', ['500 g de batatas']],
    ['sweet potato', 'es', ['1 batata']],
    ['garlic', 'en', ['2 cloves garlic, minced', '3 garlic cloves']],
    ['garlic', 'fr', ["2 gousses d'ail", "3 gousses d'ail hachées"]],
    ['garlic', 'pl', ['2 ząbki czosnku']],
    ['egg', 'en', ['3 large eggs', '1 egg, beaten']],
    ['egg', 'de', ['4 Eier (Größe M)', '1 Ei']],
    ['egg', 'fr', ['3 œufs', '1 œuf']],
    ['egg', 'it', ['2 uova', '1 uovo']],
    ['egg', 'pl', ['3 jajka', '5 jajek']],
    ['flour', 'en', ['2 cups all-purpose flour, sifted', '250 g plain flour']],
    ['flour', 'de', ['250 g Mehl', '500 g Weizenmehl Type 405']],
    ['flour', 'pl', ['2 szklanki mąki', '500 g mąki pszennej']],
    ['sugar', 'en', ['1 cup granulated sugar', '100 g caster sugar']],
    ['sugar', 'pl', ['100 g cukru', '1 łyżka cukru']],
    ['butter', 'en', ['2 sticks unsalted butter, softened', '50 g butter or margarine', 'butter for frying']],
    ['butter', 'de', ['125 g weiche Butter', 'Butter für die Form']],
    ['bell pepper', 'de', ['1 Paprika', '2 rote Paprikaschoten']],
    ['paprika', 'en', ['1 tsp smoked paprika']],
    ['paprika', 'de', ['1 TL Paprikapulver']],
    ['grape', 'fr', ['200 g de raisins']],
    ['raisin', 'en', ['1 cup raisins']],
    ['parsley', 'pt', ['2 colheres de sopa de salsa picada']],
    ['salsa', 'en', ['1 cup salsa']],
    ['olive oil', 'it', ["3 cucchiai di olio extravergine d'oliva", "olio d'oliva"]],
    ['olive oil', 'es', ['2 cucharadas de aceite de oliva virgen extra']],
    ['stock', 'en', ['4 cups chicken stock', '1 l hot chicken stock']],
    ['peanut butter', 'en', ['1/2 cup peanut butter']],
    ['chicken breast', 'en', ['4 boneless, skinless chicken breasts']],
    ['carrot', 'nl', ['3 wortels']],
    ['bean sprout', 'en', ['1 cup bean sprouts']],
  ])('%s (%s)', (key, locale, lines) => {
    for (const line of lines) expect(keyOf(line.replace(' ~', ''), locale), line).toBe(key);
  });

  it('without a language, English comes first and every other language counts', () => {
    expect(['aubergine', 'Kartoffeln', 'cebolla', 'wortel'].map((name) => canonicalFood(name).key)).toEqual([
      'eggplant',
      'potato',
      'onion',
      'carrot',
    ]);
    expect(canonicalFood('raisin').key).toBe('raisin');
  });

  it('a word of another language does not count where the language is known', () => {
    expect(canonicalFood('por', 'en').isKnown).toBe(false);
    expect(canonicalFood('por', 'pl').key).toBe('leek');
  });
});

describe('the commonest foods have names in further languages, in every form', () => {
  it.each<[locale: string, keys: Record<string, string>]>([
    [
      'sv',
      {
        '2 gula lökar, hackade': 'onion',
        '3 vitlöksklyftor': 'garlic',
        '400 g krossade tomater': 'tomato',
        '2 morötter, rivna': 'carrot',
        '500 g potatis': 'potato',
        '2 dl vispgrädde': 'cream',
        '3 ägg': 'egg',
        '1 röd paprika': 'bell pepper',
      },
    ],
    [
      'da',
      {
        '2 løg, finthakket': 'onion',
        '3 æg': 'egg',
        '500 g kartofler': 'potato',
        '2 gulerødder': 'carrot',
        '250 g champignoner': 'mushroom',
      },
    ],
    [
      'nb',
      {
        '2 poteter': 'potato',
        '1 løk': 'onion',
        '3 eggehviter': 'egg white',
      },
    ],
    [
      'no',
      {
        '400 g kjøttdeig': 'ground beef',
      },
    ],
    [
      'fi',
      {
        '2 sipulia': 'onion',
        '3 dl vehnäjauhoja': 'flour',
        '2 valkosipulinkynttä': 'garlic',
        '400 g perunoita': 'potato',
        '2 munaa': 'egg',
        '1 dl sokeria': 'sugar',
        '100 g voita': 'butter',
      },
    ],
    [
      'cs',
      {
        '2 cibule': 'onion',
        '500 g hladké mouky': 'flour',
        '3 stroužky česneku': 'garlic',
        '4 vejce': 'egg',
        '250 ml mléka': 'milk',
        '1 lžička soli': 'salt',
        '200 g másla': 'butter',
        '1 kg brambor': 'potato',
      },
    ],
    [
      'ru',
      {
        '2 луковицы': 'onion',
        '200 г муки': 'flour',
        '3 ст. л. растительного масла': 'oil',
        '100 г сливочного масла': 'butter',
        '2 яйца': 'egg',
        'Картофель — 1 кг': 'potato',
        '3 зубчика чеснока': 'garlic',
        '2 помидора': 'tomato',
        '200 г сметаны': 'sour cream',
        'щепотка соли': 'salt',
        'Морковь — 2 шт.': 'carrot',
        '1 огурец': 'cucumber',
      },
    ],
    [
      'uk',
      {
        '300 г борошна': 'flour',
        '2 цибулини': 'onion',
        '3 яйця': 'egg',
        '200 мл молока': 'milk',
        '2 моркви': 'carrot',
        '100 г вершкового масла': 'butter',
        '2 ст. л. олії': 'oil',
      },
    ],
    [
      'tr',
      {
        '2 adet soğan': 'onion',
        '3 su bardağı un': 'flour',
        '2 diş sarımsak': 'garlic',
        '3 adet yumurta': 'egg',
        '1 yemek kaşığı domates salçası': 'tomato paste',
        '500 gr kıyma': 'ground beef',
        'yarım demet maydanoz': 'parsley',
      },
    ],
    [
      'el',
      {
        '2 κρεμμύδια': 'onion',
        '500 γρ. αλεύρι': 'flour',
        '3 αυγά': 'egg',
        '2 σκελίδες σκόρδο': 'garlic',
        '1 κιλό πατάτες': 'potato',
        '2 ώριμες ντομάτες': 'tomato',
        '1 ματσάκι μαϊντανό': 'parsley',
        πιπέρι: 'black pepper',
      },
    ],
    [
      'ja',
      {
        '玉ねぎ 1個': 'onion',
        '醤油 大さじ2': 'soy sauce',
        '卵 2個': 'egg',
        '国産鶏もも肉 300g': 'chicken',
        '無塩バター 50g': 'butter',
        'にんにく（みじん切り） 1片': 'garlic',
      },
    ],
    [
      'ko',
      {
        '양파 1개': 'onion',
        '다진 마늘 1큰술': 'garlic',
        '대파 1대': 'scallion',
        '계란 두 개': 'egg',
        '진간장 2큰술': 'soy sauce',
      },
    ],
    [
      'zh',
      {
        鸡蛋2个: 'egg',
        生抽1汤匙: 'soy sauce',
        '高筋麵粉 250公克': 'bread flour',
        '土豆 2个': 'potato',
        '无盐黄油 30克': 'butter',
        '有机西兰花 1颗': 'broccoli',
      },
    ],
    [
      'zh-TW',
      {
        '紅蘿蔔 1根': 'carrot',
      },
    ],
    [
      'ar',
      {
        '2 كوب دقيق': 'flour',
        '3 بيضات': 'egg',
        'ملعقة كبيرة زيت زيتون': 'olive oil',
        '4 فصوص ثوم': 'garlic',
        '2 حبة طماطم': 'tomato',
        'بصلة مفرومة': 'onion',
        '2 كوب من الحليب': 'milk',
      },
    ],
    [
      'he',
      {
        '2 כוסות קמח': 'flour',
        '3 ביצים': 'egg',
        '3 שיני שום כתושות': 'garlic',
        '1 בצל גדול': 'onion',
        '2 עגבניות': 'tomato',
        '3 כפות שמן זית': 'olive oil',
      },
    ],
    [
      'hi',
      {
        '2 कप मैदा': 'flour',
        '2 प्याज (बारीक कटा हुआ)': 'onion',
        '1/2 छोटा चम्मच हल्दी': 'turmeric',
        '2 टमाटर': 'tomato',
        '4 आलू': 'potato',
        '1 कप दही': 'yogurt',
      },
    ],
  ])('%s', (locale, keys) => {
    for (const [line, key] of Object.entries(keys)) expect(keyOf(line, locale), line).toBe(key);
  });

  it.each(['sv', 'da', 'no', 'fi', 'cs', 'ru', 'uk', 'tr', 'el', 'ja', 'ko', 'zh', 'ar', 'he', 'hi'] as const)(
    'at least 120 foods in %s',
    (language) => {
      const named = namesIn(language).filter(([, names]) => names !== '');
      expect(named.length).toBeGreaterThanOrEqual(120);
      expect(named.map(([key]) => key).filter((key) => !AISLES.has(key))).toEqual([]);
      const wrong = named.flatMap(([key, names]) =>
        names.split(', ').filter((name) => canonicalFood(name, language).key !== key),
      );
      expect(wrong).toEqual([]);
    },
  );

  it('a word with the stem of another food is not that food', () => {
    expect(canonicalFood('πιπεριά', 'el').key).toBe('bell pepper');
    expect(canonicalFood('πιπέρι', 'el').key).toBe('black pepper');
    expect(canonicalFood('زيتون', 'ar').key).toBe('olive');
    expect(canonicalFood('زيت', 'ar').key).toBe('oil');
  });

  it('text without spaces ends with its noun', () => {
    expect(canonicalFood('国産鶏もも肉', 'ja')).toMatchObject({ key: 'chicken', isExact: false });
    expect(canonicalFood('鶏肉の皮', 'ja').isKnown).toBe(false);
  });
});

test('unknown names become a lower-case singular', () => {
  expect(canonicalFood('Fresh Zorblax Berries', 'en')).toMatchObject({
    key: 'zorblax berry',
    isKnown: false,
  });
  expect(canonicalFood('Gummiringen', 'de').key).toBe('gummiringe');
  expect(canonicalFood('', 'en')).toMatchObject({ key: '', isKnown: false, aisle: 'other' });
});

test('another state or kind of a food has its key, but not its density', () => {
  expect(canonicalFood('cooked rice', 'en')).toMatchObject({ key: 'rice', isExact: false });
  expect(canonicalFood('coconut sugar', 'en')).toMatchObject({ key: 'sugar', isExact: false });
  expect(canonicalFood('long-grain rice, rinsed', 'en')).toMatchObject({ key: 'rice', isExact: true });
  expect(canonicalFood('rice crackers', 'en').isKnown).toBe(false);
});

test('at least 200 foods have names in eight languages, and every food has an aisle', () => {
  expect(AISLES.size).toBeGreaterThanOrEqual(200);
  expect(new Set(AISLES.values()).size).toBe(10);
  expect(canonicalFood('leek').aisle).toBe('produce');
  expect(canonicalFood('frozen peas')).toMatchObject({ key: 'frozen pea', aisle: 'frozen' });
});

test('every density names a known food and its source', () => {
  const rows = densities;
  expect(rows.length).toBeGreaterThanOrEqual(150);
  expect(rows.filter(([food]) => !AISLES.has(food!))).toEqual([]);
  expect(rows.filter(([, grams, source]) => !(Number(grams) > 0) || !/^(KA|USDA)$/.test(source!))).toEqual([]);
  expect(new Set(rows.map(([food]) => food)).size).toBe(rows.length);
});

describe('the weight of a cup is plausible', () => {
  const rows = densities;
  const gramsOf = new Map(rows.map(([food, grams]) => [food!, Number(grams)]));
  const outside = (foods: string[], low: number, high: number) =>
    foods.filter((food) => !(gramsOf.get(food)! >= low && gramsOf.get(food)! <= high));

  it('of liquids, and of anything else', () => {
    const liquids = rows.filter(([, , , kind]) => kind === 'volume').map(([food]) => food!);
    expect(liquids.length).toBeGreaterThan(30);
    expect(outside(liquids, 210, 340)).toEqual([]);
    expect(outside([...gramsOf.keys()], 15, 345)).toEqual([]);
  });

  it.each([
    ['flours and starches', /(?:flour|starch|cornmeal|semolina)$/, 80, 170],
    ['oils and fats', /(?:^| )(?:oil|butter|margarine|lard|ghee|shortening)$/, 180, 275],
    ['sugars and syrups', /(?:sugar|syrup|honey|molasses)$/, 110, 345],
    ['dry pulses', /(?:bean|lentil|chickpea|split pea)$/, 95, 205],
    ['leaves', /^(?:spinach|kale|arugula|lettuce|cilantro|basil|parsley)$/, 15, 65],
    ['ground spices', /(?:pepper|cinnamon|paprika|cumin|powder|turmeric|ginger|nutmeg|allspice)$/, 80, 200],
    ['nuts', /(?:almond|cashew|hazelnut|macadamia|peanut|pecan|pine nut|pistachio|walnut)$/, 80, 150],
  ])('of %s', (_, name, low, high) => {
    const foods = [...gramsOf.keys()].filter((food) => name.test(food) && food !== 'bell pepper');
    expect(foods.length).toBeGreaterThanOrEqual(5);
    expect(outside(foods, low, high)).toEqual([]);
  });

  it.each([
    ['water', 236, 238],
    ['flour', 115, 130],
    ['sugar', 195, 205],
    ['powdered sugar', 110, 125],
    ['butter', 225, 228],
    ['milk', 240, 247],
    ['honey', 330, 345],
    ['olive oil', 213, 220],
    ['rice', 180, 205],
    ['oat', 80, 100],
    ['salt', 270, 300],
    ['cocoa powder', 80, 100],
    ['mayonnaise', 210, 235],
    ['soy sauce', 250, 290],
    ['onion', 140, 165],
    ['mushroom', 65, 95],
  ])('of %s as cooks weigh it', (food, low, high) => {
    expect(outside([food], low, high)).toEqual([]);
  });
});
