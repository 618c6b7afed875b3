/** Each field of a recipe goes through each file that we write, and comes back equal. */
import { describe, expect, test } from 'vitest';
import { detailNames, exampleDetails, schemaOrgDetails } from '../../src/db/recipe-details.ts';
import type { Recipe } from '../../src/domain/items/eventable.ts';
import { toMarkdownFile } from '../../src/domain/migration/library.ts';
import { toCooklang } from '../../src/domain/recipes/cooklang.ts';
import { differingFields, draftOf, recipeFields } from '../../src/domain/recipes/fields.ts';
import { previewRecipe } from '../../src/domain/recipes/write.ts';
import { detailsFromStated } from '../../src/recipe-import/details-from-stated.ts';
import type { RecipeDraft } from '../../src/recipe-import/draft.ts';
import { readRecipes } from '../../src/recipe-import/html-page.ts';
import { parseIngredientLine } from '../../src/recipe-import/ingredient-line.ts';
import { recipeJsonLd, toJsonFile } from '../../src/web/items/recipe-files.tsx';
import { ann } from '../support/ann.ts';
import { readText } from './read-content.ts';

interface Words {
  name: string;
  description: string;
  /** The last two are of the sauce. */
  ingredients: [string, string, string, string];
  sauce: string;
  steps: [string, string];
  tool: string;
  tags: string[];
  course: string;
}

