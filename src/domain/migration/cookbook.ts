/** Writes all recipes of a member as an EPUB 3 cookbook (w3.org/TR/epub-33). */
import { randomUUID } from 'node:crypto';
import type { ZipWriter } from '../../lib/archive/zip.ts';
import { escapeHtml } from '../../lib/html/html.ts';
import { directionOf, writingDirection } from '../../lib/language/languages.ts';
import { reader } from '../../lib/language/reader.ts';
import { t } from '../../lib/language/text.ts';
import { canonicalFood } from '../../recipe-import/foods/foods.ts';
import { type Account, getAccount } from '../accounts/account.ts';
import type { Ingredient, Recipe, Step } from '../items/eventable.ts';
import { durationIn, formatIngredient, groupIngredients, servingsIn, wordsFor } from '../recipes/text.ts';
import { writePicture } from './archive/write.ts';
import { iterateRecipes, type LibraryProgress } from './library.ts';

/** Remembers of each recipe only its name and the words of the index. */
interface Book {
  title: string;
  author: string;
  language: string;
  chapters: { id: number; name: string }[];
  pictures: string[];
  ingredients: Map<string, IndexEntry>;
  tags: Map<string, IndexEntry>;
}

interface IndexEntry {
  /** As a reader sees it. */
  word: string;
  recipeIds: number[];
}

export async function writeCookbook(
  accountId: number,
  zip: ZipWriter,
  report: (progress: LibraryProgress) => Promise<void> = async () => {},
): Promise<void> {
  const account = await getAccount(accountId);
  const book = newBook(account);
  zip.addBare('mimetype', Buffer.from('application/epub+zip'));
  await zip.add('META-INF/container.xml', [Buffer.from(container)]);
  await zip.add('book/style.css', [Buffer.from(style)]);
  let recipes = 0;
  for await (const recipe of iterateRecipes(accountId, ['published'])) {
    const pictures: Picture[] = [];
    for (const { key, description } of recipe.media) {
      const file = `images/${key}.webp`;
      if (!(await writePicture(key, zip, { name: `book/${file}`, size: 'medium' }))) continue;
      pictures.push({ file, description });
      book.pictures.push(key);
    }
    await zip.add(`book/${fileOf(recipe.id)}`, [Buffer.from(chapterOf(recipe, pictures))]);
    book.chapters.push({ id: recipe.id, name: recipe.name });
    addToIndex(book, recipe);
    recipes += 1;
    await report({ recipes });
  }
  const { compare } = new Intl.Collator(book.language, { numeric: true });
  book.chapters.sort((one, other) => compare(one.name, other.name));
  await zip.add('book/title.xhtml', [Buffer.from(titlePage(book))]);
  await zip.add('book/nav.xhtml', contentsOf(book));
  await zip.add('book/index.xhtml', indexOf(book));
  await zip.add('book/package.opf', packageOf(book));
}

function newBook(account: Account): Book {
  const author = account.name || account.username;
  return {
    title: t('cookbook.title', { name: author }),
    author,
    language: reader().language,
    chapters: [],
    pictures: [],
    ingredients: new Map(),
    tags: new Map(),
  };
}

const fileOf = (recipeId: number) => `recipe-${recipeId}.xhtml`;

// Writes XHTML

/** XML has no other control characters than tab and line breaks. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: those are what XML forbids
const FORBIDDEN = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g;

const text = (value: string): string => escapeHtml(value.toWellFormed().replace(FORBIDDEN, ''));

/** The HTML of posts is well-formed except for its only void element. */
const xhtml = (html: string): string => html.toWellFormed().replace(FORBIDDEN, '').replaceAll('<br>', '<br/>');

function page(title: string, language: string, body: string): string {
  return `${pageStart(title, language)}${body}${pageEnd}`;
}

