/** Real pages that show groups of ingredients, with how many. The structured data of none of them has groups. */
export const groupedPages: Record<string, number> = {
  'baking-sense.com': 2,
  'garnishandglaze.com': 2,
  'kochbar.de': 5,
  'mob.co.uk': 2,
};
