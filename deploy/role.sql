-- Runs once, on an empty data volume. The product's role owns its database and nothing else. Afterwards the superuser has no password and
-- can connect only with `docker compose exec database psql -U postgres`.
\getenv password POSTGRES_PASSWORD
create role folda login password :'password';
create database folda owner folda;
revoke connect on database postgres from public;
alter role postgres password null;
