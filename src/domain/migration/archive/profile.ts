/** Defines and restores the profile in an archive. */
import { z } from 'zod';
import { boundedText, languageTag } from '../../../recipe-import/bounded-text.ts';
import { getAccount } from '../../accounts/account.ts';
import { updateProfile } from '../../accounts/profile.ts';
import { addProfilePicture } from '../../media/upload.ts';

export const profile = z.object({
  name: boundedText(100),
  /** Markdown. */
  summary: boundedText(5_000),
  locale: languageTag,
  locked: z.boolean(),
  discoverable: z.boolean(),
  indexable: z.boolean(),
  recipesAsArticles: z.boolean(),
  quotePolicy: z.enum(['everyone', 'followers', 'nobody']).optional(),
  /** Informational: aliases must be set again after the import. */
  alsoKnownAs: z.array(z.url()).max(100),
  avatar: z.object({ file: boundedText(200), description: boundedText(1_500) }).nullable(),
  header: z.object({ file: boundedText(200) }).nullish(),
});
export type Profile = z.output<typeof profile>;

/** Restores the profile only if the account has no summary yet, and each picture only if it has none. */
export async function restoreProfile(
  accountId: number,
  archived: Profile,
  readFile: (name: string) => Promise<Buffer | null>,
): Promise<void> {
  const { summary, avatarKey, headerKey } = await getAccount(accountId);
  const { name, locale, locked, discoverable, indexable, recipesAsArticles, quotePolicy } = archived;
  const { avatar, header } = archived;
  if (summary === '')
    await updateProfile(accountId, {
      ...{ ...(name && { name }), summary: archived.summary, discoverable, indexable, recipesAsArticles },
      ...(quotePolicy && { quotePolicy }),
      ...(locale !== 'und' && { locale }),
      // Only the member may unlock the account.
      ...(locked && { locked }),
    });
  const picture = avatar && avatarKey === null ? await readFile(avatar.file) : null;
  if (avatar && picture) {
    const upload = { file: picture, description: avatar.description };
    await addProfilePicture(accountId, 'avatar', upload, false);
  }
  const wide = header && headerKey === null ? await readFile(header.file) : null;
  if (wide) await addProfilePicture(accountId, 'header', { file: wide, description: '' }, false);
}
