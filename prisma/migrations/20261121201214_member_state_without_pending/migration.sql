-- Who asks for an account is an application, and nobody yet. A member who waited could have done no more than a disabled one.
CREATE TYPE "member_state_new" AS ENUM ('active', 'disabled');
ALTER TABLE "member" ALTER COLUMN "state" DROP DEFAULT;
ALTER TABLE "member" ALTER COLUMN "state" TYPE "member_state_new"
  USING (CASE "state" WHEN 'pending' THEN 'disabled' ELSE "state"::text END)::"member_state_new";
ALTER TABLE "member" ALTER COLUMN "state" SET DEFAULT 'active';
DROP TYPE "member_state";
ALTER TYPE "member_state_new" RENAME TO "member_state";
