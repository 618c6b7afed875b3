/** Removes what a suspended remote account left here. */
import { removeSuspended as remove } from '../../src/domain/moderation/remove-suspended.ts';
import type { Handlers } from '../handler.ts';
import { sliceEnd } from '../slices.ts';

export const removeSuspended: Handlers['remove-suspended'] = ({ accountId }) => remove(accountId, sliceEnd());
