/** Texts for each registration mode, in the language of the reader. */
import { t } from '../../lib/language/text.ts';

/** Link to the sign-up form. */
export const registrationLinkText = {
  get approval() {
    return t('instance.link-approval');
  },
  get open() {
    return t('instance.link-open');
  },
};

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
