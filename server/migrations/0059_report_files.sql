-- What else the request for an export named: the language of its words, and filters of the report.
alter table exports add column language text;

alter table exports add column filters jsonb not null default '{}';
