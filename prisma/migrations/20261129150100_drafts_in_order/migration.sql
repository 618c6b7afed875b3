-- The drafts of a member are read in order, however many items the member has published.
CREATE INDEX eventable_drafts ON eventable (account_id, id DESC) WHERE publication = 'draft';
