-- CreateTable
CREATE TABLE "admin_action" (
    "id" BIGSERIAL NOT NULL,
    "account_id" BIGINT,
    "name" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "subject" TEXT NOT NULL DEFAULT '',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "admin_action_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "admin_action_account_id_idx" ON "admin_action"("account_id");

-- AddForeignKey
ALTER TABLE "admin_action" ADD CONSTRAINT "admin_action_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE SET NULL ON UPDATE CASCADE;
