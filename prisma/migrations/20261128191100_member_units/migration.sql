-- The units in which a member reads recipes. Null leaves them as they are written.

ALTER TABLE "member" ADD COLUMN "units" TEXT,
  ADD CONSTRAINT "member_units" CHECK ("units" IN ('metric', 'us'));
