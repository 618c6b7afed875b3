/** Writes sizes for people. */
import { t } from '../../lib/language/text.ts';

const [mebi, gibi] = [2 ** 20, 2 ** 30];

export const byteSize = (bytes: number): string =>
  bytes < gibi ? t('common.mebibytes', { size: bytes / mebi }) : t('common.gibibytes', { size: bytes / gibi });