const recipes: Record<string, Words> = {
  en: {
    name: 'Dumplings with sauce',
    description: 'A good dinner.\n\nBest on the day.',
    ingredients: ['250 g flour, sifted', '1 1/2 cups water', '2-3 tbsp butter', 'salt'],
    sauce: 'Sauce',
    steps: ['Mix flour and water in a bowl.', 'Melt butter with salt, and stir for 10 minutes.'],
    tool: 'bowl',
    tags: ['dumplings', 'slow food'],
    course: 'Dinner',
  },
  de: {
    name: 'Klöße mit Soße',
    description: 'Ein gutes Abendessen.\n\nAm besten frisch.',
    ingredients: ['250 g Mehl, gesiebt', '150 ml Wasser', '2-3 EL Butter', 'Salz'],
    sauce: 'Für die Soße',
    steps: ['Mehl und Wasser in einer Schüssel mischen.', 'Butter mit Salz schmelzen.'],
    tool: 'Schüssel',
    tags: ['klöße', 'langsam gekocht'],
    course: 'Abendessen',
  },
  fr: {
    name: 'Boulettes à la sauce',
    description: 'Un bon dîner.',
    ingredients: ['250 g de farine, tamisée', '150 ml d’eau', '2 cuillères à soupe de beurre', 'sel'],
    sauce: 'Pour la sauce',
    steps: ['Mélanger la farine et l’eau dans un saladier.', 'Faire fondre le beurre avec le sel.'],
    tool: 'saladier',
    tags: ['boulettes', 'cuisine d’hiver'],
    course: 'Plat principal',
  },
  es: {
    name: 'Albóndigas de harina con salsa',
    description: 'Una buena cena.',
    ingredients: ['250 g de harina, tamizada', '150 ml de agua', '2 cucharadas de mantequilla', 'sal'],
    sauce: 'Para la salsa',
    steps: ['Mezclar la harina y el agua en un bol.', 'Derretir la mantequilla con la sal.'],
    tool: 'bol',
    tags: ['albóndigas'],
    course: 'Cena',
  },
  it: {
    name: 'Gnocchi con salsa',
    description: 'Una buona cena.',
    ingredients: ['250 g di farina, setacciata', '150 ml di acqua', '2 cucchiai di burro', 'sale'],
    sauce: 'Per la salsa',
    steps: ['Mescolare la farina e l’acqua in una ciotola.', 'Sciogliere il burro con il sale.'],
    tool: 'ciotola',
    tags: ['gnocchi'],
    course: 'Cena',
  },
  'pt-BR': {
    name: 'Bolinhos com molho',
    description: 'Um bom jantar.',
    ingredients: ['250 g de farinha, peneirada', '150 ml de água', '2 colheres de sopa de manteiga', 'sal'],
    sauce: 'Para o molho',
    steps: ['Misture a farinha e a água em uma tigela.', 'Derreta a manteiga com o sal.'],
    tool: 'tigela',
    tags: ['bolinhos'],
    course: 'Jantar',
  },
  nl: {
    name: 'Deegballetjes met saus',
    description: 'Een goed avondeten.',
    ingredients: ['250 g bloem, gezeefd', '150 ml water', '2 el boter', 'zout'],
    sauce: 'Voor de saus',
    steps: ['Meng bloem en water in een kom.', 'Smelt boter met zout.'],
    tool: 'kom',
    tags: ['deegballetjes'],
    course: 'Hoofdgerecht',
  },
  pl: {
    name: 'Kluski z sosem',
    description: 'Dobra kolacja.',
    ingredients: ['250 g mąki, przesianej', '150 ml wody', '2 łyżki masła', 'sól'],
    sauce: 'Na sos',
    steps: ['Wymieszaj składniki w misce.', 'Roztop masło i dodaj sól.'],
    tool: 'miska',
    tags: ['kluski'],
    course: 'Kolacja',
  },
  tr: {
    name: 'Soslu hamur topları',
    description: 'Güzel bir akşam yemeği.',
    ingredients: ['250 g un, elenmiş', '150 ml su', '2 yemek kaşığı tereyağı', 'tuz'],
    sauce: 'Sos için',
    steps: ['Malzemeleri kasede karıştırın.', 'Tereyağını eritin ve tuz ekleyin.'],
    tool: 'kase',
    tags: ['hamur topları'],
    course: 'Akşam yemeği',
  },
  uk: {
    name: 'Галушки з соусом',
    description: 'Добра вечеря.',
    ingredients: ['250 г борошна, просіяного', '150 мл води', '2 ст. л. масла', 'сіль'],
    sauce: 'Для соусу',
    steps: ['Змішайте все в мисці.', 'Розтопіть масло, додайте сіль.'],
    tool: 'миска',
    tags: ['галушки'],
    course: 'Вечеря',
  },
  ar: {
    name: 'كرات العجين بالصلصة',
    description: 'عشاء لذيذ.',
    ingredients: ['250 غرام دقيق، منخول', '150 مل ماء', '2 ملعقة كبيرة زبدة', 'ملح'],
    sauce: 'للصلصة',
    steps: ['اخلط دقيق مع ماء في وعاء.', 'ذوب زبدة مع ملح.'],
    tool: 'وعاء',
    tags: ['كرات العجين'],
    course: 'عشاء',
  },
  hi: {
    name: 'सॉस के साथ पकौड़ी',
    description: 'अच्छा रात का खाना।',
    ingredients: ['250 ग्राम मैदा, छना हुआ', '150 मिली पानी', '2 बड़े चम्मच मक्खन', 'नमक'],
    sauce: 'सॉस के लिए',
    steps: ['मैदा और पानी कटोरे में मिलाएँ।', 'मक्खन और नमक पिघलाएँ।'],
    tool: 'कटोरा',
    tags: ['पकौड़ी'],
    course: 'रात का खाना',
  },
  ja: {
    name: 'だんごのたれがけ',
    description: 'おいしい夕食です。',
    ingredients: ['薄力粉 250g', '水 150ml', 'バター 大さじ2', '塩'],
    sauce: 'たれ',
    steps: ['薄力粉と水をボウルで混ぜる。', 'バターと塩を溶かす。'],
    tool: 'ボウル',
    tags: ['だんご'],
    course: '夕食',
  },
  ko: {
    name: '소스를 얹은 경단',
    description: '맛있는 저녁 식사입니다.',
    ingredients: ['밀가루 250g', '물 150ml', '버터 2큰술', '소금'],
    sauce: '소스',
    steps: ['밀가루와 물을 볼에 섞는다.', '버터와 소금을 녹인다.'],
    tool: '볼',
    tags: ['경단'],
    course: '저녁',
  },
  'zh-CN': {
    name: '酱汁团子',
    description: '美味的晚餐。',
    ingredients: ['面粉 250克', '水 150毫升', '黄油 2汤匙', '盐'],
    sauce: '酱汁',
    steps: ['将面粉和水在碗中混合。', '将黄油和盐融化。'],
    tool: '碗',
    tags: ['团子'],
    course: '晚餐',
  },
};

