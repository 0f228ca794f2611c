-- The limits that services set when they connect. A pooler cannot forward them, because services share its connections.
-- Run once as an administrator, after roles.sql, where global.database.host is a pooler's:
--   psql -v ON_ERROR_STOP=1 -f k8s/postgresql/pooled-roles.sql haru

alter role auth_service set statement_timeout = '1s';

alter role auth_service set idle_in_transaction_session_timeout = '10s';

alter role member_service set statement_timeout = '1s';

alter role member_service set idle_in_transaction_session_timeout = '10s';

alter role schedule_service set statement_timeout = '1s';

alter role schedule_service set idle_in_transaction_session_timeout = '10s';
