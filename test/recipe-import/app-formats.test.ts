/** Files of other apps: what each states is kept, and a file that is cut gives its complete recipes. */
import { expect, test } from 'vitest';
import { detailsFromStated } from '../../src/recipe-import/details-from-stated.ts';
import { type ImportedRecipe, isDraft } from '../../src/recipe-import/import-result.ts';
import { zipOf } from '../support/zip.ts';
import { readContent, readOnly } from './read-content.ts';

const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const picture = Buffer.from(pixel, 'base64');

/** Amount, unit, name, note and group. */
const lines = ({ draft }: ImportedRecipe) =>
  draft.ingredients.map(({ quantity, unit, name, note, group }) =>
    [quantity && quantity.numerator / quantity.denominator, unit, name, note, group]
      .map((each) => each ?? '')
      .join('|'),
  );
const steps = ({ draft }: ImportedRecipe) =>
  draft.steps.map(({ name, content }) => (name ? `${name}: ${content}` : content));
const details = ({ stated }: ImportedRecipe) => detailsFromStated(stated!).details;

test('Recipe Keeper: all recipes in one page, with their pictures and private notes', async () => {
  const recipe = (name: string, at: number) => `<div class="recipe-details">
    <meta content="4" itemprop="recipeRating"><meta content="210" itemprop="recipeNutCalories">
    <meta content="2" itemprop="recipeNutTotalFat"><table><tr><td><img src="images/${at}_0.jpg" class="recipe-photo"></td><td>
    <h2 itemprop="name">${name}</h2><div>Courses: <span itemprop="recipeCourse">Soup</span></div>
    <div>Categories: <span>Vegan</span><meta content="Vegan" itemprop="recipeCategory"></div>
    <div>Source: <span itemprop="recipeSource"><a href="https://food.example/${at}">food.example</a></span></div>
    <div>Serving size: <span itemprop="recipeYield">4</span></div>
    <div>Preparation time: <span>15 mins</span><meta content="PT15M" itemprop="prepTime"></div></td></tr></table>
    <h3>Ingredients</h3><div class="recipe-ingredients" itemprop="recipeIngredients"><p>1 &frac12; cups red lentils</p>
    <p></p><p>Topping:</p><p>1 cup yogurt</p></div>
    <h3>Directions</h3><div itemprop="recipeDirections"><p>1. Boil.</p><p>2. Add &amp; stir.</p></div>
    <h3>Notes</h3><div class="recipe-notes" itemprop="recipeNotes"><p>Freezes well.</p></div></div>`;
  const page = `<!DOCTYPE html><html><body>${recipe('Stew', 1)}${recipe('Soup', 2)}</body></html>`;
  const zip = await zipOf({ 'recipes.html': page, 'images/1_0.jpg': picture, 'images/2_0.jpg': picture });
  const { format, recipes, problems } = await readContent(zip);
  expect([format, problems, recipes.map(({ draft }) => draft.name)]).toEqual(['Recipe Keeper', [], ['Stew', 'Soup']]);
  const [stew] = recipes as [ImportedRecipe];
  expect(lines(stew)).toEqual(['1.5|cup|red lentils||', '1|cup|yogurt||Topping']);
  expect(steps(stew)).toEqual(['Boil.', 'Add & stir.']);
  expect(stew.draft).toMatchObject({ serving: 4, prepTime: 900, tags: ['soup', 'vegan'] });
  expect(stew.draft.sourceUrl).toBe('https://food.example/1');
  expect(details(stew).nutrition).toEqual({ calories: '210', fatContent: '2 g' });
  expect(stew.privateNote).toBe('★★★★☆\n\nFreezes well.');
  expect(recipes.every((each) => each.picture?.bytes.length === picture.length)).toBe(true);

  const cut = await readContent(page.slice(0, page.indexOf('Soup</h2>') + 300));
  expect([cut.recipes.length, cut.problems]).toEqual([
    1,
    ['Soup: The file is cut off here. What comes after it is missing.'],
  ]);
});

