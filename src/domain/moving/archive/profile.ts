/** What an account says of itself, in an archive and back. */
import { z } from 'zod';
import { getAccount } from '../../accounts/account.ts';
import { updateProfile } from '../../accounts/profile.ts';
import { addAvatar } from '../../media/upload.ts';
import { boundedText, languageTag } from './bounded-text.ts';

export const profile = z.object({
  name: boundedText(100),
  /** Markdown. */
  summary: boundedText(5_000),
  locale: languageTag,
  locked: z.boolean(),
  discoverable: z.boolean(),
  indexable: z.boolean(),
  recipesAsNotes: z.boolean(),
  /** Told only: each of these accounts must be claimed anew. */
  alsoKnownAs: z.array(z.url()).max(100),
  avatar: z.object({ file: boundedText(200), description: boundedText(1_500) }).nullable(),
});
export type Profile = z.output<typeof profile>;

/** An account that says something of itself already keeps it; one without a portrait gets this one. */
export async function restoreProfile(
  accountId: number,
  given: Profile,
  readFile: (name: string) => Promise<Buffer | null>,
): Promise<void> {
  const { summary, avatarKey } = await getAccount(accountId);
  const { name, locale, locked, discoverable, indexable, recipesAsNotes, avatar } = given;
  if (summary === '')
    await updateProfile(accountId, {
      ...{ ...(name && { name }), summary: given.summary, discoverable, indexable, recipesAsNotes },
      ...(locale !== 'und' && { locale }),
      // To let everybody in is for the member to say, here.
      ...(locked && { locked }),
    });
  const picture = avatar && avatarKey === null ? await readFile(avatar.file) : null;
  if (avatar && picture)
    await addAvatar(accountId, { file: picture, description: avatar.description }, false);
}
