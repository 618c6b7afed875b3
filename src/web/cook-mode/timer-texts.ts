/** Returns the texts that the script of cook mode shows. The script fills in the words in braces. */
import { t } from '../../lib/language/text.ts';

export const timerTexts = () => ({
  start: t('cook.timer-start', { time: '{time}' }),
  stop: t('cook.timer-stop', { left: '{left}', time: '{time}' }),
  over: t('cook.timer-over', { time: '{time}' }),
  up: t('cook.time-is-up'),
  step: t('cook.timer-step', { step: '{step}', left: '{left}' }),
  awake: t('cook.awake'),
});
