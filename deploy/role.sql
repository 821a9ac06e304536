-- Runs once, on an empty data volume. The product's role owns its own database and nothing else. Afterwards the superuser has no password:
-- only `docker compose exec database psql -U postgres` reaches it.
\getenv password POSTGRES_PASSWORD
create role folda login password :'password';
create database folda owner folda;
revoke connect on database postgres from public;
alter role postgres password null;
