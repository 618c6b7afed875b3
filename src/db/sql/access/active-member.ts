/** The condition under which a member may act; needs the aliases `a` (account) and `m` (member). */
export const activeMember = `a.suspended_at IS NULL AND a.deleted_at IS NULL AND m.state = 'active'`;
