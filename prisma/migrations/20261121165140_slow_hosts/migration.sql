-- AlterTable
ALTER TABLE "host" ADD COLUMN     "slow_since" TIMESTAMPTZ(3);