test('Copy Me That: one page for all recipes', async () => {
  const page = `<html><body><div class="recipe"><div id="name">Pie</div><div id="link">From <a id="original_link"
    href="https://food.example/pie">food.example</a></div><img class="recipeImage" src="images/pie.jpg">
    <span class="recipeCategory">Dessert</span><div id="description">Good.</div><div id="extra_info"><span id="rating">Rated
    <span id="ratingValue">4.5</span>/5</span></div><div id="servings">Servings: <a id="recipeYield">8</a></div>
    <ul id="recipeIngredients"><li class="recipeIngredient">200 g flour</li><div class="recipeIngredient_spacer"></div>
    <div class="recipeIngredient recipeIngredient_subheader">Filling:</div><li class="recipeIngredient">1 cup berries</li></ul>
    <ol id="recipeInstructions"><li class="instruction">Mix.</li><li class="instruction_subheader">Oven</li>
    <li class="instruction">Bake.</li></ol><ul id="recipeNotes"><li class="recipeNote">Less sugar.</li></ul></div></body></html>`;
  const recipe = await readOnly(await zipOf({ 'recipes_1.html': page, 'images/pie.jpg': picture }));
  expect(recipe.format).toBe('Copy Me That');
  expect(lines(recipe)).toEqual(['200|g|flour||', '1|cup|berries||Filling']);
  expect(steps(recipe)).toEqual(['Mix.', 'Oven: Bake.']);
  expect(recipe.draft).toMatchObject({ name: 'Pie', serving: 8, tags: ['dessert'], description: 'Good.' });
  expect([recipe.picture !== undefined, recipe.privateNote]).toEqual([true, '★★★★½\n\nLess sugar.']);
});

const mealMaster = `MMMMM----- Recipe via Meal-Master (tm) v8.05

      Title: Chili
 Categories: Stew, Beans
      Yield: 6 Servings

      1 lb Ground beef; browned and                1 c  Onions
           -drained                                1 t  Salt
      1 T  Chili powder                            2 md Tomatoes

MMMMM-------------------------TO SERVE-------------------------------
    1/2 c  Sour cream

  Cook the beef.  Add the onions and salt
  and simmer for 1 hour.

MMMMM-------------------------TO SERVE-------------------------------
  Add sour cream.

MMMMM
`;

test('Meal-Master: two columns, lines that go on, groups and codes of units', async () => {
  const recipe = await readOnly(mealMaster);
  expect(recipe.format).toBe('Meal-Master');
  expect(lines(recipe)).toEqual([
    '1|lb|Ground beef|browned and drained|',
    '1|tbsp|Chili powder||',
    '1|cup|Onions||',
    '1|tsp|Salt||',
    '2||medium Tomatoes||',
    '0.5|cup|Sour cream||To serve',
  ]);
  expect(steps(recipe)).toEqual([
    'Cook the beef. Add the onions and salt and simmer for 1 hour.',
    'To serve: Add sour cream.',
  ]);
  expect(recipe.draft).toMatchObject({ serving: 6, tags: ['stew', 'beans'] });
});

test('Meal-Master: of a cut file the complete recipes are read, and a single cut one becomes a draft', async () => {
  const two = mealMaster + mealMaster.replace('Chili', 'Beans');
  const { recipes, problems } = await readContent(two.slice(0, -60));
  expect(recipes.map(({ draft }) => draft.name)).toEqual(['Chili']);
  expect(problems).toEqual(['Beans: The file is cut off here. What comes after it is missing.']);
  const single = await readContent(mealMaster.slice(0, -60));
  expect(single.recipes.map(({ draft }) => draft.publication)).toEqual(['draft']);
  expect(single.problems).toHaveLength(1);
});

test('REZKONV: groups, a source and lines that go on', async () => {
  const recipe = await readOnly(`========== REZKONV-Rezept - RezkonvSuite v0.96f
     Titel: Apfelkuchen
Kategorien: Kuchen, Obst
     Menge: 12 Stücke

     150     Gramm  Butter
       1      Pack. Backpulver; -- gestr.
                    Zitronenschale; abgerieben
                    -- und fein
============================ FÜLLUNG =============================
     1,5       kg  Äpfel
============================= QUELLE =============================
                    Oma
                    -- Erfasst *RK* 20.05.2002 von
                    -- Anna

Den Teig kneten.

Die Äpfel schälen.

=====
`);
  expect(lines(recipe)).toEqual([
    '150|g|Butter||',
    '1|Pack|Backpulver|gestr.|',
    '||Zitronenschale|abgerieben und fein|',
    '1.5|kg|Äpfel||Füllung',
  ]);
  expect(steps(recipe)).toEqual(['Den Teig kneten.', 'Die Äpfel schälen.']);
  expect(recipe.draft).toMatchObject({ name: 'Apfelkuchen', serving: 12, tags: ['kuchen', 'obst'] });
  expect(details(recipe).credit?.name).toBe('Oma');
});

