/** Makes recipes with the skew of real ones: few ingredients, words and authors are in most of them. */

const common =
  'salt,onion,garlic,butter,olive oil,sugar,egg,flour,water,black pepper,milk,lemon,tomato,carrot,parsley,potato,cream,chicken,cheese,rice,celery,vanilla,thyme,ginger,bay leaf,cinnamon,honey,yeast,leek,basil,mushroom,spinach,cumin,paprika,soy sauce,vinegar,mustard,oregano,bacon,white wine,parmesan,zucchini,bell pepper,chickpea,lentil,apple,almond,chocolate,coconut milk,salmon,beef,pork,oats,yogurt,cabbage,pumpkin,eggplant,coriander,dill,walnut'.split(
    ',',
  );
const syllables = 'ba,ce,di,fo,gu,ha,ki,lo,ma,ne,pi,ro,su,ta,ve,wo,xi,yu,za,bri,cla,dro,fle,gri'.split(',');
const dishes = 'soup,salad,pie,bread,stew,cake,curry,gratin,pasta,risotto,tart,roast'.split(',');
const manners = 'roasted,slow,quick,creamy,spicy,baked,fresh,rustic,simple,grilled'.split(',');
const categories = 'dinner,dessert,starter,breakfast,side dish,snack,drink,sauce'.split(',');
const cuisines = 'italian,french,indian,german,mexican,thai,greek,japanese,polish,turkish'.split(',');
const diets = ['VegetarianDiet', 'VeganDiet', 'GlutenFreeDiet', 'LowLactoseDiet'];

/** A generator of numbers from 0 to 1 with a fixed seed (mulberry32). */
export function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const wordAt = (place: number): string =>
  [place % 24, Math.floor(place / 24) % 24, Math.floor(place / 576) % 24].map((at) => syllables[at]).join('');

const ingredientAt = (place: number): string => common[place] ?? `${wordAt(place * 7)} root`;

/** Picks a place so that the first ones are the most frequent (Zipf's law). */
const zipf = (random: () => number, size: number): number => Math.floor(size ** random()) - 1;

export function makeRecipe(random: () => number, authors: number) {
  const pick = <Value>(from: Value[]): Value => from[Math.floor(random() * from.length)]!;
  const ingredients = [...new Set(Array.from({ length: 5 + Math.floor(random() * 10) }, () => zipf(random, 1_200)))];
  const names = ingredients.map(ingredientAt);
  return {
    author: zipf(random, authors),
    name: `${pick(manners)} ${pick(names)} ${pick(dishes)}`,
    content: Array.from({ length: 30 }, () => wordAt(zipf(random, 8_000))).join(' '),
    locale: ['en', 'en', 'en', 'de', 'fr', 'und'][Math.floor(random() * 6)]!,
    visibility: random() < 0.9 ? 'public' : random() < 0.5 ? 'unlisted' : 'private',
    seconds: 60 * Math.round(5 + 240 * random() ** 3),
    cooked: random() < 0.85 ? 0 : Math.floor(1 / (1 - random()) ** 1.2),
    tags: [...new Set(Array.from({ length: 3 }, () => wordAt(zipf(random, 400))))],
    category: [pick(categories)],
    cuisine: random() < 0.5 ? [pick(cuisines)] : [],
    diet: random() < 0.3 ? [pick(diets)] : [],
    photo: random() < 0.6,
    ingredients: names,
  };
}

/** Searches as people type them: mostly a word or two, some filters, frequent and rare words alike. */
export function makeSearch(random: () => number): string {
  const ingredient = () => ingredientAt(zipf(random, 300));
  const query = new URLSearchParams();
  const kind = random();
  if (kind < 0.4) query.set('q', `${ingredient()} ${dishes[Math.floor(random() * dishes.length)]}`);
  else if (kind < 0.55) query.set('q', ingredient());
  else if (kind < 0.8) for (const name of new Set([ingredient(), ingredient()])) query.append('ingredient', name);
  else if (kind < 0.9) query.set('tag', wordAt(zipf(random, 400)));
  if (random() < 0.2) query.set('max_time', '30');
  if (random() < 0.1) query.set('without', ingredient());
  if (random() < 0.1) query.set('diet', 'VegetarianDiet');
  if (random() < 0.3) query.set('sort', random() < 0.5 ? 'newest' : 'cooked');
  return query.toString();
}

const withDish = (random: () => number, change: (word: string, at: number) => string): string => {
  const word = ingredientAt(zipf(random, 300)).split(' ').at(-1)!;
  const changed = change(word, 1 + Math.floor(random() * Math.max(1, word.length - 2)));
  return new URLSearchParams({ q: `${dishes[Math.floor(random() * dishes.length)]} ${changed}` }).toString();
};

/** Searches that end with half a word. */
export const makeHalfSearch = (random: () => number): string =>
  withDish(random, (word, at) => word.slice(0, Math.max(3, at)));

/** Searches with two letters swapped. */
export const makeMisspelledSearch = (random: () => number): string =>
  withDish(random, (word, at) => word.slice(0, at) + (word[at + 1] ?? '') + word[at] + word.slice(at + 2));

/** Two to six ingredients at hand, frequent and rare ones. */
export function makeAtHandSearch(random: () => number): string {
  const names = Array.from({ length: 2 + Math.floor(random() * 5) }, () => ingredientAt(zipf(random, 300)));
  return new URLSearchParams({ at_hand: [...new Set(names)].join(',') }).toString();
}
