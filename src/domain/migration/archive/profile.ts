/** Defines and restores the profile in an archive. */
import { z } from 'zod';
import { boundedText, languageTag } from '../../../recipe-import/bounded-text.ts';
import { getAccount } from '../../accounts/account.ts';
import { updateProfile } from '../../accounts/profile.ts';
import { addAvatar } from '../../media/upload.ts';

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
});
export type Profile = z.output<typeof profile>;

/** Restores the profile only if the account has no summary yet, and the avatar only if it has none. */
export async function restoreProfile(
  accountId: number,
  archived: Profile,
  readFile: (name: string) => Promise<Buffer | null>,
): Promise<void> {
  const { summary, avatarKey } = await getAccount(accountId);
  const { name, locale, locked, discoverable, indexable, recipesAsArticles, quotePolicy, avatar } = archived;
  if (summary === '')
    await updateProfile(accountId, {
      ...{ ...(name && { name }), summary: archived.summary, discoverable, indexable, recipesAsArticles },
      ...(quotePolicy && { quotePolicy }),
      ...(locale !== 'und' && { locale }),
      // Only the member may unlock the account.
      ...(locked && { locked }),
    });
  const picture = avatar && avatarKey === null ? await readFile(avatar.file) : null;
  if (avatar && picture)
    await addAvatar(accountId, { file: picture, description: avatar.description }, false);
}
