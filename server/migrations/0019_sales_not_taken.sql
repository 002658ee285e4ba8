-- Sales that are in no takings: so that all of them are counted by the takings and these few.
create index sales_not_taken on sales (merchant_id, branch_id) where status in ('pending', 'voided');
