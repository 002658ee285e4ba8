-- The roll-ups of sales are called by the standard word. Names alone change: no row is rewritten.
alter table takings rename to sales_rollups;

alter table takings_by_method rename to sales_rollups_by_method;

alter table takings_by_product rename to sales_rollups_by_product;

alter table takings_months rename to sales_rollup_months;

alter table takings_months_by_product rename to sales_rollup_months_by_product;

alter index takings_pkey rename to sales_rollups_pkey;

alter index takings_by_method_pkey rename to sales_rollups_by_method_pkey;

alter index takings_by_product_pkey rename to sales_rollups_by_product_pkey;

alter index takings_months_pkey rename to sales_rollup_months_pkey;

alter index takings_months_by_product_pkey rename to sales_rollup_months_by_product_pkey;

alter index takings_months_by_product_best rename to sales_rollup_months_by_product_best;

alter index sales_not_taken rename to sales_not_rolled_up;

alter table sales_rollups rename constraint takings_hour to sales_rollups_hour;

alter table sales_rollups rename constraint takings_branch to sales_rollups_branch;

alter table sales_rollups_by_method rename constraint takings_by_method_branch to sales_rollups_by_method_branch;

alter table sales_rollups_by_product rename constraint takings_by_product_branch to sales_rollups_by_product_branch;

alter table sales_rollups_by_product rename constraint takings_by_product_product to sales_rollups_by_product_product;

alter table sales_rollup_months rename constraint takings_months_branch to sales_rollup_months_branch;

alter table sales_rollup_months_by_product rename constraint takings_months_by_product_month to sales_rollup_months_by_product_month;

alter table sales_rollup_months_by_product rename constraint takings_months_by_product_product to sales_rollup_months_by_product_product;
