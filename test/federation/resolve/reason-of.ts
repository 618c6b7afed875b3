/** Why something could not be looked up. */
import { failureOf } from '../../../src/federation/resolve/fetch.ts';

export const reasonOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'none',
    (error) => failureOf(error) ?? String(error),
  );
