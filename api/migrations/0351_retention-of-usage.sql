-- Up Migration

-- Old rows are deleted by their time; they are inserted in its order, so that a few bytes index thousands of them.
create index telecom_usage_hour_age on telecom_usage_hour using brin (hour);
create index telecom_activity_age on telecom_activity using brin (at);
create index sandbox_payment_age on sandbox_payment using brin (created_at);

-- Down Migration

drop index sandbox_payment_age;
drop index telecom_activity_age;
drop index telecom_usage_hour_age;
