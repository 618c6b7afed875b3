/** Removes the name of the site from the title of a recipe. */

const TAIL = /^(.{2,200}?)\s{1,3}(?:[-–—|•·»~:]{1,2}|recipe (?:by|from|on|at|[-–—|]))\s{1,3}(.{2,80})$/iu;

/** "Pea soup recipe | Green Kitchen" of the site "Green Kitchen" is "Pea soup". Other tails are kept. */
export function withoutSiteName(title: string, siteNames: (string | null)[]): string {
  const sites = siteNames.map((name) => keyOf(name ?? '')).filter((key) => key.length >= 3);
  let name = title;

  for (let pass = 0; pass < 3; pass += 1) {
    const [, head, tail] = TAIL.exec(name) ?? [];
    if (head === undefined || !sites.some((site) => isSite(keyOf(tail!), site))) return name;
    name = head.replace(/[\s|–—-]+$/, '');
  }
  return name;
}

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

function keyOf(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFD')
    .replace(/\b(?:recipes?|rezepte?|recettes?|recetas?|ricette|the|com)\b/g, '')
    .replace(/[^\p{L}\p{N}]/gu, '');
}