test('MasterCook: a zip of XML, and the text export', async () => {
  const xml = `<?xml version="1.0"?><!DOCTYPE mx2 SYSTEM "mx2.dtd" [<!ENTITY big "x"><!ENTITY lol "&big;&big;">]>
    <mx2><RcpE name="Toast &amp; jam" author="Ada" img="toast.jpg"><Serv qty="2"/><IngR name="Base" code="S"/>
    <IngR name="rye&lol;bread" unit="slices" qty="2"/><DirS><DirT>Toast.</DirT></DirS>
    <Nutr>Per Serving: 210 Calories; 2g Fat (8% calories from fat); 12g Protein.</Nutr></RcpE></mx2>`;
  const recipe = await readOnly(await zipOf({ 'book.mx2': xml, 'toast.jpg': picture }), 'book.mz2');
  expect([recipe.format, recipe.draft.name, lines(recipe)]).toEqual([
    'MasterCook',
    'Toast & jam',
    ['2|slice|rye&lol|bread|Base'],
  ]);
  expect(details(recipe).nutrition).toEqual({ calories: '210', fatContent: '2 g', proteinContent: '12 g' });
  expect([recipe.picture !== undefined, details(recipe).credit?.name]).toEqual([true, 'Ada']);

  const text = (name: string) => `
                     *  Exported from  MasterCook  *

                                ${name}

Recipe By     : Ada Example
Serving Size  : 4    Preparation Time :0:15
Categories    : Soups                           Vegan

  Amount  Measure       Ingredient -- Preparation Method
--------  ------------  --------------------------------
   1 1/2  cups          red lentils -- rinsed and
                        drained
                        ***TOPPING***
     1/2  cup           yogurt

Boil the lentils
for 20 minutes.

Add the yogurt.

                   - - - - - - - - - - - - - - - - - -

Per serving: 210 Calories; 2g Fat
`;
  const { recipes, problems } = await readContent(text('Stew') + text('Soup').split('Add the')[0]);
  expect(problems).toEqual(['Soup: The file is cut off here. What comes after it is missing.']);
  const [stew] = recipes as [ImportedRecipe];
  expect(lines(stew)).toEqual(['1.5|cup|red lentils|rinsed and drained|', '0.5|cup|yogurt||TOPPING']);
  expect(steps(stew)).toEqual(['Boil the lentils for 20 minutes.', 'Add the yogurt.']);
  expect(stew.draft).toMatchObject({ name: 'Stew', serving: 4, prepTime: 900, tags: ['soups', 'vegan'] });
  expect(details(stew)).toMatchObject({ nutrition: { calories: '210' }, credit: { name: 'Ada Example' } });
});

test('Gourmet: groups, fractions of an hour and a picture in the file', async () => {
  const recipe = await readOnly(`<?xml version="1.0" encoding="UTF-8"?><!DOCTYPE gourmetDoc><gourmetDoc><recipe id="1">
    <title>
      Salad
    </title><category>Side</category><cuisine>French</cuisine><link>https://food.example/s</link><rating>4/5 stars</rating>
    <preptime>1/2 hour</preptime><yields>5 servings</yields><ingredient-list><ingredient><amount>1</amount><unit></unit>
    <item>lettuce</item></ingredient><inggroup><groupname>Dressing</groupname><ingredient optional="yes"><amount>2 1/2</amount>
    <unit>tbs.</unit><item>oil</item></ingredient><ingref refid="7" amount="1">Mayonnaise</ingref></inggroup></ingredient-list>
    <instructions>Wash.\nMix with &lt;b&gt;care&lt;/b&gt;.</instructions><modifications>No salt.</modifications>
    <image format="png"><![CDATA[${pixel}]]></image></recipe></gourmetDoc>`);
  expect(recipe.format).toBe('Gourmet');
  expect(lines(recipe)).toEqual(['1||lettuce||', '2.5|tbsp|oil||Dressing', '1||Mayonnaise||Dressing']);
  expect(recipe.draft.ingredients.map(({ optional }) => optional)).toEqual([false, true, false]);
  expect(steps(recipe)).toEqual(['Wash.', 'Mix with **care**.']);
  expect(recipe.draft).toMatchObject({ name: 'Salad', serving: 5, prepTime: 1_800 });
  expect([recipe.picture !== undefined, recipe.privateNote]).toEqual([true, '★★★★☆\n\nNo salt.']);
});

