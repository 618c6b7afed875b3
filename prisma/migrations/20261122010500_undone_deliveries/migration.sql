-- What is delivered is never looked for by its host, and is most of it.
DROP INDEX "delivery_host_state_idx";
CREATE INDEX delivery_undone ON delivery (host, state) WHERE state <> 'delivered';
