-- Hashtags from the last run of refresh-trending.
CREATE TABLE tag_trend (
  -- Normalised.
  tag text PRIMARY KEY,
  -- Accounts that used it in public, among the newest uses of the last 7 days.
  people integer NOT NULL
);

-- The items of a member by type and state. It also reads the drafts in order.
CREATE INDEX eventable_own ON eventable (account_id, type, publication, id DESC) WHERE fetched_at IS NULL;
DROP INDEX eventable_drafts;

-- Many accounts have the same score.
CREATE INDEX account_trend_score_account_id_idx ON account_trend (score DESC, account_id DESC);
DROP INDEX account_trend_score_idx;
