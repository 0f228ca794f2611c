-- A user and a schema of its own for each service, and no grant on the others'. Run once as an administrator of the database:
--   psql -v ON_ERROR_STOP=1 -v auth=… -v member=… -v schedule=… -f k8s/postgresql/roles.sql haru
-- An empty line ends a statement for PostgreSQL's single-user mode, in which some images run this.

revoke all on schema public from public;

revoke all on database haru from public;

create role auth_service login password :'auth';

alter role auth_service set search_path = auth;

grant connect, temporary on database haru to auth_service;

create schema auth authorization auth_service;

create role member_service login password :'member';

alter role member_service set search_path = member;

grant connect, temporary on database haru to member_service;

create schema member authorization member_service;

create role schedule_service login password :'schedule';

alter role schedule_service set search_path = schedule;

grant connect, temporary on database haru to schedule_service;

create schema schedule authorization schedule_service;
