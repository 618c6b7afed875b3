/** Reads recipes that were copied from pages, with what the pages show around them. */
import { expect, test } from 'vitest';
import { readOnly } from './read-content.ts';

async function shown(text: string) {
  const { draft } = await readOnly(text);
  return {
    description: draft.description,
    serving: draft.serving,
    ingredients: draft.ingredients.map(({ originalText, group }) =>
      group ? `${group}: ${originalText}` : originalText,
    ),
    steps: draft.steps.map(({ content }) => content),
  };
}

test.each([
  ['behind', 'Arbeitszeit ca. 20 Minuten\nKoch-/Backzeit ca. 30 Minuten\nGesamtzeit ca. 50 Minuten'],
  ['before', 'ca. 20 Minuten Arbeitszeit\nca. 30 Minuten Koch-/Backzeit\nca. 50 Minuten Gesamtzeit'],
])('times %s their labels above the first step of a copied text are no step', async (_, times) => {
  const head = 'Suppe\nZutaten\n500 g Kartoffeln\n1 Zwiebel\nZubereitung';
  const { draft, stated } = await readOnly(`${head}\n${times}\n\nAlles 30 Minuten kochen.\nKochzeit: 40 Minuten`);
  expect([draft.prepTime, draft.cookTime, stated?.totalTime]).toEqual([1_200, 1_800, 3_000]);
  expect(draft.steps.map(({ content }) => content)).toEqual(['Alles 30 Minuten kochen.', 'Kochzeit: 40 Minuten']);
});

test('advertisements and buttons of a copied text are neither ingredients nor steps', async () => {
  const { draft } = await readOnly(
    'Pea soup\nIngredients\n1/2x\n1x\n1 pound peas\n1 onion\nLocal Offers\nDirections\nLocal Offers\nCook the peas.\nPrint',
  );
  expect(draft.ingredients.map(({ originalText }) => originalText)).toEqual(['1 pound peas', '1 onion']);
  expect(draft.steps.map(({ content }) => content)).toEqual(['Cook the peas.']);
});

test('AllRecipes: the yield is read, and messages, buttons and credits are left out', async () => {
  const text = `Oat pancakes
4.6
(1,204)
987 Reviews
One bowl, ten minutes.
Published on June 5, 2024
Tested by Allrecipes Test Kitchen
Rate
Add Photo
Jump to Nutrition Facts
Cook Mode
(Keep screen awake)
Ingredients
Oops! Something went wrong. Our team is working on it.
1/2x
1x
2x
Oops! Something went wrong. Our team is working on it.

Original recipe (1X) yields 8 servings

1 ½ cups oat flour

1 egg

Local Offers
94123
Change

Directions
Whisk the flour with the egg.

DOTDASH MEREDITH FOOD STUDIOS

Fry for 2 minutes on each side.

I Made It
Print

Nutrition Facts (per serving)
158	Calories
6g 	Fat

Show Full Nutrition Label
6,720 home cooks made it!
`;
  expect(await shown(text)).toEqual({
    description: 'One bowl, ten minutes.',
    serving: 8,
    ingredients: ['1 ½ cups oat flour', '1 egg'],
    steps: ['Whisk the flour with the egg.', 'Fry for 2 minutes on each side.'],
  });
});

test('Chefkoch: neither the facts of nutrition nor the buttons of the yield are ingredients', async () => {
  const text = `Linseneintopf
Mit Essig
 4,5/5
(123)
15.03.2010
Zutaten
für 4 Portionen

–
4
Portionen
+
500 g	Linsen, braune
2 EL	Essig
	Salz
Zutaten online bestellen

Nährwerte pro Portion
kcal
420
Eiweiß
24,30 g
Fett
3,10 g
Kohlenhydr.
60,20 g

Zubereitung
Arbeitszeit ca. 20 Minuten
Gesamtzeit ca. 1 Stunde

Das Gemüse würfeln.

Mit den Linsen 40 Minuten kochen.

Rezept von
annkocht
Kommentare
Lecker!
`;
  expect(await shown(text)).toEqual({
    description: 'Mit Essig',
    serving: 4,
    ingredients: ['500 g Linsen, braune', '2 EL Essig', 'Salz'],
    steps: ['Das Gemüse würfeln.', 'Mit den Linsen 40 Minuten kochen.'],
  });
});

test('BBC Good Food: facts of nutrition above the ingredients do not describe the recipe', async () => {
  const text = `Chickpea stew
Rating: 4 out of 5. 12 ratings
Save recipe
Serves 4
Warming.
Nutrition: Per serving
nutrient	unit
kcal	310
low in
saturates	1g
protein	14g
salt	0.6g
Ingredients
400g chickpeas
200g spinach
Method
STEP 1
Simmer the chickpeas.
STEP 2
Tip into a bowl.
RECIPE TIPS
MAKE IT AHEAD
Keeps for 2 days.
Goes well with
Flatbreads
Comments, questions and tips
`;
  expect(await shown(text)).toEqual({
    description: 'Warming.',
    serving: 4,
    ingredients: ['400g chickpeas', '200g spinach'],
    steps: ['Simmer the chickpeas.', 'Tip into a bowl.'],
  });
  expect((await readOnly(text)).privateNote).toBe('Keeps for 2 days.');
});

