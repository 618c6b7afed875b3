/** Checks a recipe's JSON-LD against what Google requires and recommends. */

type Json = Record<string, unknown>;

const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';
const isUrl = (value: unknown) => isText(value) && /^https?:\/\//.test(value) && URL.canParse(value);
const isDuration = (value: unknown) => isText(value) && /^P(?:\d+D)?(?:T(?:\d+H)?(?:\d+M)?(?:\d+S)?)?$/.test(value);
const isDate = (value: unknown) => isText(value) && !Number.isNaN(Date.parse(value));
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null;

/** Lists problems; `recipe` is the parsed script element. */
export function faultsOf(recipe: Json): string[] {
  const faults: string[] = [];
  const check = (holds: boolean, fault: string) => {
    if (!holds) faults.push(fault);
  };
  const given = (key: string, holds: (value: unknown) => boolean) =>
    check(recipe[key] === undefined || holds(recipe[key]), `${key} is wrong: ${JSON.stringify(recipe[key])}`);

  check(recipe['@context'] === 'https://schema.org', 'wrong context');
  check(recipe['@type'] === 'Recipe', 'wrong type');
  check(isText(recipe.name), 'name is required');
  const images = Array.isArray(recipe.image) ? recipe.image : [recipe.image];
  check(images.length > 0 && images.every(isUrl), 'image is required');

  const { author } = recipe;
  check(isObject(author) && author['@type'] === 'Person' && isText(author.name) && isUrl(author.url), 'author');
  check(isDate(recipe.datePublished), 'datePublished');
  given('description', isText);
  for (const key of ['prepTime', 'cookTime', 'totalTime']) given(key, isDuration);
  check((recipe.prepTime === undefined) === (recipe.cookTime === undefined), 'prepTime and cookTime belong together');
  check(isText(recipe.recipeYield) && /^[1-9]/.test(recipe.recipeYield), 'recipeYield begins with a number');
  given('keywords', isText);
  const ingredients = recipe.recipeIngredient;
  check(Array.isArray(ingredients) && ingredients.length > 0 && ingredients.every(isText), 'recipeIngredient');
  check(Array.isArray(recipe.recipeInstructions), 'recipeInstructions');
  for (const step of (recipe.recipeInstructions as Json[] | undefined) ?? []) {
    check(step['@type'] === 'HowToStep' && isText(step.text), 'a step without text');
    check(!/<\w+[^>]*>/.test(String(step.text)), 'a step with markup');
    check(isUrl(step.url), 'a step without a place');
    check(step.name === undefined || (isText(step.name) && !/^step \d+:?$/i.test(step.name)), 'a step’s name');
  }
  check(
    Object.values(recipe).every((value) => value !== null && value !== ''),
    'empty values',
  );
  return faults;
}
