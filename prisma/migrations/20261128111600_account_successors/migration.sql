-- An id that a client was given leads to the account that it turned out to be.

CREATE TABLE "account_successor" (
    "former_id" BIGINT NOT NULL,
    "account_id" BIGINT NOT NULL,

    CONSTRAINT "account_successor_pkey" PRIMARY KEY ("former_id")
);

CREATE INDEX "account_successor_account_id_idx" ON "account_successor"("account_id");

ALTER TABLE "account_successor" ADD CONSTRAINT "account_successor_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE CASCADE;
