-- What was sent: the file and the choices for it. An import that was interrupted continues only with the same.
alter table imports add column digest text;