/** Every field has a value that differs from the default. */
function draftIn(locale: string): RecipeDraft {
  const { name, description, ingredients, sauce, steps, tool, tags, course } = recipes[locale]!;
  const draft: RecipeDraft = {
    name,
    description,
    serving: 6,
    servingType: 'pieces',
    visibility: 'public',
    locale,
    tags,
    sourceUrl: 'https://kitchen.example/dumplings',
    prepTime: 900,
    cookTime: 2_400,
    details: {
      ...exampleDetails,
      totalTime: 10_800,
      restTime: 7_200,
      category: [course],
      equipment: [tool, 'Pizza stone'],
    },
    ingredients: ingredients.map((line, at) => parseIngredientLine(line, at < 2 ? null : sauce)),
    steps: steps.map((content, at) => ({
      name: '',
      content,
      duration: at === 0 ? null : 600,
      ingredientPositions: at === 0 ? [0, 1] : [2, 3],
      links: at === 0 ? [] : [{ target: { iri: 'https://far.example/users/1/recipes/2' }, serving: 3 }],
    })),
  };
  Object.assign(draft.ingredients[1]!, { optional: true });
  Object.assign(draft.ingredients[2]!, { scalable: false });
  return draft;
}

const recipeOf = (draft: RecipeDraft): Recipe => previewRecipe(ann, draft, [], null);
const address = 'https://cook.example/@ann/recipes/dumplings';

function readBack(text: string): RecipeDraft {
  const { recipes: found, problems } = readText(text, 'x');
  expect([found.length, problems]).toEqual([1, []]);
  const [{ draft, stated } = found[0]!] = found;
  return { ...draft, details: stated ? detailsFromStated(stated).details : draft.details };
}

interface RoundTrip {
  pass: (draft: RecipeDraft) => RecipeDraft;
  /** The fields that it has no place for. */
  lost: string[];
}

const jsonFile = (draft: RecipeDraft) =>
  JSON.stringify(toJsonFile(recipeOf(draft), { url: address, readerId: ann.id }));
const cookFile = (draft: RecipeDraft) => toCooklang(recipeOf(draft), { origin: null, pictures: [] });
const markdownFile = (draft: RecipeDraft) =>
  toMarkdownFile(recipeOf(draft), {
    headings: { ingredients: 'Ingredients', steps: 'Method' },
    pictures: [{ file: '../images/abc.webp', description: 'A [good] \\ bowl' }],
  });
const pageOf = (draft: RecipeDraft) => {
  const data = JSON.stringify(recipeJsonLd(recipeOf(draft), address, [], []));
  return `<html><head><title>${draft.name}</title><meta name="generator" content="Potluck">
    <script type="application/ld+json">${data}</script></head><body></body></html>`;
};

const ownTerms = detailNames.filter((name) => !schemaOrgDetails.includes(name) && name !== 'credit');

const roundTrips: Record<string, RoundTrip> = {
  'a JSON file': { pass: (draft) => readBack(jsonFile(draft)), lost: [] },
  'a Cooklang file': {
    pass: (draft) => readBack(cookFile(draft)),
    // Ingredients come in the order in which the text names them.
    lost: ['ingredients.originalText', 'ingredients.order'],
  },
  'a Markdown file': { pass: (draft) => readBack(markdownFile(draft)), lost: [] },
  'the data of a page': {
    pass: (draft) => {
      const [{ draft: read, stated } = { draft, stated: undefined }] = readRecipes(pageOf(draft), address).recipes;
      return { ...read, details: detailsFromStated(stated!).details };
    },
    lost: [
      ...ownTerms.map((name) => `details.${name}`),
      // An ingredient is a line of text there.
      'ingredients.group',
      'ingredients.optional',
      'ingredients.scalable',
      'steps.ingredientPositions',
      // Without the number of servings.
      'steps.links',
    ],
  },
};

describe.each(Object.entries(roundTrips))('%s', (_, { pass, lost }) => {
  test.each(Object.keys(recipes))('keeps every field of a recipe in %s', (locale) => {
    const draft = draftIn(locale);
    const differing = differingFields(draft, pass(draft));
    expect(differing.filter((name) => !lost.includes(name))).toEqual([]);
  });

  test('has no exception that nothing needs', () => {
    const needed = new Set(
      Object.keys(recipes).flatMap((locale) => differingFields(draftIn(locale), pass(draftIn(locale)))),
    );
    expect(lost.filter((name) => !needed.has(name))).toEqual([]);
  });
});

