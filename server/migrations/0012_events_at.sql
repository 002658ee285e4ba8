-- What happened to a record at one moment: a product has many events, and erasing a person looks for one of them.
drop index events_by_subject;

create index events_by_subject on events (merchant_id, subject_id, created_at);

-- Looked up for each of the events of each sale, to learn what row security has made certain already.
alter table events drop constraint events_merchant;