test('Evernote: notes with a recipe, and the others are named', async () => {
  const note = (title: string, content: string) => `<note><title>${title}</title><content><![CDATA[<?xml version="1.0"?>
    <en-note>${content}</en-note>]]></content><tag>Soup</tag><note-attributes><source-url>https://food.example/x</source-url>
    </note-attributes><resource><data encoding="base64">${pixel}</data><mime>image/png</mime></resource></note>`;
  const list =
    '<div>Serves 4</div><div>Ingredients</div><div>500 g peas</div><div>1 onion</div><div>Method</div><div>Fry it.</div>';
  const page = '<h2>Ingredients</h2><ul><li>1 egg</li></ul><h2>Method</h2><p>Boil it.</p>';
  const { format, recipes, problems } = await readContent(
    `<?xml version="1.0"?><en-export>${note('Pea soup', list)}${note('Egg', page)}${note('Taxes', '<div>Call Bo.</div>')}</en-export>`,
  );
  expect([format, recipes.map(({ draft }) => draft.name)]).toEqual(['Evernote', ['Pea soup', 'Egg']]);
  expect(problems).toEqual([expect.stringMatching(/^Taxes: The text has no recipe/)]);
  const [soup] = recipes as [ImportedRecipe];
  expect(lines(soup)).toEqual(['500|g|peas||', '1||onion||']);
  expect([steps(soup), soup.draft.tags, soup.draft.sourceUrl]).toEqual([
    ['Fry it.'],
    ['soup'],
    'https://food.example/x',
  ]);
  expect(soup.picture).toBeDefined();
});

test('Crouton: units in capitals, sections and the order of the app', async () => {
  const ingredient = (order: number, name: string, quantity?: object) => ({ order, ingredient: { name }, quantity });
  const recipe = await readOnly(
    JSON.stringify({
      uuid: 'u',
      name: 'Soup',
      serves: 6,
      duration: 15,
      cookingDuration: 30,
      webLink: 'https://food.example/soup',
      sourceName: 'Food Example',
      neutritionalInfo: 'Calories: 528 kcal,\nServing Size: 1 bowl',
      notes: 'Good.',
      tags: [{ name: 'Chicken' }],
      images: [pixel],
      ingredients: [
        ingredient(2, 'broth', { quantityType: 'CUP', amount: 5, secondaryAmount: 6 }),
        ingredient(0, 'chicken', { quantityType: 'POUND', amount: 0.75 }),
        ingredient(1, 'Stock', { quantityType: 'SECTION' }),
        ingredient(3, 'salt'),
      ],
      steps: [
        { order: 1, isSection: false, step: 'Cook.' },
        { order: 0, isSection: true, step: 'Stove' },
      ],
    }),
  );
  expect(recipe.format).toBe('Crouton');
  expect(lines(recipe)).toEqual(['0.75|lb|chicken||', '5|cup|broth||Stock', '||salt||Stock']);
  expect(steps(recipe)).toEqual(['Stove: Cook.']);
  expect(details(recipe)).toMatchObject({
    nutrition: { calories: '528 kcal', servingSize: '1 bowl' },
    credit: { site: 'Food Example' },
  });
  expect([recipe.draft.cookTime, recipe.privateNote, recipe.picture !== undefined]).toEqual([1_800, 'Good.', true]);
});

