/** Takes the items of suspended accounts out of the counters of other items, and puts those of restored ones back. */
import { applySuspensions as apply } from '../../src/domain/accounts/suspensions.ts';
import type { Handlers } from '../handler.ts';
import { inSlices } from '../slices.ts';

export const applySuspensions: Handlers['apply-suspensions'] = () => inSlices(apply);
