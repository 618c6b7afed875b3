/** Phrases in ingredient lists that are neither an amount nor a name. */
import { lazy } from '../lib/lazy.ts';
import { anyOf, listWords } from './words.ts';

/** "to taste" and similar phrases. */
export const toTastePattern = lazy(
  () => new RegExp(`(?:^|[\\s,(])((?:(?:or|oder|ou|o) )?(?:${anyOf('to-taste')}))(?=$|[\\s,).])`, 'iu'),
);

/** A mark of an ingredient that may be left out: inside a name, before it, or a whole note. */
export const optionalPatterns = lazy(() => {
  const words = anyOf('optional');
  return {
    inside: new RegExp(`(?:^|[\\s,(;])(?:${words})(?=$|[\\s,);:.])`, 'iu'),
    prefix: new RegExp(`^(?:\\((?:${words})\\)|(?:${words}))\\s?[:;,–-]?\\s+(?=\\S)`, 'iu'),
    whole: new RegExp(`^(?:${words}|if desired|if using|if needed)[.]?$`, 'iu'),
  };
});

/** "To serve: lots of tofu": the use before the name. */
export const USE_PREFIX = new RegExp(
  `^(${[
    '(?:to|for) (?:serve|serving|garnish|finish|garnishing)',
    '(?:for|für|pour|para|per|voor|till|til|do|na|pro|для|за|για) ' +
      '(?:(?:the|die|den|das|la|le|les|el|los|las|il|lo|i|de|het|a|o) )?\\p{L}{3,20}',
    'optional|garnish|zum servieren|om te serveren',
  ].join('|')})\\s?:\\s+(?=\\S)`,
  'iu',
);

/** "About 3 cups": the amount is approximate. A number must follow. */
export const aboutPattern = lazy(
  () => new RegExp(`^(?:an? )?(${anyOf('about')})(?:(?<=[약約约])|(?!\\p{L}))\\s?(?=\\S)`, 'iu'),
);

/** Indefinite amounts. */
export const somePattern = lazy(() => {
  const unspaced = /^[\p{Script=Han}\p{Script=Hangul}]/u;
  const words = anyOf('some', ({ word }) => !unspaced.test(word));
  return new RegExp(`^(${words})\\s(?=\\S)|^(${anyOf('some', ({ word }) => unspaced.test(word))})\\s?(?=\\S)`, 'iu');
});

/** "A few drops" behind a name: "香油 几滴". */
export const FEW_SUFFIX = /(?<=\S)\s((?:几|幾|数|數|몇)\s?\p{L}{1,3})$/u;

/** The same behind a name, in scripts without spaces. */
export const someAfterNamePattern = lazy(() => new RegExp(`(?<=\\p{L}\\p{M}?)(${anyOf('some-after-name')})$`, 'u'));

const OF = 'of|من|של|de|di|do|da|du|des|del|della|dello|delle|degli|dei|von|vom|van|af|av';
/** Joins a measure to its food: "2 cups of milk", "gousses d'ail". */
export const JOINT = new RegExp(`^(?:${OF})\\s+(?=\\S)|^(?:d|dell|all)['’]\\s?(?=\\S)`, 'i');

const adjectives = lazy(() => new Set(listWords('adjective').map(({ word }) => word)));

/** True for adjectives, after which a comma does not start a note: "red, white and pink sprinkles". */
export const isAdjective = (word: string): boolean => adjectives().has(word);

const sizes = lazy(() => new Set(listWords('size').map(({ word }) => word)));

/** True for words before a unit that describe how full or how big the measure is: "gehäufter TL". */
export const isSize = (word: string): boolean => sizes().has(word.toLowerCase());

/** "Flour plus more for dusting". */
export const PLUS_MORE = /\s((?:plus|and|\+) (?:more|extra|additional|some)(?=\s|$).*)$/iu;
