-- What a receipt prints of the merchant, …
alter table merchants add column tax_number text constraint merchants_tax_number_length check (length(tax_number) <= 64);

alter table merchants add column address text constraint merchants_address_length check (length(address) <= 1000);

alter table merchants add column phone text constraint merchants_phone_length check (length(phone) <= 32);

alter table merchants add column receipt_footer text constraint merchants_receipt_footer_length check (length(receipt_footer) <= 1000);

-- … and the payment methods that a till offers, in their order.
alter table merchants add column payment_methods text[] not null
  default array['cash', 'card', 'debit_card', 'credit_card', 'qris', 'e_wallet', 'bank_transfer', 'voucher', 'store_credit', 'other', 'points']
  constraint merchants_payment_methods check (
    cardinality(payment_methods) between 1 and 11
    and payment_methods <@ array['cash', 'card', 'debit_card', 'credit_card', 'qris', 'e_wallet', 'bank_transfer', 'voucher', 'store_credit', 'other', 'points']
  );
