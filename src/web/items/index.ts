/** Lists the pages of recipes, cooked items and posts. */
import { joinPages } from '../components/page-handler.tsx';
import { cookMode } from './cook-mode.tsx';
import { cookedItem } from './cooked-item.tsx';
import { recipe } from './recipe.tsx';
import { recipeFiles } from './recipe-files.tsx';
import { recipeVersions } from './recipe-versions.tsx';
import { reviews } from './reviews.tsx';
import { status } from './status.tsx';

export const itemPages = joinPages(recipeFiles, recipe, reviews, recipeVersions, cookMode, cookedItem, status);
