-- What is under way where traces are gathered, as its transaction says; null otherwise.
CREATE FUNCTION current_trace() RETURNS text LANGUAGE sql STABLE AS
  $$ SELECT nullif(current_setting('potluck.trace', true), '') $$;

-- AlterTable
ALTER TABLE "outbox" ADD COLUMN     "trace" TEXT DEFAULT current_trace();