test('OpenEats: rows of several tables', async () => {
  const recipe = await readOnly(
    JSON.stringify([
      { model: 'recipe_groups.course', pk: 3, fields: { title: 'Dinner' } },
      { model: 'ingredient.ingredientgroup', pk: 7, fields: { title: 'Base', recipe: 1 } },
      {
        model: 'ingredient.ingredient',
        pk: 9,
        fields: { title: 'flour', numerator: 3, denominator: 2, measurement: 'cups', ingredient_group: 7 },
      },
      {
        model: 'recipe.recipe',
        pk: 1,
        fields: { title: 'Dumplings', info: 'Soft.', directions: 'Mix.\nBoil.', servings: 4, prep_time: 20, course: 3 },
      },
    ]),
  );
  expect([recipe.format, lines(recipe), steps(recipe)]).toEqual([
    'OpenEats',
    ['1.5|cup|flour||Base'],
    ['Mix.', 'Boil.'],
  ]);
  expect(recipe.draft).toMatchObject({ name: 'Dumplings', serving: 4, prepTime: 1_200, tags: ['dinner'] });
});

test.each<[string, string, string]>([
  ['commas', 'Recipe Name,Ingredients,Directions,Servings\nSoup,"1 onion\n2 leeks","Fry.\nBoil.",4', 'Soup'],
  [
    'semicolons, in German',
    '\ufeffTitel;Zutaten;Zubereitung;Portionen\r\n"Suppe";"1 Zwiebel\r\n2 Lauch";"Braten.\r\nKochen.";4\r\n',
    'Suppe',
  ],
  [
    'tabs, in French',
    'Nom\tIngrédients\tÉtapes\tPersonnes\nSoupe\t1 oignon | 2 poireaux\tCuire. | Bouillir.\t4',
    'Soupe',
  ],
  [
    'lists in cells',
    `title,recipe_ingredients,steps,yield\nSoup,"['1 onion', '2 leeks']","[""Fry."", ""Boil.""]",4`,
    'Soup',
  ],
  [
    'a stated delimiter, in Japanese',
    'sep=|\nタイトル|材料|作り方|人数\nスープ|"玉ねぎ 1個\nねぎ 2本"|"炒める。\n煮る。"|4人分',
    'スープ',
  ],
])('a table with %s', async (_, table, name) => {
  const recipe = await readOnly(table);
  expect([recipe.draft.name, recipe.draft.ingredients.length, steps(recipe).length]).toEqual([name, 2, 2]);
  expect([recipe.draft.serving, recipe.isIncomplete]).toEqual([4, false]);
});

test('a table keeps what its columns state, and names rows that are cut or empty', async () => {
  const table = `Title,Course,Main Ingredient,Source,Url,Prep Time,Ingredients,Directions,Tags,Rating,Notes,Calories,Fat,Photo Url
Soup,Main Course,Leek,Ann's site,https://food.example/soup,15,1 leek,Boil.,soup^vegan,5,"Say ""hi""",210,2,https://food.example/1.jpg
,,,,,,,,,,,,,
,,,,,,1 egg,Fry.,,,,,,
Cake,Dessert,,,,,"1 egg
2 a`;
  const { format, recipes, problems } = await readContent(table);
  expect([format, problems]).toEqual([
    'Plan to Eat',
    [': The file is cut off here. What comes after it is missing.'].map((text) => `Cake${text}`),
  ]);
  const [soup, untitled] = recipes as [ImportedRecipe, ImportedRecipe];
  expect(soup.draft).toMatchObject({ prepTime: 900, sourceUrl: 'https://food.example/soup' });
  expect(soup.draft.tags).toEqual(['main course', 'soup', 'vegan']);
  expect(soup.privateNote).toBe('★★★★★\n\nSay "hi"');
  expect(details(soup)).toMatchObject({
    nutrition: { calories: '210', fatContent: '2 g' },
    credit: { site: "Ann's site" },
  });
  expect(soup.stated!.imageUrls).toEqual(['https://food.example/1.jpg']);
  expect([recipes.length, isDraft(untitled)]).toEqual([2, true]);
});

