/** Removes the name of the site from the title of a recipe. */

const TAIL = /^(.{2,200}?)\s{1,3}(?:[-–—|•·»~:]{1,2}|recipe (?:by|from|on|at|[-–—|]))\s{1,3}(.{2,80})$/iu;

/** "Pea soup recipe | Green Kitchen" of the site "Green Kitchen" is "Pea soup". Other tails are kept. */
export function withoutSiteName(title: string, siteNames: (string | null)[]): string {
  const sites = siteNames.map((name) => keyOf(name ?? '')).filter((key) => key.length >= 3);
  let name = title;

  for (let pass = 0; pass < 3; pass += 1) {
    const [, head, tail] = TAIL.exec(name) ?? [];
    // "Green Kitchen: Pea soup"
    const first = /^(.{3,60}?)\s?[:|–—»-]\s{1,3}(?=\S)/.exec(name);
    if (first && sites.includes(keyOf(first[1]!))) {
      name = name.slice(first[0].length);
      continue;
    }
    const key = tail === undefined ? '' : keyOf(tail);
    // A tail of the word "recipe" alone has no key.
    if (head === undefined || ((key !== '' || !/\p{L}/u.test(tail!)) && !sites.some((site) => isSite(key, site))))
      return name;
    name = head.replace(/[\s|–—-]+$/, '');
  }
  return name;
}

/** "Recipe: Pea soup" is "Pea soup". */
export const withoutRecipeWord = (title: string): string => {
  const name = title.replace(/^\p{L}{3,12}\s?[:：|–-]\s{0,3}/u, (start) => (keyOf(start) === '' ? '' : start));
  return name === '' ? title : name;
};

/** Returns the part of a host that names the site: `greenkitchen` of `www.greenkitchen.co.uk`. */
export function siteOfUrl(url: string | null): string | null {
  const labels =
    (url &&
      URL.parse(url)
        ?.hostname.replace(/^www\./, '')
        .split('.')) ||
    [];
  return labels[0] || null;
}

const isSite = (tail: string, site: string) =>
  tail === site || (tail.startsWith(site) && tail.length <= site.length + 12);

/** Words of titles that name no site. */
const COMMON = new Set(
  [
    'the com recipe recipes rezept rezepte recette recettes receta recetas ricetta ricette receita receitas recept recepten',
    'recepty przepis przepisy opskrift opskrifter oppskrift oppskrifter resep tarif tarifi tarifler рецепт рецепты рецепти',
    'レシピ 레시피 菜谱 食谱 做法 وصفة وصفات מתכון מתכונים',
  ]
    .join(' ')
    .normalize('NFD')
    .split(' '),
);

const keyOf = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFD')
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => !COMMON.has(word))
    .join('')
    .replace(/\p{M}/gu, '');
