/** Lets administrators in; to everybody else there is nothing here. */
import type { Context } from 'hono';
import { DomainError, notFound } from '../../../lib/errors.ts';
import { problem } from '../errors.ts';
import { notice, refusal } from '../notice.ts';
import { formToken, readOwnFilled, type Visit, visitOf } from '../session.ts';
import { type Shown, showing, type Visitor } from '../show.ts';

export interface AdminVisitor extends Visitor {
  visit: Visit;
  /** For the forms of the page. */
  token: string;
}

export const adminPage = (work: (visitor: AdminVisitor) => Promise<Shown>) =>
  showing(async (visitor) => {
    const { c, visit } = visitor;
    if (!visit?.isAdmin) throw notFound();
    return work({ ...visitor, visit, token: formToken(c, visit) });
  });

export interface Order {
  c: Context;
  visit: Visit;
  fields: URLSearchParams;
}

/** Answers with the path to go on to, or with a page that is shown once. */
export const adminForm =
  (work: (order: Order) => Promise<string | Response>) =>
  async (c: Context): Promise<Response> => {
    let order: Order;
    try {
      const visit = await visitOf(c);
      if (!visit?.isAdmin) throw notFound();
      order = { c, visit, fields: (await readOwnFilled(c, visit)).fields };
    } catch (error) {
      const isForeign = error instanceof DomainError && error.code === 'forbidden';
      return isForeign ? refusal(c, error) : problem(c, error);
    }
    try {
      const answer = await work(order);
      return typeof answer === 'string' ? c.redirect(answer, 303) : answer;
    } catch (error) {
      const isTold =
        error instanceof DomainError && (error.code === 'conflict' || error.code === 'validation_failed');
      if (!isTold) return problem(c, error);
      return notice(c, 422, 'This cannot be done', Object.values(error.errors).flat().join(', '));
    }
  };
