-- The newest unread notifications are read in order.
CREATE INDEX notification_unread_newest ON notification (account_id, id DESC) WHERE NOT read;
DROP INDEX notification_unread;
