/** Who and what the walk over the pages meets. */
import type { ApiClient } from '../../support/api-client.ts';
import type { Instance } from '../../support/instance.ts';
import type { Browsing } from './browsing.ts';

export interface World {
  /** Where Ann cooks; started in an empty folder. */
  alpha: Instance;
  /** Another server, with Bo and with Mallory. */
  beta: Instance;
  /** Ann's browser; she is the administrator. */
  ann: Browsing;
  /** Somebody who is not logged in. */
  guest: Browsing;
  bo: ApiClient;
  mallory: ApiClient;
  /** Path of Ann's recipe. */
  recipe: string;
}

export interface Step {
  /** A sentence. */
  name: string;
  run(world: World): Promise<void>;
}

export const password = 'a long spoon for the pot';
