/** Pages and forms of members: to everybody else they say where to log in. */
import type { Context } from 'hono';
import type { Viewer } from '../../domain/eventables/visibility.ts';
import { config } from '../../lib/config.ts';
import type { Filled } from '../form.ts';
import { requestLimit, takeOne } from '../limits.ts';
import { problem } from './errors.ts';
import { ownPage } from './next.ts';
import { refusal } from './notice.ts';
import { readOwnFilled, type Visit, visitOf } from './session.ts';
import { render, type Shown, showing, type Visitor } from './show.ts';

export interface MemberVisitor extends Visitor {
  visit: Visit;
  /** Whose account it is. */
  me: number;
}

/** A form that a member sent. */
export interface Sent extends MemberVisitor, Filled {}

export const memberPage = (work: (visitor: MemberVisitor) => Promise<Shown | Response>) =>
  showing(async (visitor) => {
    const { c, visit } = visitor;
    if (!visit) return toLogIn(c, c.req.url);
    return work({ ...visitor, visit, me: visit.accountId });
  });

/** Answers with the path of the page to go on to, or with the page again and what is wrong. */
export const memberForm =
  (work: (sent: Sent) => Promise<Shown | string>) =>
  async (c: Context): Promise<Response> => {
    let visit: Visit | null;
    let sent: Sent;
    try {
      visit = await visitOf(c);
      if (!visit) return toLogIn(c, c.req.header('referer') ?? '/');
      if (config.rateLimits) await takeOne(requestLimit, `member ${visit.accountId}`, {});
      const viewer: Viewer = { accountId: visit.accountId, host: null };
      sent = { c, visit, viewer, me: visit.accountId, ...(await readOwnFilled(c, visit)) };
    } catch (error) {
      return refusal(c, error);
    }
    try {
      const answer = await work(sent);
      if (typeof answer !== 'string') return await render(c, answer, visit);
      return c.redirect(new URL(answer, config.baseUrl).href, 303);
    } catch (error) {
      return problem(c, error);
    }
  };

function toLogIn(c: Context, url: string): Response {
  const { pathname, search } = URL.parse(url) ?? { pathname: '/', search: '' };
  return c.redirect(`${config.baseUrl}/login?next=${encodeURIComponent(pathname + search)}`, 303);
}

/** The page that a form was on, as it says. */
export function backTo({ fields }: Sent, otherwise: string): string {
  const page = ownPage(fields.get('back'));
  return page ? page.slice(config.baseUrl.length) : otherwise;
}