test('Markdown with front matter: lists in it, or lists below headings', async () => {
  const note = `---
title: Leek soup
tags: [soup, quick]
source: https://food.example/leek
servings: 2
prep_time: 10 min
rating: 3
---
![[leek.jpg]] %% my aunt's %%
The [[Soups|soup]] of the house.

## Ingredients
- [ ] 2 leeks
### Topping
- [ ] 1 tbsp cream

## Directions
1. Slice.
2. Boil.
`;
  const recipe = await readOnly(await zipOf({ 'a/Leek.md': note, 'a/leek.jpg': picture }));
  expect(recipe.format).toBe('Markdown');
  expect(recipe.draft).toMatchObject({
    name: 'Leek soup',
    serving: 2,
    prepTime: 600,
    tags: ['soup', 'quick'],
    sourceUrl: 'https://food.example/leek',
    description: 'The soup of the house.',
  });
  expect([lines(recipe), steps(recipe)]).toEqual([
    ['2||leeks||', '1|tbsp|cream||Topping'],
    ['Slice.', 'Boil.'],
  ]);
  expect([recipe.privateNote, recipe.picture !== undefined]).toEqual(['★★★☆☆', true]);

  const chowdown = await readOnly(
    '---\ntitle: "Tea"\ningredients:\n  - 1 bag, black\n  - 1 cup water\ndirections: |\n  Boil.\n\n  Wait.\n---\nHot.',
  );
  expect([lines(chowdown), steps(chowdown), chowdown.draft.description]).toEqual([
    ['1|bag|black||', '1|cup|water||'],
    ['Boil.', 'Wait.'],
    'Hot.',
  ]);
});

test('Paprika: nutrition, rating, source and notes are kept, and marks become text', async () => {
  const recipe = await readOnly(
    JSON.stringify({
      name: 'Toast',
      ingredients: '1 cup [recipe:Jam]\n2 slices *bread*',
      directions: 'Toast the *bread* [photo:1]\n[photo:2]\nAdd _all_ of the [recipe:Jam], 5*3 times.',
      nutritional_info: 'Calories: 210\nProtein: 12 g',
      notes: 'Eat at *once*.',
      rating: 4,
      source: 'Ann',
      photos: [{ name: '1', data: pixel }],
    }),
  );
  expect(steps(recipe)).toEqual(['Toast the **bread**', 'Add all of the Jam, 5\\*3 times.']);
  expect(lines(recipe).map((line) => line.split('|')[2])).toEqual(['Jam', 'bread']);
  expect(details(recipe)).toMatchObject({
    nutrition: { calories: '210', proteinContent: '12 g' },
    credit: { name: 'Ann' },
  });
  expect([recipe.privateNote, recipe.draft.description]).toEqual(['★★★★☆\n\nEat at once.', '']);
  expect(recipe.picture).toBeDefined();
});

test('Tandoor: templates become the ingredients that they name', async () => {
  const recipe = await readOnly(
    JSON.stringify({
      name: 'Dal',
      nutrition: { calories: 210, fats: 2.5, proteins: 12, carbohydrates: 0 },
      // With the older form these are left out.
      properties: [{ property_amount: 5, property_type: { name: 'Sugar', unit: 'g' } }],
      steps: [
        {
          instruction: 'Boil **all** of {{ ingredients[1] }} for {{ scale(20) }} minutes. {{ unknown }}',
          ingredients: [
            { is_header: true, note: 'Pot' },
            { food: { name: 'lentils' }, unit: { name: 'g' }, amount: 200 },
          ],
        },
      ],
    }),
  );
  expect(steps(recipe)).toEqual(['Boil **all** of 200 g lentils for 20 minutes.']);
  expect(details(recipe).nutrition).toMatchObject({ calories: '210', fatContent: '2.5 g', proteinContent: '12 g' });
  expect(recipe.draft.steps[0]!.ingredientPositions).toEqual([0]);
});

