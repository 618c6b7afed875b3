-- Whether the new recipes of an import become drafts. Imports confirmed before have it in their preview.
ALTER TABLE import ADD COLUMN as_drafts boolean;
