/** The buttons that follow and unfollow a collection. */
import { Hono } from 'hono';
import { followCollection, unfollowCollection } from '../../domain/collections/remote.ts';
import { readId } from '../../http/pagination.ts';
import { memberForm, returnUrl, type SubmittedForm } from '../member-page.ts';

const idOf = ({ c }: SubmittedForm) => readId(c.req.param('id')!) ?? 0;

export const collectionFollows = new Hono()
  .post(
    '/collections/:id/follow',
    memberForm(async (form) => {
      await followCollection(form.me, idOf(form));
      return returnUrl(form, '/collections');
    }),
  )
  .post(
    '/collections/:id/unfollow',
    memberForm(async (form) => {
      await unfollowCollection(form.me, idOf(form));
      return returnUrl(form, '/collections');
    }),
  );
