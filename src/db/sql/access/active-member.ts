/** The condition under which a member may log in, if only to appeal; needs the aliases `a` (account) and `m` (member). */
export const memberWhoMayLogIn = `a.deleted_at IS NULL AND m.state = 'active'`;

/** The condition under which a member may act; needs the same aliases. */
export const activeMember = `a.suspended_at IS NULL AND ${memberWhoMayLogIn}`;