test('every field of the recipes differs from that of an empty one', () => {
  const empty = draftOf({ ...recipeOf(draftIn('en')), ingredients: [], steps: [] });
  const blank: RecipeDraft = {
    ...empty,
    name: '',
    description: '',
    serving: 1,
    servingType: 'servings',
    locale: null,
    tags: [],
    sourceUrl: null,
    prepTime: null,
    cookTime: null,
    details: Object.fromEntries(detailNames.map((name) => [name, null])) as unknown as RecipeDraft['details'],
  };
  expect(differingFields(draftIn('en'), blank)).toEqual(Object.keys(recipeFields));
});

test('a Cooklang file names what it has no place for', () => {
  const draft = draftIn('en');
  draft.steps[0]!.content = 'Mix **flour** and water in a bowl.';
  draft.ingredients.reverse();
  draft.steps.forEach((step) => {
    step.ingredientPositions = step.ingredientPositions.map((at) => 3 - at);
  });
  const text = cookFile(draft);
  const lost = differingFields(draft, readBack(text)).map((name) => recipeFields[name]!.label);
  expect(lost).toContain('steps as they are formatted');
  expect(text).toContain(`[- Cooklang has no place for these, or no exact one: ${lost.join(', ')}. -]`);
});

test('groups are sections of a Cooklang file, tools are cookware, and recipes are references', () => {
  const text = cookFile(draftIn('en'));
  expect(text).toContain('Mix @flour{250%g}(sifted) and @water{1 1/2%cup}(optional) in a #bowl{}. (#Pizza stone{})');
  expect(text).toContain('== Sauce ==\n\nMelt @butter{=2-3%tbsp} with @salt{}, and stir for ~{10%minutes}.');
  expect(text).toContain('(@./recipe{3%servings}(https://far.example/users/1/recipes/2))');
});

test('recipes that steps link to are addresses in the data of a page', () => {
  const [recipe] = readRecipes(pageOf(draftIn('en')), address).recipes;
  expect(recipe!.draft.steps.map(({ links }) => links.map(({ target }) => target))).toEqual([
    [],
    [{ iri: 'https://far.example/users/1/recipes/2' }],
  ]);
});

describe('a Markdown file', () => {
  test('is read by people: what its text says stands in no comment', () => {
    const text = markdownFile(draftIn('en'));
    expect(text).toContain('title: "Dumplings with sauce"');
    expect(text).toContain('## Ingredients\n\n- 250 g flour, sifted\n- 1 1/2 cups water <!-- {"optional":true} -->');
    expect(text).toContain('### Sauce\n\n- 2-3 tbsp butter <!-- {"scalable":false} -->\n- salt\n');
    expect(text).toContain('1. Mix flour and water in a bowl. <!-- {"ingredients":[1,2]} -->');
  });

  test('keeps formatting, several paragraphs, names of steps, pictures, drafts and any sign', () => {
    const draft = draftIn('en');
    draft.description = '## Why\n\n> **Good**: "x" --> \\ y\n\n1. one\n2. two';
    draft.steps[0]!.content = 'Mix **flour**.\n\n- gently\n- slowly\n\n```\n  code\n```';
    draft.steps[1]!.name = 'Sauce: "hot"';
    draft.tags = ['a "b" \\ c', '- d'];
    draft.ingredients[3]!.note = 'a --> b';
    draft.ingredients[3]!.group = null;
    const text = markdownFile(draft);
    const [recipe] = readText(text, 'x').recipes;
    expect(differingFields(draft, recipe!.draft)).toEqual([]);
    expect([recipe!.pictureNames, recipe!.altTexts]).toEqual([
      ['../images/abc.webp'],
      { 'abc.webp': 'A [good] \\ bowl' },
    ]);
    expect(recipe!.draft.publication).toBe('draft');
  });

  test('is read as it was edited', () => {
    const edited = markdownFile(draftIn('en'))
      .replace('- salt\n', '- salt\n- 2 cloves garlic\n')
      .replace('2. Melt', '2. Peel the garlic.\n3. Melt')
      .replace('servings: 6', 'servings: 8');
    const { draft } = readText(edited, 'x').recipes[0]!;
    expect(draft.ingredients.at(-1)).toMatchObject({ name: 'garlic', unit: 'clove', group: 'Sauce' });
    expect(draft.steps.map(({ content }) => content.split(' ')[0])).toEqual(['Mix', 'Peel', 'Melt']);
    expect(draft.serving).toBe(8);
  });
});