test('Serious Eats: labels without a colon have their values below, and equipment is no step', async () => {
  const text = `Smashed potatoes
Prep
10 mins
Cook
60 mins
Total
70 mins
Serves
4 to 6 servings
Ingredients
2 pounds (900 g) small potatoes
Kosher salt

Directions
Boil the potatoes.

Serious Eats / Ann Example

Roast them until crisp.

Special Equipment
Rimmed baking sheet

Make-Ahead and Storage
Boiled potatoes keep for 2 days.
`;
  const { draft, stated, privateNote } = await readOnly(text);
  expect([draft.prepTime, draft.cookTime, stated!.totalTime, draft.serving]).toEqual([600, 3_600, 4_200, 4]);
  expect(draft.steps.map(({ content }) => content)).toEqual(['Boil the potatoes.', 'Roast them until crisp.']);
  expect([stated!.equipment, privateNote]).toEqual([['Rimmed baking sheet'], 'Boiled potatoes keep for 2 days.']);
});

test('NYT Cooking: ratings and notes of readers are no steps', async () => {
  const text = `Bean stew
Published Jan. 12, 2022
Bean stew
Ann Example for The New York Times. Food Stylist: Bob Example.
Total Time
30 minutes
Rating
5(1,532)
Comments
Read comments
Bright and quick.
Advertisement
Ingredients

Yield:4 servings

3 tablespoons olive oil
2 cans white beans

Ingredient Substitution Guide
Nutritional analysis per serving (4 servings)
320 calories; 12 grams fat; 14 grams protein
Note: The information shown is an estimate based on available ingredients and preparation.

Preparation
Step 1
Heat the oil.

Step 2
Add the beans.

Private Notes
Leave a Private Note on this recipe and see it here.

Ratings
5 out of 5
Cooking Notes
Bob
I used kale.
`;
  expect(await shown(text)).toEqual({
    description: 'Bright and quick.',
    serving: 4,
    ingredients: ['3 tablespoons olive oil', '2 cans white beans'],
    steps: ['Heat the oil.', 'Add the beans.'],
  });
  expect((await readOnly(text)).stated!.totalTime).toBe(1_800);
});

test('Marmiton: amounts stand above their foods, and utensils are no ingredients', async () => {
  const text = `Gratin de courgettes
231 avis
très facile
Ingrédients
-
4
personnes
+
800g
courgettes
2
oeufs
sel
Ustensiles
1 plat à gratin
Préparation
Temps total : 1 h
Préparation :
20 min
Repos :
-
Cuisson :
40 min
Étape 1
Coupez les courgettes.
Étape 2
Enfournez 30 minutes.
C'est terminé !
Qu'en avez-vous pensé ?
Donner mon avis
`;
  expect(await shown(text)).toEqual({
    description: '',
    serving: 4,
    ingredients: ['800g courgettes', '2 oeufs', 'sel'],
    steps: ['Coupez les courgettes.', 'Enfournez 30 minutes.'],
  });
  const { draft, stated } = await readOnly(text);
  expect([draft.prepTime, draft.cookTime, stated!.totalTime]).toEqual([1_200, 2_400, 3_600]);
  expect([stated!.difficulty, stated!.equipment]).toEqual(['très facile', ['1 plat à gratin']]);
});

test('GialloZafferano: calories are no ingredient, and the second heading of the method is no step', async () => {
  const text = `Pasta con zucca
Dosi per: 4 persone
INGREDIENTI
CALORIE PER PORZIONE
Kcal
478
Zucchero 5 g
Zucca (da pulire) 500 g
Per guarnire
Noci 30 g
PREPARAZIONE
Come preparare la Pasta con zucca

Pulite la zucca.
Cuocetela in padella.
CONSERVAZIONE
Si conserva in frigorifero.
`;
  expect(await shown(text)).toEqual({
    description: '',
    serving: 4,
    ingredients: ['Zucchero 5 g', 'Zucca (da pulire) 500 g', 'Per guarnire: Noci 30 g'],
    steps: ['Pulite la zucca.', 'Cuocetela in padella.'],
  });
});

test('a heading in the middle of numbered steps does not end them', async () => {
  const { steps } = await shown(
    'Soup\nIngredients\n500 g peas\n1 onion\nMethod\n1. Fry.\nTags\n2. Boil.\nVideo\nShare between four plates\nComments (12)\nGood!',
  );
  expect(steps).toContain('Boil.');
  expect(steps).toContain('Share between four plates');
  expect(steps).not.toContain('Good!');
});

