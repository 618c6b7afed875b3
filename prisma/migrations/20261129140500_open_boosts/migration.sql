-- Counts the boosts in the outbox of an account.
CREATE INDEX boost_open ON boost (account_id) WHERE visibility IN ('public', 'unlisted');
