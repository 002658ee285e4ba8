-- The accounts of a merchant's bookkeeping, to which closings are posted. Without a row, all have their default names.
create table accounting_settings (
  merchant_id uuid not null primary key constraint accounting_settings_merchant references merchants (id),
  -- {methods: [{method, account}], revenue: [{rate_ppm, category_id, account}], tax: [{rate_ppm, account}], paid_in, …}
  accounts jsonb not null constraint accounting_settings_accounts check (jsonb_typeof(accounts) = 'object'),
  -- {consultant_number, client_number, fiscal_year_month, account_length}: what a file for DATEV needs.
  datev jsonb constraint accounting_settings_datev check (jsonb_typeof(datev) = 'object'),
  updated_at timestamptz not null
);

alter table accounting_settings enable row level security;

alter table accounting_settings force row level security;

create policy own_merchant on accounting_settings using (merchant_id = (select nullif(current_setting('app.merchant_id', true), '')::uuid));