test('a description, headings of steps and dates of notes are kept, although pages write similar lines', async () => {
  const text =
    'Soup\nNote: it is hot.\n12 May 2020\nIngredients\n500 g peas\n1 onion\nEquipment\na pot\n\nFor the oil:\n2 tbsp oil\n' +
    'Method\nTo make the oil:\nWarm it gently for a while.\nBoil the peas.\nNotes\n12 May 2020\nMore salt.\n';
  const { draft, privateNote, stated } = await readOnly(text);
  expect(draft.description).toBe('Note: it is hot.');
  expect(draft.ingredients.map(({ originalText }) => originalText)).toEqual(['500 g peas', '1 onion', '2 tbsp oil']);
  expect(draft.steps.map(({ name, content }) => [name, content])).toEqual([
    ['To make the oil', 'Warm it gently for a while.'],
    ['', 'Boil the peas.'],
  ]);
  expect([stated!.equipment, privateNote]).toEqual([['a pot'], '12 May 2020\nMore salt.']);
});

test('HelloFresh: amounts stand above their foods, and facts of nutrition have their values below', async () => {
  const text = `Hähnchen mit Reis
Zutaten
2 Stück
Hähnchenbrust
150 g
Jasminreis
Nährwertangaben
/ pro Portion
Energie (kJ)
2500 kJ
Davon Zucker
8 g
Salz
2 g
Kochutensilien
Topf
Zubereitung
1
Den Reis kochen.
2
Das Fleisch braten.
`;
  expect(await shown(text)).toMatchObject({
    ingredients: ['2 Stück Hähnchenbrust', '150 g Jasminreis'],
    steps: ['Den Reis kochen.', 'Das Fleisch braten.'],
  });
});

const shownPictures = `Torta di mele
Di Sonia Peronaci
Un dolce della nonna.
INGREDIENTI
Farina 300 g
Uova 2
PREPARAZIONE
Per la torta, setacciate la farina 1 e il lievito 2. Unite 2 uova e il latte 3: mescolate per 4 minuti.
Aggiungete lo zucchero 4 , poi 5 cucchiai di olio 5 e infine l'uvetta (6-7).
Dividete in 8 porzioni 8 e fate riposare (9). Infornate a 180 gradi in uno stampo da 10 cm 10.
Servite con la panna 11 o da sola.
`;

test('numbers of pictures are no part of the steps, and numbers that may be amounts stay', async () => {
  const { steps } = await shown(shownPictures);
  expect(steps).toEqual([
    'Per la torta, setacciate la farina e il lievito 2. Unite 2 uova e il latte: mescolate per 4 minuti.',
    "Aggiungete lo zucchero, poi 5 cucchiai di olio e infine l'uvetta.",
    'Dividete in 8 porzioni 8 e fate riposare. Infornate a 180 gradi in uno stampo da 10 cm.',
    'Servite con la panna 11 o da sola.',
  ]);
});

test.each([
  'Mescolate latte 1, uova 2, burro 3. Unite tutto.',
  'Add eggs 2, flour 3, milk 4, salt 5, sugar 6, lemons 7, limes 8. Stir.',
  'Do step 1. Do step 2. Do step 3. Do step 4. Do step 5. Do step 6. Do step 7. Stir.',
  'Use foto 1. Use foto 2. Use foto 3. Use foto 4. Use foto 5. Use foto 6. Use foto 7. Stir.',
])('numbers that do not count pictures from 1 to 6 and further stay: %s', async (method) => {
  const { steps } = await shown(`Torta\nIngredients\n300 g flour\n2 eggs\nMethod\n${method}\nServe it.\n`);
  expect(steps[0]).toBe(method);
});

test.each([
  'Di Sonia Peronaci',
  'By Ann Smith',
  'BY ANN SMITH',
  'Ricetta di Anna da Silva',
  'Recipe by Ann Smith | June 5, 2024',
])('the author near the title is credited and does not describe the recipe: %s', async (byline) => {
  const text = `Pea soup\n${byline}\nWarming.\nIngredients\n500 g peas\n1 onion\nMethod\nBoil the peas.\n${byline}\n`;
  const { draft, stated } = await readOnly(text);
  expect(draft.description).toBe('Warming.');
  expect(draft.steps.map(({ content }) => content)).toEqual(['Boil the peas.']);
  expect(stated?.authors.map(({ name }) => name.toLowerCase())).toEqual([
    byline.includes('Anna') ? 'anna da silva' : byline.includes('Sonia') ? 'sonia peronaci' : 'ann smith',
  ]);
});

test.each(['By popular demand', 'By Popular Demand', 'Di stagione', 'Ricetta di Natale', 'Von Herzen', 'By the Sea'])(
  'a line that is no byline describes the recipe: %s',
  async (line) => {
    const { description } = await shown(`Pea soup\n${line}\nIngredients\n500 g peas\n1 onion\nMethod\nBoil it.\n`);
    expect(description).toBe(line);
  },
);

test.each([
  ['Für 12 Stück', 12, ''],
  ['Pro 4 osoby', 4, ''],
  ['За 20 минут', 1, 'За 20 минут'],
])('a yield above the ingredients is read in the words of every language: %s', async (line, count, described) => {
  const { serving, description } = await shown(`Soup\n${line}\nIngredients\n2 eggs\n1 onion\nMethod\nFry the eggs.`);
  expect([serving, description]).toEqual([count, described]);
});
