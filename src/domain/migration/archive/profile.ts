/** Restores the profile of an archive. */
import { getAccount } from '../../accounts/account.ts';
import { updateProfile } from '../../accounts/profile.ts';
import { addProfilePicture, type Upload } from '../../media/upload.ts';
import type { Profile } from './profile-layout.ts';

/** Restores the profile only if the account has no summary yet, and each picture only if it has none. */
export async function restoreProfile(
  accountId: number,
  archived: Profile,
  readPicture: (name: string) => Promise<Upload['file'] | null>,
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
  const picture = avatar && avatarKey === null ? await readPicture(avatar.file) : null;
  if (avatar && picture) {
    const upload = { file: picture, description: avatar.description };
    await addProfilePicture(accountId, 'avatar', upload, false);
  }
  const wide = header && headerKey === null ? await readPicture(header.file) : null;
  if (wide) await addProfilePicture(accountId, 'header', { file: wide, description: '' }, false);
}
