/** Texts for each registration mode, in the language of the reader. */
import { t } from '../../lib/language/text.ts';

export const registrationText = {
  get closed() {
    return t('instance.registration-closed');
  },
  get approval() {
    return t('instance.registration-approval');
  },
  get open() {
    return t('instance.registration-open');
  },
};
