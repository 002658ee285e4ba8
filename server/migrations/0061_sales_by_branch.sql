-- The list of sales and the dashboard of a branch with few sales: `sales_newest` finds them among those of all branches.
create index sales_by_branch on sales (merchant_id, branch_id, occurred_at desc, id desc);
