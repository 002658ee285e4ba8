// Generated from the migrated database by `npm run generate`; a test keeps it fresh.
import type { Generated, GeneratedAlways } from 'kysely';

export interface Tables {
  audit_entries: {
    merchant_id: string;
    id: string;
    action: string;
    subject_id: string | null;
    user_id: string | null;
    session_id: string | null;
    address: string | null;
    before: string | null;
    after: string | null;
    created_at: string;
  };
  branches: {
    merchant_id: string;
    id: string;
    name: string;
    address: string | null;
    phone: string | null;
    timezone: string | null;
    is_default: Generated<boolean>;
    created_at: string;
    updated_at: string;
  };
  broken_invariants: {
    merchant_id: string;
    invariant: string;
    broken: number;
  };
  categories: {
    merchant_id: string;
    id: string;
    name: string;
    created_at: string;
    updated_at: string;
  };
  checks: {
    merchant_id: string;
    checked_at: string;
    duration_ms: number;
    findings: string;
  };
  closed_days: {
    merchant_id: string;
    branch_id: string;
    day: string;
    closed_at: string;
  };
  customers: {
    merchant_id: string;
    id: string;
    name: string;
    email: string | null;
    phone: string | null;
    address: string | null;
    points: Generated<bigint>;
    lifetime_value: Generated<bigint>;
    created_at: string;
    updated_at: string;
    deleted_at: string | null;
    search_text: GeneratedAlways<string>;
    erased_at: string | null;
  };
  devices: {
    id: string;
    user_id: string;
    platform: string;
    token: string;
    token_hash: Buffer;
    name: string | null;
    created_at: string;
    updated_at: string;
  };
  event_heads: {
    merchant_id: string;
    sequence: Generated<bigint>;
  };
  events: {
    merchant_id: string;
    id: string;
    sequence: bigint | null;
    type: string;
    subject_id: string;
    user_id: string | null;
    payload: string;
    created_at: string;
  };
  idempotency_keys: {
    merchant_id: string;
    key: string;
    fingerprint: Buffer;
    status: number | null;
    body: string | null;
    created_at: string;
  };
  imports: {
    merchant_id: string;
    id: string;
    user_id: string;
    file_name: string;
    status: string;
    total: number;
    done: Generated<number>;
    imported: Generated<number>;
    failed: Generated<number>;
    error_rows: Generated<number[]>;
    error_messages: Generated<string[]>;
    started_at: string;
    seen_at: string;
    finished_at: string | null;
  };
  member_branches: {
    merchant_id: string;
    user_id: string;
    branch_id: string;
  };
  memberships: {
    merchant_id: string;
    user_id: string;
    role: string;
    branch_id: string | null;
    created_at: string;
    updated_at: string;
    deactivated_at: string | null;
  };
  merchants: {
    id: string;
    name: string;
    currency: string;
    timezone: string;
    tax_mode: Generated<string>;
    tax_rate_ppm: Generated<number>;
    loyalty_rate_ppm: Generated<bigint>;
    silver_from: bigint;
    gold_from: bigint;
    platinum_from: bigint;
    allow_negative_stock: Generated<boolean>;
    price_override_roles: string[];
    cashier_refund_limit: bigint | null;
    created_at: string;
    updated_at: string;
    point_value_ppm: Generated<bigint>;
  };
  points_entries: {
    merchant_id: string;
    id: string;
    customer_id: string;
    type: string;
    points: bigint;
    balance: bigint;
    sale_id: string | null;
    refund_id: string | null;
    reason: string | null;
    user_id: string | null;
    created_at: string;
  };
  products: {
    merchant_id: string;
    id: string;
    parent_id: string | null;
    sku: string;
    name: string;
    description: Generated<string>;
    category_id: string | null;
    price: bigint;
    cost: Generated<bigint>;
    status: Generated<string>;
    images: Generated<string[]>;
    barcode: string | null;
    min_stock: number | null;
    tax_rate_ppm: number | null;
    track_stock: Generated<boolean>;
    unit: string | null;
    created_at: string;
    updated_at: string;
    deleted_at: string | null;
    search_text: GeneratedAlways<string>;
  };
  push_cursors: {
    merchant_id: string;
    sequence: bigint;
  };
  push_merchants: {
    merchant_id: string;
  };
  push_messages: {
    merchant_id: string;
    event_id: string;
    device_id: string;
    attempts: Generated<number>;
    next_attempt_at: string;
  };
  push_rules: {
    merchant_id: string;
    user_id: string;
    low_stock: boolean;
    out_of_stock: boolean;
    refund_from: bigint | null;
    exports: boolean;
    imports: boolean;
    updated_at: string;
    day_closed: Generated<boolean>;
  };
  rate_windows: {
    key: string;
    started_at: string;
    hits: number;
  };
  refund_lines: {
    merchant_id: string;
    refund_id: string;
    line_no: number;
    sale_id: string;
    sale_line_no: number;
    product_id: string;
    name: string;
    quantity: number;
    amount: bigint;
    tax: bigint;
  };
  refunds: {
    merchant_id: string;
    id: string;
    sale_id: string;
    amount: bigint;
    tax: bigint;
    reason: string | null;
    payment_method: string;
    restock: boolean;
    points_reversed: bigint;
    sale_status: string;
    refunded_amount: bigint;
    remaining_refundable: bigint;
    user_id: string;
    business_day: string;
    business_hour: number;
    created_at: string;
    points_returned: Generated<bigint>;
    points_amount: Generated<bigint>;
  };
  sale_lines: {
    merchant_id: string;
    sale_id: string;
    line_no: number;
    product_id: string;
    sku: string;
    name: string;
    quantity: number;
    price: bigint;
    list_price: bigint;
    line_discount: bigint;
    sale_discount: bigint;
    tax_rate_ppm: number;
    tax: bigint;
    total: bigint;
    unit_cost: bigint;
    track_stock: boolean;
    refunded_quantity: Generated<number>;
    refunded_amount: Generated<bigint>;
    refunded_tax: Generated<bigint>;
  };
  sale_payments: {
    merchant_id: string;
    id: string;
    sale_id: string;
    method: string;
    amount: bigint;
    reference: string | null;
    created_at: string;
    points: Generated<bigint>;
  };
  sales: {
    merchant_id: string;
    id: string;
    code: string;
    status: string;
    branch_id: string;
    warehouse_id: string;
    customer_id: string | null;
    cashier_id: string;
    tax_mode: string;
    subtotal: bigint;
    discount: bigint;
    tax: bigint;
    total: bigint;
    cost: bigint;
    item_count: number;
    refunded_amount: Generated<bigint>;
    refunded_tax: Generated<bigint>;
    change: Generated<bigint>;
    points_earned: Generated<bigint>;
    loyalty_rate_ppm: bigint;
    payment_method: string | null;
    note: string | null;
    void_reason: string | null;
    occurred_at: string;
    business_day: string;
    business_hour: number;
    created_at: string;
    updated_at: string;
    voided_at: string | null;
    points_redeemed: Generated<bigint>;
  };
  schema_migrations: {
    name: string;
    checksum: string;
    applied_at: Generated<string>;
  };
  service_secrets: {
    name: string;
    value: string;
  };
  sessions: {
    id: string;
    user_id: string;
    refresh_hash: Buffer;
    retired_hashes: Generated<Buffer[]>;
    user_agent: string | null;
    created_at: string;
    expires_at: string;
    ended_at: string | null;
  };
  stock_levels: {
    merchant_id: string;
    product_id: string;
    warehouse_id: string;
    on_hand: Generated<number>;
    reserved: Generated<number>;
    floor: Generated<number>;
    updated_at: string;
  };
  stock_movements: {
    merchant_id: string;
    id: string;
    product_id: string;
    warehouse_id: string;
    quantity: number;
    balance: number;
    type: string;
    reason: string | null;
    reference: string | null;
    source_id: string | null;
    user_id: string | null;
    created_at: string;
  };
  takings: {
    merchant_id: string;
    branch_id: string;
    day: string;
    hour: number;
    sales: number;
    items_sold: bigint;
    gross: bigint;
    discounts: bigint;
    refunds: bigint;
    tax: bigint;
    cost: bigint;
    changes: Generated<bigint>;
  };
  takings_by_method: {
    merchant_id: string;
    branch_id: string;
    day: string;
    method: string;
    payments: number;
    amount: bigint;
  };
  takings_by_product: {
    merchant_id: string;
    branch_id: string;
    day: string;
    product_id: string;
    quantity: bigint;
    revenue: bigint;
    cost: bigint;
  };
  takings_months: {
    merchant_id: string;
    branch_id: string;
    month: string;
    through_day: string;
    changes: bigint;
  };
  takings_months_by_product: {
    merchant_id: string;
    branch_id: string;
    month: string;
    product_id: string;
    quantity: bigint;
    revenue: bigint;
  };
  users: {
    id: string;
    email: string;
    name: string;
    phone: string | null;
    password_hash: string;
    home_merchant_id: string;
    created_at: string;
    updated_at: string;
  };
  warehouses: {
    merchant_id: string;
    id: string;
    branch_id: string;
    name: string;
    is_default: Generated<boolean>;
    created_at: string;
    updated_at: string;
  };
  webhook_deliveries: {
    merchant_id: string;
    endpoint_id: string;
    event_id: string;
    sequence: bigint | null;
    type: string;
    state: string;
    attempts: Generated<number>;
    next_attempt_at: string | null;
    first_attempt_at: string | null;
    last_attempt_at: string | null;
    status: number | null;
    answer: string | null;
    error: string | null;
    duration_ms: number | null;
    created_at: string;
    finished_at: string | null;
  };
  webhook_endpoints: {
    merchant_id: string;
    id: string;
    url: string;
    types: string[] | null;
    description: string;
    status: string;
    secret: string;
    old_secret: string | null;
    old_secret_until: string | null;
    cursor: bigint;
    since: bigint;
    missed: Generated<bigint>;
    failures: Generated<number>;
    probe_at: string | null;
    lease_id: string | null;
    leased_until: string | null;
    created_at: string;
    updated_at: string;
  };
  webhook_merchants: {
    merchant_id: string;
  };
}
