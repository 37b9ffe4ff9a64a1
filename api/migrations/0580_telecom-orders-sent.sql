-- Up Migration

-- When the order of a line was last sent to a carrier that does not recognise a repeated one. While its answer is missing it
-- may still be carried out, so it is only looked for.
alter table telecom_device add column order_sent_at timestamptz;

-- Down Migration

alter table telecom_device drop column order_sent_at;