test('WP Recipe Maker: a flat list in which groups are entries, and nutrition', async () => {
  const recipe = await readOnly(
    JSON.stringify({
      name: 'Pie',
      summary: '<p>Good &amp; quick.</p>',
      servings: 8,
      servings_unit: 'slices',
      author_name: 'Ada',
      custom_time: 20,
      custom_time_label: 'Chill',
      ingredients_flat: [
        { type: 'group', name: 'Crust:' },
        { type: 'ingredient', amount: '1 1/2', unit: 'cups', name: '<a href="#">flour</a>', notes: 'sifted' },
      ],
      instructions_flat: [
        { type: 'group', name: 'Crust' },
        { type: 'instruction', text: '<p>Mix.</p>' },
        { type: 'instruction', text: '<p>Bake.</p>' },
      ],
      nutrition: { calories: 210, fat: 2, sodium: 3, serving_size: 1, serving_unit: 'slice' },
      notes: '<p>Freezes well.</p>',
    }),
  );
  expect([recipe.format, lines(recipe)]).toEqual(['WP Recipe Maker', ['1.5|cup|flour|sifted|Crust']]);
  expect([steps(recipe), recipe.draft.description]).toEqual([
    ['Crust: Mix.', 'Bake.'],
    'Good & quick.\n\nFreezes well.',
  ]);
  expect([recipe.draft.serving, recipe.draft.servingType, details(recipe)]).toMatchObject([
    8,
    'slices',
    {
      restTime: 1_200,
      nutrition: { servingSize: '1 slice', calories: '210', fatContent: '2 g', sodiumContent: '3 mg' },
    },
  ]);
});

test('Meal-Master: ingredients that keep no columns', async () => {
  const recipe = await readOnly(
    '----- Recipe via Meal-Master (tm) v8.02\n\n Title: Soup\n Yield: 4\n\n  1/2 c Onions\n 2 Carrots\n\n 2 carrots are boiled.\n\n-----\n',
  );
  expect([lines(recipe), steps(recipe)]).toEqual([['0.5|cup|Onions||', '2||Carrots||'], ['2 carrots are boiled.']]);
});

test('a file of a known format without a recipe says so', async () => {
  for (const text of ['<cookbook></cookbook>', 'Title,Ingredients,Directions\n', '<mx2><Summ/></mx2>'])
    expect(await readContent(text)).toMatchObject({ recipes: [], problems: ['There is no recipe in it.'] });
});

test('JSON that is cut gives the complete entries of its list, and names the one that is not', async () => {
  const entry = (name: string) => ({
    '@type': 'Recipe',
    name,
    recipeIngredient: ['1 egg'],
    recipeInstructions: ['Fry "it".'],
  });
  for (const json of [
    JSON.stringify([entry('One'), entry('Two'), entry('Three')]),
    JSON.stringify({ version: 1, recipes: [entry('One'), entry('Two'), entry('Three')] }),
  ]) {
    const { recipes, problems } = await readContent(json.slice(0, json.indexOf('Three') + 20));
    expect(recipes.map(({ draft }) => draft.name)).toEqual(['One', 'Two']);
    expect(problems).toEqual(['Three: The file is cut off here. What comes after it is missing.']);
  }
});

test('XML that is cut gives the complete recipes, and names the one that is not', async () => {
  const recipe = (name: string) =>
    `<recipe><title>${name}</title><ingredient><li>1 egg</li></ingredient><recipetext><li>Fry.</li></recipetext></recipe>`;
  const xml = `<?xml version="1.0"?><cookbook>${recipe('One')}${recipe('Two')}</cookbook>`;
  const whole = await readContent(xml);
  expect([whole.recipes.length, whole.problems]).toEqual([2, []]);
  const cut = await readContent(xml.slice(0, xml.indexOf('Two') + 30));
  expect(cut.recipes.map(({ draft }) => draft.name)).toEqual(['One']);
  expect(cut.problems).toEqual(['Two: The file is cut off here. What comes after it is missing.']);
});

test('a picture as a data: URI comes with the recipe', async () => {
  const image = ['https://food.example/a.jpg', `data:image/png;base64,${pixel}`];
  const node = { '@type': 'Recipe', name: 'Egg', image, recipeIngredient: ['1 egg'], recipeInstructions: ['Fry.'] };
  const recipe = await readOnly(JSON.stringify(node));
  expect([recipe.picture?.bytes.length, recipe.stated!.imageUrls]).toEqual([
    picture.length,
    ['https://food.example/a.jpg'],
  ]);
});