function pageStart(title: string, language: string): string {
  const direction = writingDirection(language) === 'rtl' ? ' dir="rtl"' : '';
  const tag = text(language);
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE html>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" \
lang="${tag}" xml:lang="${tag}"${direction}>
<head><title>${text(title)}</title><link rel="stylesheet" type="text/css" href="style.css"/></head>
<body>
`;
}

const pageEnd = '\n</body>\n</html>\n';

interface Picture {
  /** The name of its file, as seen from the chapter. */
  file: string;
  description: string;
}

function chapterOf(recipe: Recipe, pictures: Picture[]): string {
  const { name, locale, contentHtml, ingredients, steps, tags } = recipe;
  const language = locale === 'und' ? reader().language : locale;
  return page(
    name,
    language,
    [
      `<section epub:type="chapter"><h1>${text(name)}</h1>`,
      `<p class="facts">${text(factsOf(recipe))}</p>`,
      ...pictures.map(({ file, description }) => `<p><img src="${text(file)}" alt="${text(description)}"/></p>`),
      xhtml(contentHtml),
      ingredients.length > 0 ? `<h2>${text(t('difference.ingredients'))}</h2>` : '',
      ...groupIngredients(ingredients).map((group) => groupOf(group, locale)),
      steps.length > 0 ? `<h2>${text(t('difference.method'))}</h2><ol>` : '',
      ...steps.map((step) => stepOf(step, recipe)),
      steps.length > 0 ? '</ol>' : '',
      sourceOf(recipe),
      tags.length > 0 ? `<p class="tags">${text(tags.join(' · '))}</p>` : '',
      '</section>',
    ]
      .filter(Boolean)
      .join('\n'),
  );
}

function factsOf({ serving, servingType, prepTime, cookTime, details, locale }: Recipe): string {
  const words = wordsFor(locale);
  const times: [string, number | null][] = [
    [words.preparation, prepTime],
    [words.cooking, cookTime],
    [words.resting, details.restTime],
    [words.total, details.totalTime],
  ];
  const stated = times.flatMap(([word, seconds]) =>
    seconds === null ? [] : [`${word} ${durationIn(locale, seconds)}`],
  );
  return [servingsIn(locale, serving, servingType), ...stated].join(' · ');
}

function groupOf(ingredients: Ingredient[], locale: string): string {
  const { optional } = wordsFor(locale);
  const heading = ingredients[0]?.group;
  const lines = ingredients.map((each) => `<li>${text(each.originalText ?? formatIngredient(each, optional))}</li>`);
  return `${heading ? `<h3>${text(heading)}</h3>` : ''}<ul>${lines.join('')}</ul>`;
}

function stepOf({ name, contentHtml, duration, links }: Step, { account, locale }: Recipe): string {
  const time = duration === null ? '' : `<p class="facts">${text(durationIn(locale, duration))}</p>`;
  const linked = links.flatMap((link) => {
    const isInBook = link.type === 'recipe' && link.id !== null && link.accountId === account.id;
    const href = isInBook ? fileOf(link.id!) : (link.url ?? link.iri);
    return href === null ? [] : [`<p>→ <a href="${text(href)}">${text(link.name || href)}</a></p>`];
  });
  return `<li>${name === '' ? '' : `<h3>${text(name)}</h3>`}${xhtml(contentHtml)}${time}${linked.join('')}</li>`;
}

function sourceOf({ sourceUrl, details: { credit }, locale }: Recipe): string {
  const named = [credit?.name, credit?.site].filter(Boolean).join(', ');
  if (!named && sourceUrl === null) return '';
  const shown = text(named || sourceUrl!);
  const linked = sourceUrl === null ? shown : `<a href="${text(sourceUrl)}">${shown}</a>`;
  return `<p class="source">${text(wordsFor(locale).source)}: ${linked}</p>`;
}

const titlePage = ({ title, author, language }: Book): string =>
  page(
    title,
    language,
    `<section epub:type="titlepage" class="title"><h1>${text(title)}</h1><p>${text(author)}</p></section>`,
  );

// Writes the table of contents and the index

async function* contentsOf({ title, language, chapters }: Book): AsyncGenerator<Buffer> {
  yield Buffer.from(pageStart(title, language));
  yield Buffer.from(`<nav epub:type="toc" id="toc"><h1>${text(t('cookbook.contents'))}</h1><ol>\n`);
  for (const { id, name } of chapters)
    yield Buffer.from(`<li><a href="${fileOf(id)}">${text(name.trim() || '—')}</a></li>\n`);
  yield Buffer.from(`<li><a href="index.xhtml">${text(t('cookbook.index'))}</a></li>\n</ol></nav>`);
  yield Buffer.from(pageEnd);
}

function addToIndex({ ingredients, tags }: Book, recipe: Recipe): void {
  for (const { name } of recipe.ingredients)
    add(ingredients, canonicalFood(name, recipe.locale).key, name.toLowerCase(), recipe.id);
  for (const tag of recipe.tags) add(tags, tag.toLowerCase(), tag, recipe.id);
}

/** Of several words for the same thing the shortest names it. */
function add(index: Map<string, IndexEntry>, key: string, word: string, recipeId: number): void {
  const entry = index.get(key);
  if (!entry) {
    index.set(key, { word, recipeIds: [recipeId] });
    return;
  }
  if (word.length < entry.word.length) entry.word = word;
  if (entry.recipeIds.at(-1) !== recipeId) entry.recipeIds.push(recipeId);
}

async function* indexOf({ language, chapters, ingredients, tags }: Book): AsyncGenerator<Buffer> {
  const names = new Map(chapters.map(({ id, name }) => [id, name]));
  const { compare } = new Intl.Collator(language);
  yield Buffer.from(pageStart(t('cookbook.index'), language));
  yield Buffer.from(`<section epub:type="index"><h1>${text(t('cookbook.index'))}</h1>\n`);
  for (const [heading, index] of [
    [t('difference.ingredients'), ingredients],
    [t('cookbook.tags'), tags],
  ] as const) {
    if (index.size === 0) continue;
    yield Buffer.from(`<h2>${text(heading)}</h2>\n<ul class="index">\n`);
    for (const { word, recipeIds } of [...index.values()].sort((one, other) => compare(one.word, other.word))) {
      const links = recipeIds.map((id) => `<a href="${fileOf(id)}">${text(names.get(id) ?? '')}</a>`);
      yield Buffer.from(`<li>${text(word)}: ${links.join(', ')}</li>\n`);
    }
    yield Buffer.from('</ul>\n');
  }
  yield Buffer.from(`</section>${pageEnd}`);
}

// Writes the package, which names every file of the book

async function* packageOf({ title, author, language, chapters, pictures }: Book): AsyncGenerator<Buffer> {
  const modified = `${new Date().toISOString().slice(0, 19)}Z`;
  const direction = directionOf(reader().language);
  yield Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>
<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id" xml:lang="${text(language)}">
<metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
<dc:identifier id="id">urn:uuid:${randomUUID()}</dc:identifier>
<dc:title>${text(title)}</dc:title>
<dc:language>${text(language)}</dc:language>
<dc:creator>${text(author)}</dc:creator>
<meta property="dcterms:modified">${modified}</meta>
</metadata>
<manifest>
<item id="style" href="style.css" media-type="text/css"/>
<item id="title" href="title.xhtml" media-type="application/xhtml+xml"/>
<item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>
<item id="index" href="index.xhtml" media-type="application/xhtml+xml"/>
`);
  for (const { id } of chapters)
    yield Buffer.from(`<item id="recipe-${id}" href="${fileOf(id)}" media-type="application/xhtml+xml"/>\n`);
  for (const key of pictures)
    yield Buffer.from(`<item id="picture-${text(key)}" href="images/${text(key)}.webp" media-type="image/webp"/>\n`);
  yield Buffer.from(`</manifest>
<spine page-progression-direction="${direction}">
<itemref idref="title"/>
<itemref idref="nav"/>
`);
  for (const { id } of chapters) yield Buffer.from(`<itemref idref="recipe-${id}"/>\n`);
  yield Buffer.from('<itemref idref="index"/>\n</spine>\n</package>\n');
}

const container = `<?xml version="1.0" encoding="UTF-8"?>
<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">
<rootfiles><rootfile full-path="book/package.opf" media-type="application/oebps-package+xml"/></rootfiles>
</container>
`;

const style = `body { font-family: serif; line-height: 1.4; margin: 1em; }
h1 { font-size: 1.6em; }
h2 { font-size: 1.2em; margin-top: 1.2em; }
h3 { font-size: 1em; }
h1, h2, h3 { page-break-after: avoid; break-after: avoid; }
img { max-width: 100%; max-height: 45vh; }
li { page-break-inside: avoid; break-inside: avoid; }
section { page-break-before: always; break-before: page; }
.title { text-align: center; padding-top: 30%; }
.facts, .source, .tags { font-size: 0.9em; font-style: italic; }
.index { list-style: none; padding: 0; }
`;
