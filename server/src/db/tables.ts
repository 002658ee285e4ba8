// Generated from the migrated database by `npm run generate`; a test keeps it fresh.
import type { Generated, GeneratedAlways } from 'kysely';

export interface Tables {
  api_keys: {
    merchant_id: string;
    id: string;
    name: string;
    key_hash: Buffer;
    last_four: string;
    permissions: string[];
    branch_ids: string[] | null;
    created_by: string;
    expires_at: string | null;
    revoked_at: string | null;
    last_used_at: string | null;
    created_at: string;
    updated_at: string;
  };
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
    api_key_id: string | null;
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
    sort_name: GeneratedAlways<string>;
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
    sort_name: GeneratedAlways<string>;
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
    api_key_id: string | null;
  };
  idempotency_keys: {
    merchant_id: string;
    key: string;
    fingerprint: Buffer;
    status: number | null;
    body: string | null;
    created_at: string;
    actor_id: string | null;
    branch_ids: string[] | null;
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
  invitations: {
    merchant_id: string;
    id: string;
    email: string;
    name: string;
    phone: string | null;
    role: string;
    branch_id: string | null;
    branch_ids: string[] | null;
    token_hash: Buffer;
    invited_by: string;
    expires_at: string;
    created_at: string;
    updated_at: string;
  };
  known_devices: {
    user_id: string;
    device_hash: Buffer;
    first_seen_at: string;
    last_seen_at: string;
  };
  mails: {
    id: string;
    merchant_id: string | null;
    kind: string;
    sealed: Buffer | null;
    state: string;
    attempts: Generated<number>;
    next_attempt_at: string;
    expires_at: string;
    started_at: string | null;
    finished_at: string | null;
    error: string | null;
    created_at: string;
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
    require_totp_roles: Generated<string[]>;
    owner_max_discount_ppm: Generated<number>;
    manager_max_discount_ppm: Generated<number>;
    cashier_max_discount_ppm: Generated<number>;
    owner_max_backdate_days: Generated<number>;
    manager_max_backdate_days: Generated<number>;
    cashier_max_backdate_days: Generated<number>;
    refund_to_original_method: Generated<boolean>;
  };
  passkey_challenges: {
    challenge_hash: Buffer;
    user_id: string | null;
    expires_at: string;
  };
  passkeys: {
    id: string;
    user_id: string;
    credential_id: string;
    public_key: Buffer;
    counter: bigint;
    transports: string[];
    name: string;
    created_at: string;
    last_used_at: string | null;
  };
  password_resets: {
    token_hash: Buffer;
    user_id: string;
    expires_at: string;
    created_at: string;
  };
  pictures: {
    merchant_id: string;
    key: string;
    bytes: bigint;
    state: string;
    changed_at: string;
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
    sort_name: GeneratedAlways<string>;
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
  recovery_codes: {
    user_id: string;
    code_hash: Buffer;
    used_at: string | null;
    created_at: string;
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
    timezone: string | null;
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
  session_tokens: {
    token_hash: Buffer;
    session_id: string;
    retired_at: string | null;
    created_at: string;
  };
  sessions: {
    id: string;
    user_id: string;
    user_agent: string | null;
    created_at: string;
    expires_at: string;
    ended_at: string | null;
    last_used_at: string | null;
    address: string | null;
    by_passkey: Generated<boolean>;
  };
  sign_in_delays: {
    key: string;
    failures: number;
    last_at: string;
    next_at: string;
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
  totp_factors: {
    user_id: string;
    secret: string;
    confirmed_at: string | null;
    last_step: Generated<bigint>;
    created_at: string;
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
    sole_merchant_id: string | null;
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
    verified_at: string | null;
    replayed_at: string | null;
    replayed_through: bigint | null;
  };
  webhook_merchants: {
    merchant_id: string;
  };
}
