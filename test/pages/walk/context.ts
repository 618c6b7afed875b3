/** The servers, browsers and items of the walk. */
import type { ApiClient } from '../../support/api-client.ts';
import type { Instance } from '../../support/instance.ts';
import type { BrowserUser } from './browser-user.ts';

export interface WalkContext {
  /** Ann's server, started in an empty folder. */
  alpha: Instance;
  /** Another server, with Bo and Mallory. */
  beta: Instance;
  /** Ann's browser; she is the administrator. */
  ann: BrowserUser;
  /** The name of the member in Ann's browser. */
  me: string;
  /** An anonymous browser. */
  guest: BrowserUser;
  bo: ApiClient;
  mallory: ApiClient;
  /** Where Ann's server writes its e-mails. */
  mailFolder: string;
  /** For clients of the API, by the name of the account. */
  tokens: Map<string, string>;
  /** Path of Ann's recipe. */
  recipe: string;
  /** The same servers with browsers that run no scripts, where Ida is in Ann's place. */
  plain?: WalkContext;
}

export interface Step {
  /** A sentence that names the step. */
  name: string;
  /** True if the step runs once more in browsers without scripts. */
  isRepeated?: boolean;
  /** True if only the full form takes it. No other step needs what it leaves. */
  isLong?: boolean;
  run(context: WalkContext): Promise<void>;
}

export const password = 'a long spoon for the pot';
