/** Lists the pages of recipes, cooked items and posts. */
import { joinPages } from '../components/page-handler.tsx';
import { cookMode } from './cook-mode.tsx';
import { cookedItem } from './cooked-item.tsx';
import { privateNoteForm, recipe } from './recipe.tsx';
import { recipeFiles } from './recipe-files.ts';
import { recipeForks } from './recipe-forks.tsx';
import { recipeHistory } from './recipe-history.tsx';
import { reviews } from './reviews.tsx';
import { sharePictures } from './share-picture.tsx';
import { status } from './status.tsx';
import { units } from './units.ts';

export const items = joinPages(
  privateNoteForm,
  units,
  sharePictures,
  recipeFiles,
  recipe,
  reviews,
  recipeHistory,
  recipeForks,
  cookMode,
  cookedItem,
  status,
);
