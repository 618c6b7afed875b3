/** All fault trials. */
import { crowds } from './crowds.ts';
import { outages } from './outages.ts';
import { starts } from './starts.ts';
import { storms } from './storms.ts';
import type { Trial } from './trial.ts';


export const trials: Trial[] = [...storms, ...crowds, ...outages, ...starts];
