// Generated from docs/openapi.json by `npm run generate`; a test keeps it fresh.

export type GetAccountsAnswer = {
  success: true;
  data: {
    /** Default: the name of the method */
    methods: Array<{
      method: "cash" | "card" | "credit_card" | "debit_card" | "bank_transfer" | "e_wallet" | "qris" | "voucher" | "store_credit" | "points" | "other";
      /** The number or name of an account */
      account: string;
    }>;
    /** Default: `revenue:` and the rate, or `revenue` without tax. An entry with a category is for it alone */
    revenue: Array<{
      /** Percent; null for sales without tax */
      rate: number | null;
      category_id: string | null;
      /** The number or name of an account */
      account: string;
    }>;
    /** Default: `tax:` and the rate */
    tax: Array<{
      /** Percent, up to 4 decimals */
      rate: number;
      /** The number or name of an account */
      account: string;
    }>;
    /** The number or name of an account */
    paid_in: string | null;
    /** The number or name of an account */
    paid_out: string | null;
    /** The number or name of an account */
    over_short: string | null;
    /** The number or name of an account */
    rounding: string | null;
    /** What a file for DATEV needs */
    datev: {
      consultant_number: number;
      client_number: number;
      /** The first month of a fiscal year */
      fiscal_year_month: number;
      /** The digits of an account */
      account_length: number;
    } | null;
    /** ISO 8601, UTC, milliseconds */
    updated_at: string | null;
  };
};

export type UpdateAccountsBody = {
  /** Default: the name of the method */
  methods?: Array<{
    method: "cash" | "card" | "credit_card" | "debit_card" | "bank_transfer" | "e_wallet" | "qris" | "voucher" | "store_credit" | "points" | "other";
    /** The number or name of an account */
    account: string;
  }> | undefined;
  /** Default: `revenue:` and the rate, or `revenue` without tax. An entry with a category is for it alone */
  revenue?: Array<{
    /** Percent; null for sales without tax */
    rate: number | null;
    category_id?: string | null | undefined;
    /** The number or name of an account */
    account: string;
  }> | undefined;
  /** Default: `tax:` and the rate */
  tax?: Array<{
    /** Percent, up to 4 decimals */
    rate: number;
    /** The number or name of an account */
    account: string;
  }> | undefined;
  /** The number or name of an account */
  paid_in?: string | null | undefined;
  /** The number or name of an account */
  paid_out?: string | null | undefined;
  /** The number or name of an account */
  over_short?: string | null | undefined;
  /** The number or name of an account */
  rounding?: string | null | undefined;
  /** What a file for DATEV needs */
  datev?: {
    consultant_number: number;
    client_number: number;
    /** The first month of a fiscal year */
    fiscal_year_month: number;
    /** The digits of an account */
    account_length: number;
  } | null | undefined;
};

export type UpdateAccountsAnswer = {
  success: true;
  data: {
    /** Default: the name of the method */
    methods: Array<{
      method: "cash" | "card" | "credit_card" | "debit_card" | "bank_transfer" | "e_wallet" | "qris" | "voucher" | "store_credit" | "points" | "other";
      /** The number or name of an account */
      account: string;
    }>;
    /** Default: `revenue:` and the rate, or `revenue` without tax. An entry with a category is for it alone */
    revenue: Array<{
      /** Percent; null for sales without tax */
      rate: number | null;
      category_id: string | null;
      /** The number or name of an account */
      account: string;
    }>;
    /** Default: `tax:` and the rate */
    tax: Array<{
      /** Percent, up to 4 decimals */
      rate: number;
      /** The number or name of an account */
      account: string;
    }>;
    /** The number or name of an account */
    paid_in: string | null;
    /** The number or name of an account */
    paid_out: string | null;
    /** The number or name of an account */
    over_short: string | null;
    /** The number or name of an account */
    rounding: string | null;
    /** What a file for DATEV needs */
    datev: {
      consultant_number: number;
      client_number: number;
      /** The first month of a fiscal year */
      fiscal_year_month: number;
      /** The digits of an account */
      account_length: number;
    } | null;
    /** ISO 8601, UTC, milliseconds */
    updated_at: string | null;
  };
};

export type ListApiKeysQuery = {
  page?: number | undefined;
  limit?: number | undefined;
  /** `meta.next_cursor` of the previous page; replaces `page` */
  cursor?: string | undefined;
  /** name, created_at or id; a minus before one reverses it */
  sort?: string | undefined;
  status?: "active" | "expired" | "revoked" | "suspended" | undefined;
};

export type ListApiKeysAnswer = {
  success: true;
  data: Array<{
    id: string;
    name: string;
    /** The last four characters of the key */
    last_four: string;
    permissions: Array<string>;
    /** The branches that it is limited to; null for all */
    branch_ids: Array<string> | null;
    /** `suspended`: its creator is currently not a member */
    status: "active" | "expired" | "revoked" | "suspended";
    created_by: string;
    created_by_name: string;
    /** ISO 8601, UTC, milliseconds */
    expires_at: string | null;
    /** ISO 8601, UTC, milliseconds */
    revoked_at: string | null;
    /** To the minute; null if it was never used */
    last_used_at: string | null;
    /** ISO 8601, UTC, milliseconds */
    created_at: string;
    /** ISO 8601, UTC, milliseconds */
    updated_at: string;
  }>;
  meta: {
    page: number;
    limit: number;
    total: number;
    total_pages: number;
    /** Send as `cursor` for the next page; null on the last page */
    next_cursor: string | null;
  };
};

export type CreateApiKeyBody = {
  name: string;
  permissions: Array<"merchant:read" | "places:read" | "places:write" | "staff:read" | "catalogue:read" | "catalogue:write" | "costs:read" | "stock:read" | "stock:write" | "customers:read" | "customers:write" | "customers:correct" | "customers:export" | "customers:erase" | "sales:read" | "sales:write" | "sales:refund" | "sales:void" | "registers:read" | "registers:write" | "shifts:read" | "shifts:write" | "shifts:expected" | "closures:correct" | "journal:read" | "approvals:read" | "approvals:write" | "events:read" | "jobs:read" | "audit:read" | "webhooks:read" | "webhooks:write" | "sync:read" | "reports:read">;
  /** The branches where it may sell, change stock and see sales; null for all */
  branch_ids?: Array<string> | null | undefined;
  /** ISO 8601, UTC, milliseconds */
  expires_at?: string | null | undefined;
};

export type CreateApiKeyAnswer = {
  success: true;
  data: {
    id: string;
    name: string;
    /** The last four characters of the key */
    last_four: string;
    permissions: Array<string>;
    /** The branches that it is limited to; null for all */
    branch_ids: Array<string> | null;
    /** `suspended`: its creator is currently not a member */
    status: "active" | "expired" | "revoked" | "suspended";
    created_by: string;
    created_by_name: string;
    /** ISO 8601, UTC, milliseconds */
    expires_at: string | null;
    /** ISO 8601, UTC, milliseconds */
    revoked_at: string | null;
    /** To the minute; null if it was never used */
    last_used_at: string | null;
    /** ISO 8601, UTC, milliseconds */
    created_at: string;
    /** ISO 8601, UTC, milliseconds */
    updated_at: string;
    /** For `Authorization: Bearer …`; returned only once, null when the request is sent again under its key */
    key: string | null;
  };
};

export type GetApiKeyAnswer = {
  success: true;
  data: {
    id: string;
    name: string;
    /** The last four characters of the key */
    last_four: string;
    permissions: Array<string>;
    /** The branches that it is limited to; null for all */
    branch_ids: Array<string> | null;
    /** `suspended`: its creator is currently not a member */
    status: "active" | "expired" | "revoked" | "suspended";
    created_by: string;
    created_by_name: string;
    /** ISO 8601, UTC, milliseconds */
    expires_at: string | null;
    /** ISO 8601, UTC, milliseconds */
    revoked_at: string | null;
    /** To the minute; null if it was never used */
    last_used_at: string | null;
    /** ISO 8601, UTC, milliseconds */
    created_at: string;
    /** ISO 8601, UTC, milliseconds */
    updated_at: string;
  };
};

export type RenameApiKeyBody = {
  name: string;
};

export type RenameApiKeyAnswer = {
  success: true;
  data: {
    id: string;
    name: string;
    /** The last four characters of the key */
    last_four: string;
    permissions: Array<string>;
    /** The branches that it is limited to; null for all */
    branch_ids: Array<string> | null;
    /** `suspended`: its creator is currently not a member */
    status: "active" | "expired" | "revoked" | "suspended";
    created_by: string;
    created_by_name: string;
    /** ISO 8601, UTC, milliseconds */
    expires_at: string | null;
    /** ISO 8601, UTC, milliseconds */
    revoked_at: string | null;
    /** To the minute; null if it was never used */
    last_used_at: string | null;
    /** ISO 8601, UTC, milliseconds */
    created_at: string;
    /** ISO 8601, UTC, milliseconds */
    updated_at: string;
  };
};

export type RevokeApiKeyAnswer = {
  success: true;
  message: string;
};

export type RequestApprovalBody = {
  action: "refund" | "void" | "discount" | "price_override" | "no_sale" | "paid_out" | "shift_variance" | "stock_adjustment" | "write_off";
  method: "POST" | "PUT" | "PATCH";
  /** The address of the request, with `/api/v1` or without */
  path: string;
  /** The body of the request, exactly as it will be sent. It is not stored */
  body?: Record<never, never> | null | undefined;
};

export type RequestApprovalAnswer = {
  success: true;
  data: {
    id: string;
    state: "pending" | "approved" | "denied" | "expired" | "consumed";
    action: "refund" | "void" | "discount" | "price_override" | "no_sale" | "paid_out" | "shift_variance" | "stock_adjustment" | "write_off";
    method: string;
    path: string;
    /** The act in a sentence, made by the service */
    summary: string;
    /** SHA-256, in hex, of the canonical JSON (RFC 8785) of `{method, path, body}`; path with `/api/v1`, no body as `{}` */
    payload_sha256: string;
    /** The branch of the act; null if it names none */
    branch_id: string | null;
    requested_by: string;
    requested_by_name: string;
    /** Who approved or denied it */
    decided_by: string | null;
    decided_by_name: string | null;
    /** ISO 8601, UTC, milliseconds */
    decided_at: string | null;
    /** Why it was denied */
    reason: string | null;
    /** ISO 8601, UTC, milliseconds */
    consumed_at: string | null;
    /** ISO 8601, UTC, milliseconds */
    created_at: string;
    /** ISO 8601, UTC, milliseconds */
    expires_at: string;
  };
};

export type ListApprovalsQuery = {
  page?: number | undefined;
  limit?: number | undefined;
  /** `meta.next_cursor` of the previous page; replaces `page` */
  cursor?: string | undefined;
  /** created_at or id; a minus before one reverses it */
  sort?: string | undefined;
  state?: "pending" | "approved" | "denied" | "expired" | "consumed" | undefined;
  /** Only what the caller requested */
  mine?: boolean | undefined;
};

export type ListApprovalsAnswer = {
  success: true;
  data: Array<{
    id: string;
    state: "pending" | "approved" | "denied" | "expired" | "consumed";
    action: "refund" | "void" | "discount" | "price_override" | "no_sale" | "paid_out" | "shift_variance" | "stock_adjustment" | "write_off";
    method: string;
    path: string;
    /** The act in a sentence, made by the service */
    summary: string;
    /** SHA-256, in hex, of the canonical JSON (RFC 8785) of `{method, path, body}`; path with `/api/v1`, no body as `{}` */
    payload_sha256: string;
    /** The branch of the act; null if it names none */
    branch_id: string | null;
    requested_by: string;
    requested_by_name: string;
    /** Who approved or denied it */
    decided_by: string | null;
    decided_by_name: string | null;
    /** ISO 8601, UTC, milliseconds */
    decided_at: string | null;
    /** Why it was denied */
    reason: string | null;
    /** ISO 8601, UTC, milliseconds */
    consumed_at: string | null;
    /** ISO 8601, UTC, milliseconds */
    created_at: string;
    /** ISO 8601, UTC, milliseconds */
    expires_at: string;
  }>;
  meta: {
    page: number;
    limit: number;
    total: number;
    total_pages: number;
    /** Send as `cursor` for the next page; null on the last page */
    next_cursor: string | null;
  };
};

export type GetApprovalAnswer = {
  success: true;
  data: {
    id: string;
    state: "pending" | "approved" | "denied" | "expired" | "consumed";
    action: "refund" | "void" | "discount" | "price_override" | "no_sale" | "paid_out" | "shift_variance" | "stock_adjustment" | "write_off";
    method: string;
    path: string;
    /** The act in a sentence, made by the service */
    summary: string;
    /** SHA-256, in hex, of the canonical JSON (RFC 8785) of `{method, path, body}`; path with `/api/v1`, no body as `{}` */
    payload_sha256: string;
    /** The branch of the act; null if it names none */
    branch_id: string | null;
    requested_by: string;
    requested_by_name: string;
    /** Who approved or denied it */
    decided_by: string | null;
    decided_by_name: string | null;
    /** ISO 8601, UTC, milliseconds */
    decided_at: string | null;
    /** Why it was denied */
    reason: string | null;
    /** ISO 8601, UTC, milliseconds */
    consumed_at: string | null;
    /** ISO 8601, UTC, milliseconds */
    created_at: string;
    /** ISO 8601, UTC, milliseconds */
    expires_at: string;
  };
};

export type ApproveApprovalBody = {
  /** The approver’s PIN, entered on the device of the requester */
  pin?: string | undefined;
  /** Needed with `pin`, unless the session is by PIN: the registered device of this session */
  device_id?: string | undefined;
};

export type ApproveApprovalAnswer = {
  success: true;
  data: {
    id: string;
    state: "pending" | "approved" | "denied" | "expired" | "consumed";
    action: "refund" | "void" | "discount" | "price_override" | "no_sale" | "paid_out" | "shift_variance" | "stock_adjustment" | "write_off";
    method: string;
    path: string;
    /** The act in a sentence, made by the service */
    summary: string;
    /** SHA-256, in hex, of the canonical JSON (RFC 8785) of `{method, path, body}`; path with `/api/v1`, no body as `{}` */
    payload_sha256: string;
    /** The branch of the act; null if it names none */
    branch_id: string | null;
    requested_by: string;
    requested_by_name: string;
    /** Who approved or denied it */
    decided_by: string | null;
    decided_by_name: string | null;
    /** ISO 8601, UTC, milliseconds */
    decided_at: string | null;
    /** Why it was denied */
    reason: string | null;
    /** ISO 8601, UTC, milliseconds */
    consumed_at: string | null;
    /** ISO 8601, UTC, milliseconds */
    created_at: string;
    /** ISO 8601, UTC, milliseconds */
    expires_at: string;
  };
};

export type DenyApprovalBody = {
  reason?: string | null | undefined;
  /** The approver’s PIN, entered on the device of the requester */
  pin?: string | undefined;
  /** Needed with `pin`, unless the session is by PIN: the registered device of this session */
  device_id?: string | undefined;
};

export type DenyApprovalAnswer = {
  success: true;
  data: {
    id: string;
    state: "pending" | "approved" | "denied" | "expired" | "consumed";
    action: "refund" | "void" | "discount" | "price_override" | "no_sale" | "paid_out" | "shift_variance" | "stock_adjustment" | "write_off";
    method: string;
    path: string;
    /** The act in a sentence, made by the service */
    summary: string;
    /** SHA-256, in hex, of the canonical JSON (RFC 8785) of `{method, path, body}`; path with `/api/v1`, no body as `{}` */
    payload_sha256: string;
    /** The branch of the act; null if it names none */
    branch_id: string | null;
    requested_by: string;
    requested_by_name: string;
    /** Who approved or denied it */
    decided_by: string | null;
    decided_by_name: string | null;
    /** ISO 8601, UTC, milliseconds */
    decided_at: string | null;
    /** Why it was denied */
    reason: string | null;
    /** ISO 8601, UTC, milliseconds */
    consumed_at: string | null;
    /** ISO 8601, UTC, milliseconds */
    created_at: string;
    /** ISO 8601, UTC, milliseconds */
    expires_at: string;
  };
};

export type ListAuditEntriesQuery = {
  page?: number | undefined;
  limit?: number | undefined;
  /** `meta.next_cursor` of the previous page; replaces `page` */
  cursor?: string | undefined;
  user_id?: string | undefined;
  subject_id?: string | undefined;
  /** Comma-separated; `product.*` means all that begin so */
  action?: string | undefined;
  /** Included: a day on the merchant’s calendar, or a timestamp */
  start_date?: string | undefined;
  /** Included: a day on the merchant’s calendar, or a timestamp */
  end_date?: string | undefined;
};

export type ListAuditEntriesAnswer = {
  success: true;
  data: Array<{
    id: string;
    /** A type of event, or an action without an event, such as `session.started` */
    action: string;
    /** The changed record */
    subject_id: string | null;
    /** The current name of a product, customer, staff member or API key, and the code of a refunded sale; null for others */
    subject_name: string | null;
    /** The user; null for actions of the service */
    user_id: string | null;
    user_name: string | null;
    /** The session of the user */
    session_id: string | null;
    /** The API key that did it on behalf of the user who created it */
    api_key_id: string | null;
    api_key_name: string | null;
    /** The network address of the request */
    address: string | null;
    /** The fields that were changed, as they were; all of what was deleted */
    before: Record<string, unknown> | null;
    /** The same as they are since; all of what was created */
    after: Record<string, unknown> | null;
    /** ISO 8601, UTC, milliseconds */
    created_at: string;
  }>;
  meta: {
    page: number;
    limit: number;
    total: number;
    total_pages: number;
    /** Send as `cursor` for the next page; null on the last page */
    next_cursor: string | null;
  };
};

export type LoginInBrowserBody = {
  email: string;
  password: string;
  /** Six digits of the authenticator app, or a recovery code; required if one is set up */
  code?: string | undefined;
};

export type LoginInBrowserAnswer = {
  success: true;
  data: {
    access_token: string;
    /** Seconds */
    expires_in: number;
    user: {
      id: string;
      email: string;
      name: string;
      role: "owner" | "manager" | "cashier" | "stock_clerk" | "viewer";
    };
  };
};

export type LogoutInBrowserBody = {
  /** Only a session of this user is ended */
  user_id?: string | undefined;
};

export type LogoutInBrowserAnswer = {
  success: true;
  message: string;
  data: {
    /** False if the cookie is of another user: that session stays, with its cookie */
    is_ended: boolean;
  };
};

export type LoginInBrowserWithPasskeyBody = {
  /** The result of `navigator.credentials.get()`, from its `toJSON()` */
  response: {
    id: string;
    rawId: string;
    type: "public-key";
    /** Sent by browsers; ignored */
    clientExtensionResults?: Record<never, never> | undefined;
    response: {
      clientDataJSON: string;
      authenticatorData: string;
      signature: string;
      userHandle?: string | undefined;
    };
  };
};

export type LoginInBrowserWithPasskeyAnswer = {
  success: true;
  data: {
    access_token: string;
    /** Seconds */
    expires_in: number;
    user: {
      id: string;
      email: string;
      name: string;
      role: "owner" | "manager" | "cashier" | "stock_clerk" | "viewer";
    };
  };
};

export type RefreshInBrowserAnswer = {
  success: true;
  data: {
    access_token: string;
    /** Seconds */
    expires_in: number;
  };
};

export type ChangePasswordBody = {
  current_password: string;
  /** Any characters; if the operator enables it, common passwords and those that contain details of the user are rejected */
  new_password: string;
};

export type ChangePasswordAnswer = {
  success: true;
  message: string;
  data: {
    /** The keys that the user made. They still work: revoke those that another person may have made */
    api_keys: Array<{
      id: string;
      name: string;
      merchant_id: string;
      merchant_name: string;
      /** ISO 8601, UTC, milliseconds */
      created_at: string;
    }>;
  };
};

export type AcceptInvitationBody = {
  /** From the link */
  token: string;
  /** Any characters; if the operator enables it, common passwords and those that contain details of the user are rejected */
  password?: string | undefined;
  name?: string | undefined;
};

export type AcceptInvitationAnswer = {
  success: true;
  data: {
    user_id: string;
    email: string;
    name: string;
    role: "owner" | "manager" | "cashier" | "stock_clerk" | "viewer";
    merchant_id: string;
    merchant_name: string;
  };
};

export type PreviewInvitationBody = {
  /** From the link */
  token: string;
};

export type PreviewInvitationAnswer = {
  success: true;
  data: {
    email: string;
    name: string;
    role: "owner" | "manager" | "cashier" | "stock_clerk" | "viewer";
    merchant_name: string;
    /** ISO 8601, UTC, milliseconds */
    expires_at: string;
  };
};

export type LoginBody = {
  email: string;
  password: string;
  /** Six digits of the authenticator app, or a recovery code; required if one is set up */
  code?: string | undefined;
};

export type LoginAnswer = {
  success: true;
  data: {
    access_token: string;
    refresh_token: string;
    /** Seconds */
    expires_in: number;
    user: {
      id: string;
      email: string;
      name: string;
      role: "owner" | "manager" | "cashier" | "stock_clerk" | "viewer";
    };
  };
};

export type LogoutAnswer = {
  success: true;
  message: string;
};

export type GetCurrentUserAnswer = {
  success: true;
  data: {
    id: string;
    /** Null for a member without an e-mail address */
    email: string | null;
    name: string;
    role: "owner" | "manager" | "cashier" | "stock_clerk" | "viewer";
    merchant_id: string;
    branch_id: string;
    /** The branches that their rights are limited to; null for all */
    branch_ids: Array<string> | null;
  };
};

export type UpdateCurrentUserBody = {
  name?: string | undefined;
  email?: string | undefined;
  /** Required with another `email` */
  current_password?: string | undefined;
};

export type UpdateCurrentUserAnswer = {
  success: true;
  data: {
    id: string;
    email: string;
    name: string;
  };
};

export type ListOwnMerchantsQuery = {
  page?: number | undefined;
  limit?: number | undefined;
  /** `meta.next_cursor` of the previous page; replaces `page` */
  cursor?: string | undefined;
};

export type ListOwnMerchantsAnswer = {
  success: true;
  data: Array<{
    id: string;
    name: string;
    role: "owner" | "manager" | "cashier" | "stock_clerk" | "viewer";
    /** The merchant of requests without X-Merchant-ID */
    is_default: boolean;
  }>;
  meta: {
    page: number;
    limit: number;
    total: number;
    total_pages: number;
    /** Send as `cursor` for the next page; null on the last page */
    next_cursor: string | null;
  };
};

export type GetAuthOptionsAnswer = {
  success: true;
  data: {
    registration: "open" | "first" | "closed";
    /** Whether a forgotten password can be reset by mail, and invitations are mailed */
    mail: boolean;
    common_passwords: "allow" | "refuse";
  };
};

export type ListPasskeysQuery = {
  page?: number | undefined;
  limit?: number | undefined;
  /** `meta.next_cursor` of the previous page; replaces `page` */
  cursor?: string | undefined;
};

export type ListPasskeysAnswer = {
  success: true;
  data: Array<{
    id: string;
    name: string;
    /** ISO 8601, UTC, milliseconds */
    created_at: string;
    /** ISO 8601, UTC, milliseconds */
    last_used_at: string | null;
  }>;
  meta: {
    page: number;
    limit: number;
    total: number;
    total_pages: number;
    /** Send as `cursor` for the next page; null on the last page */
    next_cursor: string | null;
  };
};

export type AddPasskeyBody = {
  name: string;
  /** The result of `navigator.credentials.create()`, from its `toJSON()` */
  response: {
    id: string;
    rawId: string;
    type: "public-key";
    /** Sent by browsers; ignored */
    clientExtensionResults?: Record<never, never> | undefined;
    response: {
      clientDataJSON: string;
      attestationObject: string;
      transports?: Array<"ble" | "cable" | "hybrid" | "internal" | "nfc" | "smart-card" | "usb"> | undefined;
    };
  };
};

export type AddPasskeyAnswer = {
  success: true;
  data: {
    id: string;
    name: string;
    /** ISO 8601, UTC, milliseconds */
    created_at: string;
    /** ISO 8601, UTC, milliseconds */
    last_used_at: string | null;
  };
};

export type StartPasskeyBody = {
  /** Required if the sign-in was more than ten minutes ago */
  password?: string | undefined;
};

export type StartPasskeyAnswer = {
  success: true;
  /** For `PublicKeyCredential.parseCreationOptionsFromJSON()` or `parseRequestOptionsFromJSON()` */
  data: Record<string, unknown>;
};

export type LoginWithPasskeyBody = {
  /** The result of `navigator.credentials.get()`, from its `toJSON()` */
  response: {
    id: string;
    rawId: string;
    type: "public-key";
    /** Sent by browsers; ignored */
    clientExtensionResults?: Record<never, never> | undefined;
    response: {
      clientDataJSON: string;
      authenticatorData: string;
      signature: string;
      userHandle?: string | undefined;
    };
  };
};

export type LoginWithPasskeyAnswer = {
  success: true;
  data: {
    access_token: string;
    refresh_token: string;
    /** Seconds */
    expires_in: number;
    user: {
      id: string;
      email: string;
      name: string;
      role: "owner" | "manager" | "cashier" | "stock_clerk" | "viewer";
    };
  };
};

export type StartPasskeySignInAnswer = {
  success: true;
  /** For `PublicKeyCredential.parseCreationOptionsFromJSON()` or `parseRequestOptionsFromJSON()` */
  data: Record<string, unknown>;
};

export type RenamePasskeyBody = {
  name: string;
};

export type RenamePasskeyAnswer = {
  success: true;
  data: {
    id: string;
    name: string;
    /** ISO 8601, UTC, milliseconds */
    created_at: string;
    /** ISO 8601, UTC, milliseconds */
    last_used_at: string | null;
  };
};

export type RemovePasskeyBody = {
  /** Required if the sign-in was more than ten minutes ago */
  password?: string | undefined;
};

export type RemovePasskeyAnswer = {
  success: true;
  message: string;
};

export type ForgotPasswordBody = {
  email: string;
};

export type ForgotPasswordAnswer = {
  success: true;
  message: string;
};

export type ResetPasswordBody = {
  token: string;
  /** Any characters; if the operator enables it, common passwords and those that contain details of the user are rejected */
  password: string;
};

export type ResetPasswordAnswer = {
  success: true;
  message: string;
  data: {
    /** The keys that the user made. They still work: revoke those that another person may have made */
    api_keys: Array<{
      id: string;
      name: string;
      merchant_id: string;
      merchant_name: string;
      /** ISO 8601, UTC, milliseconds */
      created_at: string;
    }>;
  };
};

export type EnterPinBody = {
  /** 4 to 8 digits */
  pin: string;
  merchant_id: string;
  /** From `POST /auth/register-device` */
  device_id: string;
};

export type EnterPinAnswer = {
  success: true;
  data: {
    access_token: string;
    /** Seconds */
    expires_in: number;
    /** Always null: the session ends after 15 minutes without a request */
    refresh_token: null;
    user: {
      id: string;
      name: string;
      role: "owner" | "manager" | "cashier" | "stock_clerk" | "viewer";
      /** Null for a member without an e-mail address */
      email: string | null;
    };
  };
};

export type GetPinAnswer = {
  success: true;
  data: {
    enabled: boolean;
    /** ISO 8601, UTC, milliseconds */
    set_at: string | null;
  };
};

export type SetPinBody = {
  /** 4 to 8 digits */
  pin: string;
  password: string;
};

export type SetPinAnswer = {
  success: true;
  message: string;
};

export type RemovePinAnswer = {
  success: true;
  message: string;
};

export type RefreshBody = {
  refresh_token: string;
  /** Also return a new refresh token; this one may then not be used again */
  rotate?: boolean | undefined;
};

export type RefreshAnswer = {
  success: true;
  data: {
    access_token: string;
    /** Seconds */
    expires_in: number;
    /** With `rotate` only */
    refresh_token?: string;
  };
};

export type RefreshTokenBody = {
  refresh_token: string;
  /** Also return a new refresh token; this one may then not be used again */
  rotate?: boolean | undefined;
};

export type RefreshTokenAnswer = {
  success: true;
  data: {
    access_token: string;
    /** Seconds */
    expires_in: number;
    /** With `rotate` only */
    refresh_token?: string;
  };
};

export type RegisterBody = {
  email: string;
  /** Any characters; if the operator enables it, common passwords and those that contain details of the user are rejected */
  password: string;
  name: string;
  phone?: string | undefined;
  merchant_name?: string | undefined;
  /** ISO 4217; USD if omitted */
  currency?: string | undefined;
  /** IANA time zone; UTC if omitted */
  timezone?: string | undefined;
};

export type RegisterAnswer = {
  success: true;
  data: {
    user_id: string;
    email: string;
    name: string;
  };
};

export type RegisterDeviceBody = {
  /** The push token; for a browser, also its PushSubscription object */
  token: string | {
    endpoint: string;
    keys: {
      p256dh: string;
      auth: string;
    };
  };
  platform: "ios" | "android" | "web";
  name?: string | undefined;
};

export type RegisterDeviceAnswer = {
  success: true;
  data: {
    id: string;
    platform: "ios" | "android" | "web";
    name: string | null;
    /** ISO 8601, UTC, milliseconds */
    created_at: string;
    /** ISO 8601, UTC, milliseconds */
    updated_at: string;
  };
};

export type ListSessionsQuery = {
  page?: number | undefined;
  limit?: number | undefined;
  /** `meta.next_cursor` of the previous page; replaces `page` */
  cursor?: string | undefined;
};

export type ListSessionsAnswer = {
  success: true;
  data: Array<{
    id: string;
    user_agent: string | null;
    /** Browser and operating system from the user agent: `Firefox on Windows` */
    device: string | null;
    /** Network of the last use: the first 24 bits of an IPv4 address, 48 of IPv6 */
    network: string | null;
    /** The current session */
    is_current: boolean;
    /** ISO 8601, UTC, milliseconds */
    created_at: string;
    /** ISO 8601, UTC, milliseconds */
    last_used_at: string;
    /** ISO 8601, UTC, milliseconds */
    expires_at: string;
  }>;
  meta: {
    page: number;
    limit: number;
    total: number;
    total_pages: number;
    /** Send as `cursor` for the next page; null on the last page */
    next_cursor: string | null;
  };
};

export type EndSessionsQuery = {
  /** Keep the current session */
  keep_current?: boolean | undefined;
};

export type EndSessionsAnswer = {
  success: true;
  message: string;
};

export type EndSessionAnswer = {
  success: true;
  message: string;
};

export type GetTotpAnswer = {
  success: true;
  data: {
    enabled: boolean;
    /** ISO 8601, UTC, milliseconds */
    enabled_at: string | null;
    recovery_codes_left: number;
  };
};

export type StartTotpBody = {
  password: string;
};

export type StartTotpAnswer = {
  success: true;
  data: {
    /** In Base32, to type in. Returned once; null in the response to a repeated request */
    secret: string | null;
    /** The content of the QR code for an authenticator app. Returned once, like `secret` */
    otpauth_url: string | null;
  };
};

export type RemoveTotpBody = {
  password: string;
  /** Six digits of the authenticator app, or a recovery code */
  code: string;
};

export type RemoveTotpAnswer = {
  success: true;
  message: string;
};

export type ConfirmTotpBody = {
  /** Six digits of the authenticator app */
  code: string;
};

export type ConfirmTotpAnswer = {
  success: true;
  data: {
    /** Each replaces a code once. Returned once; empty in the response to a repeated request */
    recovery_codes: Array<string>;
  };
};

export type RenewRecoveryCodesBody = {
  password: string;
  /** Six digits of the authenticator app, or a recovery code */
  code: string;
};

export type RenewRecoveryCodesAnswer = {
  success: true;
  data: {
    /** Each replaces a code once. Returned once; empty in the response to a repeated request */
    recovery_codes: Array<string>;
  };
};

export type ListBranchesQuery = {
  page?: number | undefined;
  limit?: number | undefined;
  /** `meta.next_cursor` of the previous page; replaces `page` */
  cursor?: string | undefined;
  /** name, created_at or id; a minus before one reverses it */
  sort?: string | undefined;
};

export type ListBranchesAnswer = {
  success: true;
  data: Array<{
    id: string;
    name: string;
    address: string | null;
    phone: string | null;
    timezone: string | null;
    is_default: boolean;
    /** ISO 8601, UTC, milliseconds */
    created_at: string;
    /** ISO 8601, UTC, milliseconds */
    updated_at: string;
  }>;
  meta: {
    page: number;
    limit: number;
    total: number;
    total_pages: number;
    /** Send as `cursor` for the next page; null on the last page */
    next_cursor: string | null;
  };
};

export type CreateBranchBody = {
  name: string;
  address?: string | null | undefined;
  phone?: string | null | undefined;
  /** IANA time zone; null: the merchant’s */
  timezone?: string | null | undefined;
};

export type CreateBranchAnswer = {
  success: true;
  data: {
    id: string;
    name: string;
    address: string | null;
    phone: string | null;
    timezone: string | null;
    is_default: boolean;
    /** ISO 8601, UTC, milliseconds */
    created_at: string;
    /** ISO 8601, UTC, milliseconds */
    updated_at: string;
  };
};

export type GetBranchAnswer = {
  success: true;
  data: {
    id: string;
    name: string;
    address: string | null;
    phone: string | null;
    timezone: string | null;
    is_default: boolean;
    /** ISO 8601, UTC, milliseconds */
    created_at: string;
    /** ISO 8601, UTC, milliseconds */
    updated_at: string;
  };
};

export type UpdateBranchBody = {
  name?: string | undefined;
  address?: string | null | undefined;
  phone?: string | null | undefined;
  /** IANA time zone; null: the merchant’s */
  timezone?: string | null | undefined;
};

export type UpdateBranchAnswer = {
  success: true;
  data: {
    id: string;
    name: string;
    address: string | null;
    phone: string | null;
    timezone: string | null;
    is_default: boolean;
    /** ISO 8601, UTC, milliseconds */
    created_at: string;
    /** ISO 8601, UTC, milliseconds */
    updated_at: string;
  };
};

export type ListCategoriesQuery = {
  page?: number | undefined;
  limit?: number | undefined;
  /** `meta.next_cursor` of the previous page; replaces `page` */
  cursor?: string | undefined;
};

export type ListCategoriesAnswer = {
  success: true;
  data: Array<{
    id: string;
    name: string;
    product_count: number;
    /** ISO 8601, UTC, milliseconds */
    created_at: string;
    /** ISO 8601, UTC, milliseconds */
    updated_at: string;
  }>;
  meta: {
    page: number;
    limit: number;
    total: number;
    total_pages: number;
    /** Send as `cursor` for the next page; null on the last page */
    next_cursor: string | null;
  };
};

export type CreateCategoryBody = {
  name: string;
};

export type CreateCategoryAnswer = {
  success: true;
  data: {
    id: string;
    name: string;
    product_count: number;
    /** ISO 8601, UTC, milliseconds */
    created_at: string;
    /** ISO 8601, UTC, milliseconds */
    updated_at: string;
  };
};

export type RenameCategoryBody = {
  name: string;
};

export type RenameCategoryAnswer = {
  success: true;
  data: {
    id: string;
    name: string;
    product_count: number;
    /** ISO 8601, UTC, milliseconds */
    created_at: string;
    /** ISO 8601, UTC, milliseconds */
    updated_at: string;
  };
};

export type DeleteCategoryAnswer = {
  success: true;
  message: string;
};

export type ListClosuresQuery = {
  page?: number | undefined;
  limit?: number | undefined;
  /** `meta.next_cursor` of the previous page; replaces `page` */
  cursor?: string | undefined;
  register_id?: string | undefined;
  branch_id?: string | undefined;
  /** First business day */
  start_date?: string | undefined;
  /** Last business day, included */
  end_date?: string | undefined;
  /** closed_at, number; default: -closed_at */
  sort?: string | undefined;
};

export type ListClosuresAnswer = {
  success: true;
  data: Array<{
    id: string;
    /** Without a gap for each register */
    number: number;
    shift_id: string;
    register_id: string;
    branch_id: string;
    /** ISO 8601, UTC, milliseconds */
    opened_at: string;
    /** ISO 8601, UTC, milliseconds */
    closed_at: string;
    closed_by: {
      id: string;
      name: string;
    };
    /** YYYY-MM-DD on the merchant’s calendar */
    business_day: string;
    note: string | null;
    /** What the drawer should contain, and what was taken by other methods; null if the register is counted blind and the role may not see it */
    expected: Array<{
      method: "cash" | "card" | "credit_card" | "debit_card" | "bank_transfer" | "e_wallet" | "qris" | "voucher" | "store_credit" | "points" | "other";
      /** Amount in the major unit of the merchant’s currency */
      amount: number;
    }> | null;
    /** What was counted */
    counted: Array<{
      method: "cash" | "card" | "credit_card" | "debit_card" | "bank_transfer" | "e_wallet" | "qris" | "voucher" | "store_credit" | "points" | "other";
      /** Amount in the major unit of the merchant’s currency */
      amount: number;
    }>;
    /** counted − expected, of each counted method; null if the register is counted blind and the role may not see it */
    variance: Array<{
      method: "cash" | "card" | "credit_card" | "debit_card" | "bank_transfer" | "e_wallet" | "qris" | "voucher" | "store_credit" | "points" | "other";
      /** Amount in the major unit of the merchant’s currency */
      amount: number;
    }> | null;
    /** All sales and refunds of the register since it exists; never reset */
    lifetime: {
      /** Amount in the major unit of the merchant’s currency */
      sales: number;
      /** Amount in the major unit of the merchant’s currency */
      refunds: number;
    } | null;
  }>;
  meta: {
    page: number;
    limit: number;
    total: number;
    total_pages: number;
    /** Send as `cursor` for the next page; null on the last page */
    next_cursor: string | null;
  };
};

export type GetClosureAnswer = {
  success: true;
  data: {
    id: string;
    /** Without a gap for each register */
    number: number;
    shift_id: string;
    register_id: string;
    branch_id: string;
    /** ISO 8601, UTC, milliseconds */
    opened_at: string;
    /** ISO 8601, UTC, milliseconds */
    closed_at: string;
    closed_by: {
      id: string;
      name: string;
    };
    /** YYYY-MM-DD on the merchant’s calendar */
    business_day: string;
    note: string | null;
    /** What the drawer should contain, and what was taken by other methods; null if the register is counted blind and the role may not see it */
    expected: Array<{
      method: "cash" | "card" | "credit_card" | "debit_card" | "bank_transfer" | "e_wallet" | "qris" | "voucher" | "store_credit" | "points" | "other";
      /** Amount in the major unit of the merchant’s currency */
      amount: number;
    }> | null;
    /** What was counted */
    counted: Array<{
      method: "cash" | "card" | "credit_card" | "debit_card" | "bank_transfer" | "e_wallet" | "qris" | "voucher" | "store_credit" | "points" | "other";
      /** Amount in the major unit of the merchant’s currency */
      amount: number;
    }>;
    /** counted − expected, of each counted method; null if the register is counted blind and the role may not see it */
    variance: Array<{
      method: "cash" | "card" | "credit_card" | "debit_card" | "bank_transfer" | "e_wallet" | "qris" | "voucher" | "store_credit" | "points" | "other";
      /** Amount in the major unit of the merchant’s currency */
      amount: number;
    }> | null;
    /** All sales and refunds of the register since it exists; never reset */
    lifetime: {
      /** Amount in the major unit of the merchant’s currency */
      sales: number;
      /** Amount in the major unit of the merchant’s currency */
      refunds: number;
    } | null;
    /** The sums of the shift; null if the register is counted blind and the role may not see it */
    figures: {
      /** Without sales that were voided in the same shift */
      sales: {
        count: number;
        /** Amount in the major unit of the merchant’s currency */
        amount: number;
      };
      refunds: {
        count: number;
        /** Amount in the major unit of the merchant’s currency */
        amount: number;
        /** Amount in the major unit of the merchant’s currency */
        tax: number;
      };
      voids: {
        count: number;
        /** Amount in the major unit of the merchant’s currency */
        amount: number;
      };
      /** Amount in the major unit of the merchant’s currency */
      discounts: number;
      /** Cash rounding of the sales, less that of the refunds and of voids of other shifts’ sales */
      rounding: number;
      /** Of the sales */
      tax_by_rate: Array<{
        /** Percent */
        rate: number;
        /** Amount in the major unit of the merchant’s currency */
        net: number;
        /** Amount in the major unit of the merchant’s currency */
        tax: number;
      }>;
      by_method: Array<{
        method: "cash" | "card" | "credit_card" | "debit_card" | "bank_transfer" | "e_wallet" | "qris" | "voucher" | "store_credit" | "points" | "other";
        /** Payments, without change */
        sales: number;
        /** With voids of other shifts’ sales */
        refunds: number;
        /** Amount in the major unit of the merchant’s currency */
        change: number;
      }>;
      by_cashier: Array<{
        user_id: string;
        name: string;
        count: number;
        /** Amount in the major unit of the merchant’s currency */
        amount: number;
      }>;
      by_category: Array<{
        /** null for products without a category, and custom items */
        category_id: string | null;
        name: string | null;
        quantity: number;
        /** Amount in the major unit of the merchant’s currency */
        amount: number;
      }>;
      /** Amount in the major unit of the merchant’s currency */
      paid_in: number;
      /** Amount in the major unit of the merchant’s currency */
      paid_out: number;
      /** How often the drawer was opened without a sale */
      no_sales: number;
    } | null;
    /** What became known after the closing */
    corrections: Array<{
      id: string;
      kind: "late_sale" | "late_refund" | "late_movement" | "recount";
      method: "cash" | "card" | "credit_card" | "debit_card" | "bank_transfer" | "e_wallet" | "qris" | "voucher" | "store_credit" | "points" | "other";
      /** A change: of what was counted (recount), or of what is expected */
      amount: number;
      reason: string;
      user: {
        id: string;
        name: string;
      };
      /** ISO 8601, UTC, milliseconds */
      created_at: string;
    }>;
    /** The amounts with their corrections; null without any. The closure itself stays as it was */
    corrected: {
      /** What was counted */
      expected: Array<{
        method: "cash" | "card" | "credit_card" | "debit_card" | "bank_transfer" | "e_wallet" | "qris" | "voucher" | "store_credit" | "points" | "other";
        /** Amount in the major unit of the merchant’s currency */
        amount: number;
      }>;
      /** What was counted */
      counted: Array<{
        method: "cash" | "card" | "credit_card" | "debit_card" | "bank_transfer" | "e_wallet" | "qris" | "voucher" | "store_credit" | "points" | "other";
        /** Amount in the major unit of the merchant’s currency */
        amount: number;
      }>;
      /** What was counted */
      variance: Array<{
        method: "cash" | "card" | "credit_card" | "debit_card" | "bank_transfer" | "e_wallet" | "qris" | "voucher" | "store_credit" | "points" | "other";
        /** Amount in the major unit of the merchant’s currency */
        amount: number;
      }>;
    } | null;
    /** Devices whose records have not all arrived */
    owing_devices: Array<{
      device_id: string;
      owes: Array<Array<number>>;
    }>;
  };
};

export type GetPostingsAnswer = {
  success: true;
  data: {
    closure_id: string;
    register: {
      id: string;
      name: string;
    };
    /** Of the closure */
    number: number;
    /** YYYY-MM-DD on the merchant’s calendar */
    business_day: string;
    /** ISO 4217 */
    currency: string;
    /** Each with two accounts, so the debits are always the credits */
    lines: Array<{
      debit_account: string;
      credit_account: string;
      /** More than 0; posted to the debit of one account and the credit of the other */
      amount: number;
      kind: "sale" | "sale_tax" | "refund" | "refund_tax" | "void" | "void_tax" | "rounding" | "paid_in" | "paid_out" | "variance" | "recount";
      method: "cash" | "card" | "credit_card" | "debit_card" | "bank_transfer" | "e_wallet" | "qris" | "voucher" | "store_credit" | "points" | "other";
      /** Percent; null without tax */
      tax_rate: number | null;
      category_id: string | null;
      category: string | null;
      text: string;
    }>;
    totals: {
      /** Amount in the major unit of the merchant’s currency */
      debit: number;
      /** Amount in the major unit of the merchant’s currency */
      credit: number;
    };
  };
};

export type ExportPostingsQuery = {
  /** csv: two rows for each posting; datev: a booking batch (EXTF 700), which needs accounts of digits */
  format?: "csv" | "datev" | undefined;
};

export type ExportPostingsAnswer = Blob;

export type RecountClosureBody = {
  counted: Array<{
    method: "cash" | "card" | "credit_card" | "debit_card" | "bank_transfer" | "e_wallet" | "qris" | "voucher" | "store_credit" | "points" | "other";
    /** Below 0 only for other methods than cash, of which more was refunded than sold */
    amount: number;
  }>;
  reason: string;
};

export type RecountClosureAnswer = {
  success: true;
  data: {
    id: string;
    /** Without a gap for each register */
    number: number;
    shift_id: string;
    register_id: string;
    branch_id: string;
    /** ISO 8601, UTC, milliseconds */
    opened_at: string;
    /** ISO 8601, UTC, milliseconds */
    closed_at: string;
    closed_by: {
      id: string;
      name: string;
    };
    /** YYYY-MM-DD on the merchant’s calendar */
    business_day: string;
    note: string | null;
    /** What the drawer should contain, and what was taken by other methods; null if the register is counted blind and the role may not see it */
    expected: Array<{
      method: "cash" | "card" | "credit_card" | "debit_card" | "bank_transfer" | "e_wallet" | "qris" | "voucher" | "store_credit" | "points" | "other";
      /** Amount in the major unit of the merchant’s currency */
      amount: number;
    }> | null;
    /** What was counted */
    counted: Array<{
      method: "cash" | "card" | "credit_card" | "debit_card" | "bank_transfer" | "e_wallet" | "qris" | "voucher" | "store_credit" | "points" | "other";
      /** Amount in the major unit of the merchant’s currency */
      amount: number;
    }>;
    /** counted − expected, of each counted method; null if the register is counted blind and the role may not see it */
    variance: Array<{
      method: "cash" | "card" | "credit_card" | "debit_card" | "bank_transfer" | "e_wallet" | "qris" | "voucher" | "store_credit" | "points" | "other";
      /** Amount in the major unit of the merchant’s currency */
      amount: number;
    }> | null;
    /** All sales and refunds of the register since it exists; never reset */
    lifetime: {
      /** Amount in the major unit of the merchant’s currency */
      sales: number;
      /** Amount in the major unit of the merchant’s currency */
      refunds: number;
    } | null;
    /** The sums of the shift; null if the register is counted blind and the role may not see it */
    figures: {
      /** Without sales that were voided in the same shift */
      sales: {
        count: number;
        /** Amount in the major unit of the merchant’s currency */
        amount: number;
      };
      refunds: {
        count: number;
        /** Amount in the major unit of the merchant’s currency */
        amount: number;
        /** Amount in the major unit of the merchant’s currency */
        tax: number;
      };
      voids: {
        count: number;
        /** Amount in the major unit of the merchant’s currency */
        amount: number;
      };
      /** Amount in the major unit of the merchant’s currency */
      discounts: number;
      /** Cash rounding of the sales, less that of the refunds and of voids of other shifts’ sales */
      rounding: number;
      /** Of the sales */
      tax_by_rate: Array<{
        /** Percent */
        rate: number;
        /** Amount in the major unit of the merchant’s currency */
        net: number;
        /** Amount in the major unit of the merchant’s currency */
        tax: number;
      }>;
      by_method: Array<{
        method: "cash" | "card" | "credit_card" | "debit_card" | "bank_transfer" | "e_wallet" | "qris" | "voucher" | "store_credit" | "points" | "other";
        /** Payments, without change */
        sales: number;
        /** With voids of other shifts’ sales */
        refunds: number;
        /** Amount in the major unit of the merchant’s currency */
        change: number;
      }>;
      by_cashier: Array<{
        user_id: string;
        name: string;
        count: number;
        /** Amount in the major unit of the merchant’s currency */
        amount: number;
      }>;
      by_category: Array<{
        /** null for products without a category, and custom items */
        category_id: string | null;
        name: string | null;
        quantity: number;
        /** Amount in the major unit of the merchant’s currency */
        amount: number;
      }>;
      /** Amount in the major unit of the merchant’s currency */
      paid_in: number;
      /** Amount in the major unit of the merchant’s currency */
      paid_out: number;
      /** How often the drawer was opened without a sale */
      no_sales: number;
    } | null;
    /** What became known after the closing */
    corrections: Array<{
      id: string;
      kind: "late_sale" | "late_refund" | "late_movement" | "recount";
      method: "cash" | "card" | "credit_card" | "debit_card" | "bank_transfer" | "e_wallet" | "qris" | "voucher" | "store_credit" | "points" | "other";
      /** A change: of what was counted (recount), or of what is expected */
      amount: number;
      reason: string;
      user: {
        id: string;
        name: string;
      };
      /** ISO 8601, UTC, milliseconds */
      created_at: string;
    }>;
    /** The amounts with their corrections; null without any. The closure itself stays as it was */
    corrected: {
      /** What was counted */
      expected: Array<{
        method: "cash" | "card" | "credit_card" | "debit_card" | "bank_transfer" | "e_wallet" | "qris" | "voucher" | "store_credit" | "points" | "other";
        /** Amount in the major unit of the merchant’s currency */
        amount: number;
      }>;
      /** What was counted */
      counted: Array<{
        method: "cash" | "card" | "credit_card" | "debit_card" | "bank_transfer" | "e_wallet" | "qris" | "voucher" | "store_credit" | "points" | "other";
        /** Amount in the major unit of the merchant’s currency */
        amount: number;
      }>;
      /** What was counted */
      variance: Array<{
        method: "cash" | "card" | "credit_card" | "debit_card" | "bank_transfer" | "e_wallet" | "qris" | "voucher" | "store_credit" | "points" | "other";
        /** Amount in the major unit of the merchant’s currency */
        amount: number;
      }>;
    } | null;
    /** Devices whose records have not all arrived */
    owing_devices: Array<{
      device_id: string;
      owes: Array<Array<number>>;
    }>;
  };
};

export type PrintClosureQuery = {
  /** pdf: 80 mm wide; csv: one row for each sum; escpos: commands for a receipt printer, 42 columns wide */
  format?: "pdf" | "csv" | "escpos" | undefined;
};

export type PrintClosureAnswer = Blob;

export type ListCustomersQuery = {
  page?: number | undefined;
  limit?: number | undefined;
  /** `meta.next_cursor` of the previous page; replaces `page` */
  cursor?: string | undefined;
  /** Anywhere in name, e-mail or phone, in any case */
  search?: string | undefined;
  /** name, created_at, updated_at, points, lifetime_value, id; a minus before one reverses it */
  sort?: string | undefined;
};

export type ListCustomersAnswer = {
  success: true;
  data: Array<{
    id: string;
    name: string;
    email: string | null;
    /** E.164 */
    phone: string | null;
    address: string | null;
    /** Below zero when points were spent and their sale was refunded */
    points: number;
    tier: "bronze" | "silver" | "gold" | "platinum";
    /** ISO 8601, UTC, milliseconds */
    created_at: string;
    /** ISO 8601, UTC, milliseconds */
    updated_at: string;
  }>;
  meta: {
    page: number;
    limit: number;
    total: number;
    total_pages: number;
    /** Send as `cursor` for the next page; null on the last page */
    next_cursor: string | null;
  };
};

export type CreateCustomerBody = {
  id?: string | undefined;
  name: string;
  email?: string | null | undefined;
  /** International, with a leading +; spaces, hyphens, dots and parentheses are taken out. An empty text counts as null */
  phone?: string | null | undefined;
  address?: string | null | undefined;
};

export type CreateCustomerAnswer = {
  success: true;
  data: {
    id: string;
    name: string;
    email: string | null;
    /** E.164 */
    phone: string | null;
    address: string | null;
    /** Below zero when points were spent and their sale was refunded */
    points: number;
    tier: "bronze" | "silver" | "gold" | "platinum";
    /** ISO 8601, UTC, milliseconds */
    created_at: string;
    /** ISO 8601, UTC, milliseconds */
    updated_at: string;
  };
};

export type ImportCustomersQuery = {
  /** The import’s id, chosen by the client; a repeated request gets the same response */
  import_id?: string | undefined;
  /** The same as `import_id` */
  id?: string | undefined;
};

export type ImportCustomersBody = {
  /** CSV in UTF-8 (comma, semicolon or tab) or XLSX, with a heading row; at most 50,000 rows and 10 MiB */
  file: Blob;
  /** For an import: as in the query */
  import_id?: string | undefined;
  /** JSON of field and heading, as in `/customers/import/columns` */
  mapping?: string | undefined;
  /** For phone numbers without one: `+49` */
  calling_code?: string | undefined;
};

export type ImportCustomersAnswer = {
  id: string;
  /** Number of imported rows */
  success: number;
  failed: number;
  errors: Array<{
    /** The row of the file: the heading is row 1; in CSV a record is one row */
    row: number;
    message: string;
  }>;
};

export type ReadCustomerColumnsBody = {
  /** CSV in UTF-8 (comma, semicolon or tab) or XLSX, with a heading row; at most 50,000 rows and 10 MiB */
  file: Blob;
  /** For an import: as in the query */
  import_id?: string | undefined;
  /** JSON of field and heading, as in `/customers/import/columns` */
  mapping?: string | undefined;
  /** For phone numbers without one: `+49` */
  calling_code?: string | undefined;
};

export type ReadCustomerColumnsAnswer = {
  success: true;
  source: "tillhouse" | "square" | "shopify" | "loyverse" | "unknown";
  /** The first 200 headings, with the value of the first row */
  columns: Array<{
    heading: string;
    sample: string;
  }>;
  /** The heading of each field; for `variant`, up to three */
  mapping: Record<string, Array<string> | string>;
};

export type ValidateCustomerImportBody = {
  /** CSV in UTF-8 (comma, semicolon or tab) or XLSX, with a heading row; at most 50,000 rows and 10 MiB */
  file: Blob;
  /** For an import: as in the query */
  import_id?: string | undefined;
  /** JSON of field and heading, as in `/customers/import/columns` */
  mapping?: string | undefined;
  /** For phone numbers without one: `+49` */
  calling_code?: string | undefined;
};

export type ValidateCustomerImportAnswer = {
  success: true;
  valid: boolean;
  source: "tillhouse" | "square" | "shopify" | "loyverse" | "unknown";
  counts: {
    /** Records that would be new; a variant is one */
    created: number;
    changed: number;
    unchanged: number;
    /** Rows with an error */
    failed: number;
  };
  errors: Array<string>;
  /** The first 20 customers after the import */
  preview: Array<{
    name: string;
    email: string | null;
    phone: string | null;
    points: number;
  }>;
};

export type GetCustomerAnswer = {
  success: true;
  data: {
    id: string;
    name: string;
    email: string | null;
    /** E.164 */
    phone: string | null;
    address: string | null;
    /** Below zero when points were spent and their sale was refunded */
    points: number;
    tier: "bronze" | "silver" | "gold" | "platinum";
    /** ISO 8601, UTC, milliseconds */
    created_at: string;
    /** ISO 8601, UTC, milliseconds */
    updated_at: string;
  };
};

export type UpdateCustomerBody = {
  name?: string | undefined;
  email?: string | null | undefined;
  /** International, with a leading +; spaces, hyphens, dots and parentheses are taken out. An empty text counts as null */
  phone?: string | null | undefined;
  address?: string | null | undefined;
};

export type UpdateCustomerAnswer = {
  success: true;
  data: {
    id: string;
    name: string;
    email: string | null;
    /** E.164 */
    phone: string | null;
    address: string | null;
    /** Below zero when points were spent and their sale was refunded */
    points: number;
    tier: "bronze" | "silver" | "gold" | "platinum";
    /** ISO 8601, UTC, milliseconds */
    created_at: string;
    /** ISO 8601, UTC, milliseconds */
    updated_at: string;
  };
};

export type DeleteCustomerAnswer = {
  success: true;
  message: string;
};

export type ExportCustomerDataAnswer = {
  success: true;
  data: {
    /** The currency of all amounts */
    currency: string;
    customer: {
      id: string;
      name: string;
      email: string | null;
      phone: string | null;
      address: string | null;
      points: number;
      tier: string;
      /** Amount in the major unit of the merchant’s currency */
      lifetime_value: number;
      /** ISO 8601, UTC, milliseconds */
      created_at: string;
      /** ISO 8601, UTC, milliseconds */
      updated_at: string;
      /** ISO 8601, UTC, milliseconds */
      deleted_at: string | null;
    };
    /** Oldest first */
    points_history: Array<{
      type: string;
      /** Signed */
      points: number;
      /** The balance after this entry */
      balance: number;
      transaction_id: string | null;
      reason: string | null;
      /** ISO 8601, UTC, milliseconds */
      created_at: string;
    }>;
    /** Oldest first */
    transactions: Array<{
      id: string;
      transaction_code: string;
      status: string;
      branch: string;
      /** ISO 8601, UTC, milliseconds */
      occurred_at: string;
      /** Amount in the major unit of the merchant’s currency */
      subtotal: number;
      /** Amount in the major unit of the merchant’s currency */
      discount: number;
      /** Amount in the major unit of the merchant’s currency */
      tax: number;
      /** Amount in the major unit of the merchant’s currency */
      total_amount: number;
      /** Amount in the major unit of the merchant’s currency */
      rounding: number;
      /** Amount in the major unit of the merchant’s currency */
      refunded_amount: number;
      points_earned: number;
      points_redeemed: number;
      note: string | null;
      label: string | null;
      void_reason: string | null;
      items: Array<{
        sku: string | null;
        name: string;
        quantity: number;
        /** Amount in the major unit of the merchant’s currency */
        price: number;
        /** Amount in the major unit of the merchant’s currency */
        discount: number;
        /** Amount in the major unit of the merchant’s currency */
        tax: number;
        /** Amount in the major unit of the merchant’s currency */
        total: number;
        refunded_quantity: number;
      }>;
      payments: Array<{
        method: string;
        /** Amount in the major unit of the merchant’s currency */
        amount: number;
        points: number;
        reference: string | null;
        /** ISO 8601, UTC, milliseconds */
        created_at: string;
      }>;
      refunds: Array<{
        id: string;
        /** Amount in the major unit of the merchant’s currency */
        amount: number;
        /** Amount in the major unit of the merchant’s currency */
        points_amount: number;
        /** Amount in the major unit of the merchant’s currency */
        rounding: number;
        payment_method: string;
        points_returned: number;
        points_reversed: number;
        reason: string | null;
        items: Array<{
          name: string;
          quantity: number;
          /** Amount in the major unit of the merchant’s currency */
          amount: number;
        }>;
        /** ISO 8601, UTC, milliseconds */
        created_at: string;
      }>;
    }>;
  };
};

export type EraseCustomerAnswer = {
  success: true;
  message: string;
};

export type GetLoyaltyAnswer = {
  success: true;
  data: {
    customer_id: string;
    points: number;
    tier: "bronze" | "silver" | "gold" | "platinum";
    /** Amount in the major unit of the merchant’s currency */
    lifetime_value: number;
  };
};

export type CorrectPointsBody = {
  /** Signed, not 0 */
  points: number;
  reason: string;
};

export type CorrectPointsAnswer = {
  success: true;
  data: {
    id: string;
    type: "earned" | "reversed" | "redeemed" | "returned" | "corrected";
    /** Signed */
    points: number;
    /** The balance after this entry */
    balance: number;
    transaction_id: string | null;
    refund_id: string | null;
    reason: string | null;
    user_id: string | null;
    /** ISO 8601, UTC, milliseconds */
    created_at: string;
  };
};

export type ListPointsEntriesQuery = {
  page?: number | undefined;
  limit?: number | undefined;
  /** `meta.next_cursor` of the previous page; replaces `page` */
  cursor?: string | undefined;
};

export type ListPointsEntriesAnswer = {
  success: true;
  data: Array<{
    id: string;
    type: "earned" | "reversed" | "redeemed" | "returned" | "corrected";
    /** Signed */
    points: number;
    /** The balance after this entry */
    balance: number;
    transaction_id: string | null;
    refund_id: string | null;
    reason: string | null;
    user_id: string | null;
    /** ISO 8601, UTC, milliseconds */
    created_at: string;
  }>;
  meta: {
    page: number;
    limit: number;
    total: number;
    total_pages: number;
    /** Send as `cursor` for the next page; null on the last page */
    next_cursor: string | null;
  };
};

export type GetDashboardSummaryQuery = {
  branch_id?: string | undefined;
  /** First day; default: today */
  start_date?: string | undefined;
  /** Last day, included; default: today */
  end_date?: string | undefined;
};

export type GetDashboardSummaryAnswer = {
  success: true;
  data: {
    /** YYYY-MM-DD on the merchant’s calendar */
    start_date: string;
    /** YYYY-MM-DD on the merchant’s calendar */
    end_date: string;
    /** ISO 4217 */
    currency: string;
    /** Amount in the major unit of the merchant’s currency */
    total_sales: number;
    total_transactions: number;
    /** Amount in the major unit of the merchant’s currency */
    average_transaction: number;
    items_sold: number;
    /** Amount in the major unit of the merchant’s currency */
    gross_profit: number;
    /** Amount in the major unit of the merchant’s currency */
    refunds: number;
    new_customers: number;
    /** The same figures for the same number of days before */
    previous: {
      /** YYYY-MM-DD on the merchant’s calendar */
      start_date: string;
      /** YYYY-MM-DD on the merchant’s calendar */
      end_date: string;
      /** Amount in the major unit of the merchant’s currency */
      total_sales: number;
      total_transactions: number;
      /** Amount in the major unit of the merchant’s currency */
      average_transaction: number;
      items_sold: number;
      /** Amount in the major unit of the merchant’s currency */
      gross_profit: number;
      /** Amount in the major unit of the merchant’s currency */
      refunds: number;
      new_customers: number;
    };
    change: {
      /** Percent, to a tenth; null where there is nothing to compare with */
      total_sales: number | null;
      /** Percent, to a tenth; null where there is nothing to compare with */
      total_transactions: number | null;
      /** Percent, to a tenth; null where there is nothing to compare with */
      average_transaction: number | null;
      /** Percent, to a tenth; null where there is nothing to compare with */
      items_sold: number | null;
      /** Percent, to a tenth; null where there is nothing to compare with */
      gross_profit: number | null;
      /** Percent, to a tenth; null where there is nothing to compare with */
      refunds: number | null;
      /** Percent, to a tenth; null where there is nothing to compare with */
      new_customers: number | null;
    };
    series: Array<{
      /** YYYY-MM-DD; for a single day the hours of the branch’s clock, YYYY-MM-DDTHH:00 */
      period: string;
      /** Amount in the major unit of the merchant’s currency */
      total_sales: number;
      total_transactions: number;
    }>;
    /** The period to compare with. For a period that includes today: the same weekdays whole weeks before, with figures up to the same time of day; `until` is the present minute. For others: the previous period; `until` is null. The series is that of whole days, in the order of the period’s own */
    comparison: {
      /** YYYY-MM-DD on the merchant’s calendar */
      start_date: string;
      /** YYYY-MM-DD on the merchant’s calendar */
      end_date: string;
      /** ISO 8601, UTC, milliseconds */
      until: string | null;
      /** Amount in the major unit of the merchant’s currency */
      total_sales: number;
      total_transactions: number;
      /** Amount in the major unit of the merchant’s currency */
      average_transaction: number;
      items_sold: number;
      /** Amount in the major unit of the merchant’s currency */
      gross_profit: number;
      /** Amount in the major unit of the merchant’s currency */
      refunds: number;
      change: {
        /** Percent, to a tenth; null where there is nothing to compare with */
        total_sales: number | null;
        /** Percent, to a tenth; null where there is nothing to compare with */
        total_transactions: number | null;
        /** Percent, to a tenth; null where there is nothing to compare with */
        average_transaction: number | null;
        /** Percent, to a tenth; null where there is nothing to compare with */
        items_sold: number | null;
        /** Percent, to a tenth; null where there is nothing to compare with */
        gross_profit: number | null;
        /** Percent, to a tenth; null where there is nothing to compare with */
        refunds: number | null;
      };
      series: Array<{
        /** YYYY-MM-DD; for a single day the hours of the branch’s clock, YYYY-MM-DDTHH:00 */
        period: string;
        /** Amount in the major unit of the merchant’s currency */
        total_sales: number;
        total_transactions: number;
      }>;
    };
    /** The day before today, compared with the same weekday a week earlier; null for other periods than today */
    yesterday: {
      /** YYYY-MM-DD on the merchant’s calendar */
      date: string;
      /** Amount in the major unit of the merchant’s currency */
      total_sales: number;
      total_transactions: number;
      /** YYYY-MM-DD on the merchant’s calendar */
      compared_date: string;
      /** Amount in the major unit of the merchant’s currency */
      compared_sales: number;
      /** Percent, to a tenth; null where there is nothing to compare with */
      change: number | null;
    } | null;
    top_products: Array<{
      product_id: string;
      name: string;
      sku: string;
      quantity_sold: number;
      /** Amount in the major unit of the merchant’s currency */
      revenue: number;
      /** Of the product’s first picture */
      image_url: string | null;
    }>;
    payment_methods: Array<{
      payment_method: string;
      /** Amount in the major unit of the merchant’s currency */
      amount: number;
      count: number;
    }>;
    /** Levels at or below their product’s min_stock */
    low_stock_count: number;
    /** The most urgent of these: without available stock first, then by the part of min_stock that is left */
    low_stock: Array<{
      product_id: string;
      sku: string;
      product_name: string;
      warehouse_id: string;
      warehouse_name: string;
      branch_id: string;
      /** On hand */
      stock: number;
      /** Reserved for parked sales */
      reserved: number;
      /** stock − reserved */
      available: number;
      /** The reorder point */
      min_stock: number;
    }>;
    recent_transactions: Array<{
      id: string;
      transaction_code: string;
      /** Amount in the major unit of the merchant’s currency */
      total_amount: number;
      /** Amount in the major unit of the merchant’s currency */
      refunded_amount: number;
      status: string;
      payment_method: string | null;
      branch_id: string;
      customer_id: string | null;
      /** ISO 8601, UTC, milliseconds */
      occurred_at: string;
      /** ISO 8601, UTC, milliseconds */
      created_at: string;
    }>;
  };
};

export type LoadDemoAnswer = {
  success: true;
  data: {
    /** `queued` until the work begins, `running`, then `ready`; `failed` where the last attempt failed: it is tried again */
    state: "queued" | "running" | "ready" | "failed";
    /** YYYY-MM-DD on the merchant’s calendar */
    first_day: string;
    /** YYYY-MM-DD on the merchant’s calendar */
    last_day: string;
    /** Number of days in the history */
    days: number;
    /** Number of days that are entered */
    days_done: number;
    /** Number of sales that are recorded */
    sales: number;
    /** Why the last attempt failed */
    error: string | null;
    /** ISO 8601, UTC, milliseconds */
    created_at: string;
    /** ISO 8601, UTC, milliseconds */
    finished_at: string | null;
  };
};

export type GetDemoAnswer = {
  success: true;
  data: {
    /** `queued` until the work begins, `running`, then `ready`; `failed` where the last attempt failed: it is tried again */
    state: "queued" | "running" | "ready" | "failed";
    /** YYYY-MM-DD on the merchant’s calendar */
    first_day: string;
    /** YYYY-MM-DD on the merchant’s calendar */
    last_day: string;
    /** Number of days in the history */
    days: number;
    /** Number of days that are entered */
    days_done: number;
    /** Number of sales that are recorded */
    sales: number;
    /** Why the last attempt failed */
    error: string | null;
    /** ISO 8601, UTC, milliseconds */
    created_at: string;
    /** ISO 8601, UTC, milliseconds */
    finished_at: string | null;
  };
};

export type ListDevicesQuery = {
  page?: number | undefined;
  limit?: number | undefined;
  /** `meta.next_cursor` of the previous page; replaces `page` */
  cursor?: string | undefined;
};

export type ListDevicesAnswer = {
  success: true;
  data: Array<{
    id: string;
    platform: "ios" | "android" | "web";
    name: string | null;
    /** ISO 8601, UTC, milliseconds */
    created_at: string;
    /** ISO 8601, UTC, milliseconds */
    updated_at: string;
  }>;
  meta: {
    page: number;
    limit: number;
    total: number;
    total_pages: number;
    /** Send as `cursor` for the next page; null on the last page */
    next_cursor: string | null;
  };
};

export type DeleteDeviceAnswer = {
  success: true;
  message: string;
};

export type ListEventsQuery = {
  /** `meta.next_cursor` of the previous page, or the `sequence` of an event; default: the oldest kept */
  after?: string | undefined;
  /** Comma-separated; `sale.*` means all with that prefix */
  types?: string | undefined;
  limit?: number | undefined;
};

export type ListEventsAnswer = {
  success: true;
  data: Array<{
    id: string;
    type: string;
    /** ISO 8601, UTC, milliseconds */
    timestamp: string;
    /** Increases by one with each event of the merchant */
    sequence: number;
    merchant_id: string;
    /** The record that the event is about */
    subject_id: string;
    /** The user who did it */
    user_id: string | null;
    /** The API key that did it on behalf of the user who created it; null for a signed-in user */
    api_key_id: string | null;
    /** The record as the API showed it at that time; its schema depends on the type, see `webhooks` */
    data: Record<string, unknown>;
  }>;
  meta: {
    next_cursor: string;
    has_more: boolean;
  };
};

export type CreateExportBody = {
  report_type: "sales" | "transactions" | "products" | "inventory" | "customers" | "sales_by_product" | "sales_by_category" | "sales_by_staff" | "sales_by_hour" | "sales_tax" | "sales_discounts" | "sales_refunds";
  format: "csv" | "xlsx" | "pdf";
  /** First day; needed for sales and transactions */
  start_date?: string | undefined;
  /** Last day, included; needed for sales and transactions */
  end_date?: string | undefined;
  branch_id?: string | undefined;
  /** Of headings and words. Without it they are the names of the API, which do not change; those of a PDF are English */
  language?: "en" | "id" | "de" | undefined;
  /** Only for sales_by_product */
  search?: string | undefined;
  /** Only for sales_by_product. Default: -revenue */
  sort?: "-revenue" | "revenue" | "-quantity" | "quantity" | "name" | "-name" | "-gross_profit" | "gross_profit" | "-margin" | "margin" | undefined;
  /** Only for sales: a row for each calendar period, named by its first day. Default: day */
  group_by?: "day" | "week" | "month" | undefined;
  /** Only for sales_refunds */
  kind?: "refund" | "void" | undefined;
  /** Only for sales_refunds: who refunded or voided */
  user_id?: string | undefined;
};

export type CreateExportAnswer = {
  success: true;
  data: {
    id: string;
    /** `queued` until it is its turn, `running` while the file is written, then `ready` or `failed` */
    state: "queued" | "running" | "ready" | "failed";
    report_type: "sales" | "transactions" | "products" | "inventory" | "customers" | "sales_by_product" | "sales_by_category" | "sales_by_staff" | "sales_by_hour" | "sales_tax" | "sales_discounts" | "sales_refunds";
    format: "csv" | "xlsx" | "pdf";
    /** YYYY-MM-DD on the merchant’s calendar */
    start_date: string | null;
    /** YYYY-MM-DD on the merchant’s calendar */
    end_date: string | null;
    /** The branch that was named */
    branch_id: string | null;
    language: "en" | "id" | "de" | null;
    /** The user who started it */
    user_id: string;
    /** It has waited for a minute, or its process has not reported for half a minute. Another process takes it over, unless no process of the service does background work */
    is_stalled: boolean;
    /** Updated about once a second */
    rows_written: number;
    /** An estimate: the rows there were when it began. Null before, and where they are not counted (sales) */
    rows_expected: number | null;
    /** Once it is ready: signed, works as long as the user or API key that requested it may read what it shows */
    download_url: string | null;
    /** When the file is removed: a day after it was ready. The export is not found then */
    expires_at: string | null;
    /** The reason of the failure */
    error: string | null;
    /** ISO 8601, UTC, milliseconds */
    created_at: string;
    /** ISO 8601, UTC, milliseconds */
    finished_at: string | null;
  };
};

export type ListExportsQuery = {
  page?: number | undefined;
  limit?: number | undefined;
  /** `meta.next_cursor` of the previous page; replaces `page` */
  cursor?: string | undefined;
};

export type ListExportsAnswer = {
  success: true;
  data: Array<{
    id: string;
    /** `queued` until it is its turn, `running` while the file is written, then `ready` or `failed` */
    state: "queued" | "running" | "ready" | "failed";
    report_type: "sales" | "transactions" | "products" | "inventory" | "customers" | "sales_by_product" | "sales_by_category" | "sales_by_staff" | "sales_by_hour" | "sales_tax" | "sales_discounts" | "sales_refunds";
    format: "csv" | "xlsx" | "pdf";
    /** YYYY-MM-DD on the merchant’s calendar */
    start_date: string | null;
    /** YYYY-MM-DD on the merchant’s calendar */
    end_date: string | null;
    /** The branch that was named */
    branch_id: string | null;
    language: "en" | "id" | "de" | null;
    /** The user who started it */
    user_id: string;
    /** It has waited for a minute, or its process has not reported for half a minute. Another process takes it over, unless no process of the service does background work */
    is_stalled: boolean;
    /** Updated about once a second */
    rows_written: number;
    /** An estimate: the rows there were when it began. Null before, and where they are not counted (sales) */
    rows_expected: number | null;
    /** Once it is ready: signed, works as long as the user or API key that requested it may read what it shows */
    download_url: string | null;
    /** When the file is removed: a day after it was ready. The export is not found then */
    expires_at: string | null;
    /** The reason of the failure */
    error: string | null;
    /** ISO 8601, UTC, milliseconds */
    created_at: string;
    /** ISO 8601, UTC, milliseconds */
    finished_at: string | null;
  }>;
  meta: {
    page: number;
    limit: number;
    total: number;
    total_pages: number;
    /** Send as `cursor` for the next page; null on the last page */
    next_cursor: string | null;
  };
};

export type GetExportAnswer = {
  success: true;
  data: {
    id: string;
    /** `queued` until it is its turn, `running` while the file is written, then `ready` or `failed` */
    state: "queued" | "running" | "ready" | "failed";
    report_type: "sales" | "transactions" | "products" | "inventory" | "customers" | "sales_by_product" | "sales_by_category" | "sales_by_staff" | "sales_by_hour" | "sales_tax" | "sales_discounts" | "sales_refunds";
    format: "csv" | "xlsx" | "pdf";
    /** YYYY-MM-DD on the merchant’s calendar */
    start_date: string | null;
    /** YYYY-MM-DD on the merchant’s calendar */
    end_date: string | null;
    /** The branch that was named */
    branch_id: string | null;
    language: "en" | "id" | "de" | null;
    /** The user who started it */
    user_id: string;
    /** It has waited for a minute, or its process has not reported for half a minute. Another process takes it over, unless no process of the service does background work */
    is_stalled: boolean;
    /** Updated about once a second */
    rows_written: number;
    /** An estimate: the rows there were when it began. Null before, and where they are not counted (sales) */
    rows_expected: number | null;
    /** Once it is ready: signed, works as long as the user or API key that requested it may read what it shows */
    download_url: string | null;
    /** When the file is removed: a day after it was ready. The export is not found then */
    expires_at: string | null;
    /** The reason of the failure */
    error: string | null;
    /** ISO 8601, UTC, milliseconds */
    created_at: string;
    /** ISO 8601, UTC, milliseconds */
    finished_at: string | null;
  };
};

export type CancelExportAnswer = {
  success: true;
  message: string;
};

export type CheckInvariantsAnswer = {
  success: true;
  data: {
    /** Whether all invariants hold */
    ok: boolean;
    /** ISO 8601, UTC, milliseconds */
    checked_at: string;
    duration_ms: number;
    invariants: Array<{
      /** As in the metric and in server/invariants.sql */
      id: string;
      /** The invariant, as a sentence */
      holds: string;
      /** Number of rows that violate it */
      broken: number;
      /** The first 20 of them */
      rows: Array<{
        /** The row’s values by column, as text; amounts in minor units */
        record: Record<string, string | null>;
        /** How to repair it */
        mend: string;
      }>;
    }>;
  };
};

export type ListInventoryQuery = {
  /** The list to return. Default: records if only parameters of records (or `page`, `limit`) are given, else levels */
  view?: "levels" | "records" | undefined;
  /** Levels: only of this product or variant */
  product_id?: string | undefined;
  /** Levels: with `product_id`, also of its variants */
  with_variants?: boolean | undefined;
  /** Levels: only in this warehouse */
  warehouse_id?: string | undefined;
  /** Only what has a level in this branch */
  branch_id?: string | undefined;
  /** Levels: only low stock */
  low_stock?: boolean | undefined;
  /** Levels: sorted by `product_name` or `sku`, comma-separated, a minus before one reverses it; default: by id */
  sort?: string | undefined;
  /** Records: matches anywhere in a name or SKU, also of variants */
  search?: string | undefined;
  /** Records: only of this category, in any case */
  category?: string | undefined;
  /** Records: only with this status */
  status?: "active" | "inactive" | undefined;
  /** Records: sorted by this field; default: newest first */
  sort_by?: "id" | "name" | "sku" | "price" | "stock" | "minStock" | "category" | "status" | "createdAt" | "updatedAt" | "min_stock" | "created_at" | "updated_at" | undefined;
  /** Records: `asc` by default */
  sort_order?: "asc" | "desc" | undefined;
  /** Levels are paged only if a page is requested */
  page?: number | undefined;
  /** Default: 20 */
  limit?: number | undefined;
  /** `meta.next_cursor` of the previous page; replaces `page` */
  cursor?: string | undefined;
};

export type ListInventoryAnswer = {
  success: true;
  data: Array<{
    product_id: string;
    sku: string;
    product_name: string;
    warehouse_id: string;
    warehouse_name: string;
    branch_id: string;
    /** On hand */
    stock: number;
    /** Reserved for parked sales */
    reserved: number;
    /** stock − reserved */
    available: number;
    min_stock: number | null;
    /** available ≤ min_stock */
    low_stock: boolean;
  }>;
  meta: {
    page: number;
    limit: number;
    total: number;
    total_pages: number;
    /** Send as `cursor` for the next page; null on the last page */
    next_cursor: string | null;
  };
} | {
  success: true;
  data: Array<{
    id: string;
    name: string;
    sku: string;
    /** Amount in the major unit of the merchant’s currency */
    price: number;
    /** On hand in all warehouses together */
    stock: number;
    minStock: number | null;
    category: string | null;
    status: "active" | "inactive";
    /** ISO 8601, UTC, milliseconds */
    createdAt: string;
    /** ISO 8601, UTC, milliseconds */
    updatedAt: string;
  }>;
  meta: {
    page: number;
    limit: number;
    total: number;
    totalPages: number;
    /** The `cursor` of the next page; null on the last */
    nextCursor: string | null;
  };
};

export type CreateRecordBody = {
  name: string;
  sku: string;
  /** Amount in the major unit of the merchant’s currency */
  price: number;
  /** On hand in all warehouses together */
  stock: number;
  category: string;
  minStock?: number | null | undefined;
  status?: "active" | "inactive" | undefined;
};

export type CreateRecordAnswer = {
  success: true;
  id: string;
  name: string;
  sku: string;
  /** Amount in the major unit of the merchant’s currency */
  price: number;
  /** On hand in all warehouses together */
  stock: number;
  minStock: number | null;
  category: string | null;
  status: "active" | "inactive";
  /** ISO 8601, UTC, milliseconds */
  createdAt: string;
  /** ISO 8601, UTC, milliseconds */
  updatedAt: string;
};

export type AdjustStockBody = {
  product_id: string;
  /** Default, also for null: the default warehouse of your branch */
  warehouse_id?: string | null | undefined;
  /** 1 to 1,000,000; the counted quantity for `adjustment`, which may be 0 */
  quantity: number;
  type: "addition" | "subtraction" | "adjustment" | "in" | "out";
  /** Only for `adjustment`: the quantity on hand when it was counted. Only the difference is applied, so that what was sold between the count and this request stays sold. */
  expected?: number | undefined;
  reason?: string | null | undefined;
  reference?: string | null | undefined;
};

export type AdjustStockAnswer = {
  success: true;
  data: {
    /** null if a count changed nothing */
    movement: {
      id: string;
      product_id: string;
      warehouse_id: string;
      /** Signed change */
      quantity: number;
      /** On hand afterwards */
      balance: number;
      type: "initial" | "addition" | "subtraction" | "adjustment" | "transfer_out" | "transfer_in" | "sale" | "refund" | "void" | "import";
      reason: string | null;
      reference: string | null;
      user_id: string | null;
      /** ISO 8601, UTC, milliseconds */
      created_at: string;
    } | null;
    level: {
      product_id: string;
      sku: string;
      product_name: string;
      warehouse_id: string;
      warehouse_name: string;
      branch_id: string;
      /** On hand */
      stock: number;
      /** Reserved for parked sales */
      reserved: number;
      /** stock − reserved */
      available: number;
      min_stock: number | null;
      /** available ≤ min_stock */
      low_stock: boolean;
    };
  };
};

export type DeleteRecordsBody = {
  ids: Array<string>;
};

export type DeleteRecordsAnswer = undefined;

export type ExportRecordsQuery = {
  format: "csv" | "xlsx";
  /** Records: matches anywhere in a name or SKU, also of variants */
  search?: string | undefined;
  /** Records: only of this category, in any case */
  category?: string | undefined;
  /** Records: only with this status */
  status?: "active" | "inactive" | undefined;
  /** Records: sorted by this field; default: newest first */
  sort_by?: "id" | "name" | "sku" | "price" | "stock" | "minStock" | "category" | "status" | "createdAt" | "updatedAt" | "min_stock" | "created_at" | "updated_at" | undefined;
  /** Records: `asc` by default */
  sort_order?: "asc" | "desc" | undefined;
  /** Only what has a level in this branch */
  branch_id?: string | undefined;
};

export type ExportRecordsAnswer = Blob;

export type ImportRecordsQuery = {
  /** The import’s id, chosen by the client; a repeated request gets the same response */
  import_id?: string | undefined;
  /** The same as `import_id` */
  id?: string | undefined;
};

export type ImportRecordsBody = {
  /** CSV in UTF-8 (comma, semicolon or tab) or XLSX, with a heading row; at most 50,000 rows and 10 MiB */
  file: Blob;
  /** For an import: as in the query */
  import_id?: string | undefined;
  /** JSON of field and heading, as in `/inventory/import/columns`, for files with other headings. Without it, files of Square, Shopify and Loyverse are recognised */
  mapping?: string | undefined;
  /** JSON of heading and warehouse id, for columns with the stock of one location */
  stock_columns?: string | undefined;
  /** The warehouse of the stock column; without it, the stock is that of all warehouses together */
  warehouse_id?: string | undefined;
};

export type ImportRecordsAnswer = {
  id: string;
  /** Number of imported rows */
  success: number;
  failed: number;
  errors: Array<{
    /** The row of the file: the heading is row 1; in CSV a record is one row */
    row: number;
    message: string;
  }>;
};

export type ReadImportColumnsBody = {
  /** CSV in UTF-8 (comma, semicolon or tab) or XLSX, with a heading row; at most 50,000 rows and 10 MiB */
  file: Blob;
  /** For an import: as in the query */
  import_id?: string | undefined;
  /** JSON of field and heading, as in `/inventory/import/columns`, for files with other headings. Without it, files of Square, Shopify and Loyverse are recognised */
  mapping?: string | undefined;
  /** JSON of heading and warehouse id, for columns with the stock of one location */
  stock_columns?: string | undefined;
  /** The warehouse of the stock column; without it, the stock is that of all warehouses together */
  warehouse_id?: string | undefined;
};

export type ReadImportColumnsAnswer = {
  success: true;
  source: "tillhouse" | "square" | "shopify" | "loyverse" | "unknown";
  /** The first 200 headings, with the value of the first row */
  columns: Array<{
    heading: string;
    sample: string;
  }>;
  /** The heading of each field; for `variant`, up to three */
  mapping: Record<string, Array<string> | string>;
  /** The columns with the stock of one location, with the warehouse of the same name */
  stock_columns: Array<{
    heading: string;
    /** The other program’s name of the location */
    location: string;
    warehouse_id: string | null;
  }>;
};

export type ValidateImportBody = {
  /** CSV in UTF-8 (comma, semicolon or tab) or XLSX, with a heading row; at most 50,000 rows and 10 MiB */
  file: Blob;
  /** For an import: as in the query */
  import_id?: string | undefined;
  /** JSON of field and heading, as in `/inventory/import/columns`, for files with other headings. Without it, files of Square, Shopify and Loyverse are recognised */
  mapping?: string | undefined;
  /** JSON of heading and warehouse id, for columns with the stock of one location */
  stock_columns?: string | undefined;
  /** The warehouse of the stock column; without it, the stock is that of all warehouses together */
  warehouse_id?: string | undefined;
};

export type ValidateImportAnswer = {
  success: true;
  valid: boolean;
  errors: Array<string>;
  source: "tillhouse" | "square" | "shopify" | "loyverse" | "unknown";
  counts: {
    /** Records that would be new; a variant is one */
    created: number;
    changed: number;
    unchanged: number;
    /** Rows with an error */
    failed: number;
  };
  /** The sums of the file’s readable rows, to compare with the program that wrote it */
  totals: {
    products: number;
    variants: number;
    /** By warehouse; null for all of them together */
    stock: Array<{
      warehouse_id: string | null;
      units: number;
      /** Amount in the major unit of the merchant’s currency */
      value_at_cost: number;
      /** Amount in the major unit of the merchant’s currency */
      value_at_price: number;
    }>;
  };
  /** The first 20 records after the import; a new one will get another id */
  preview: Array<{
    id: string;
    name: string;
    sku: string;
    /** Amount in the major unit of the merchant’s currency */
    price: number;
    /** On hand in all warehouses together */
    stock: number;
    minStock: number | null;
    category: string | null;
    status: "active" | "inactive";
    /** ISO 8601, UTC, milliseconds */
    createdAt: string;
    /** ISO 8601, UTC, milliseconds */
    updatedAt: string;
  }>;
};

export type ListImportsQuery = {
  page?: number | undefined;
  limit?: number | undefined;
  /** `meta.next_cursor` of the previous page; replaces `page` */
  cursor?: string | undefined;
};

export type ListImportsAnswer = {
  success: true;
  data: Array<{
    id: string;
    kind: "products" | "customers";
    file_name: string;
    status: "running" | "done" | "failed" | "interrupted";
    undo: "possible" | "running" | "done" | null;
    /** Number of rows below the heading */
    total: number;
    done: number;
    imported: number;
    failed: number;
    /** ISO 8601, UTC, milliseconds */
    started_at: string;
    /** ISO 8601, UTC, milliseconds */
    finished_at: string | null;
    /** The first 100 errors */
    errors: Array<{
      /** The row of the file: the heading is row 1; in CSV a record is one row */
      row: number;
      message: string;
    }>;
  }>;
  meta: {
    page: number;
    limit: number;
    total: number;
    total_pages: number;
    /** Send as `cursor` for the next page; null on the last page */
    next_cursor: string | null;
  };
};

export type GetImportAnswer = {
  success: true;
  data: {
    id: string;
    kind: "products" | "customers";
    file_name: string;
    status: "running" | "done" | "failed" | "interrupted";
    undo: "possible" | "running" | "done" | null;
    /** Number of rows below the heading */
    total: number;
    done: number;
    imported: number;
    failed: number;
    /** ISO 8601, UTC, milliseconds */
    started_at: string;
    /** ISO 8601, UTC, milliseconds */
    finished_at: string | null;
    /** The first 100 errors */
    errors: Array<{
      /** The row of the file: the heading is row 1; in CSV a record is one row */
      row: number;
      message: string;
    }>;
  };
};

export type PreviewUndoAnswer = {
  success: true;
  data: {
    /** Records that the import had created */
    removed: number;
    /** Records with fields that were set back */
    restored: number;
    /** Levels of stock that were set back by movements */
    stock_reversed: number;
    /** What was edited, sold or moved since */
    kept: number;
    /** What a rule of stock or of the catalogue forbids */
    failed: number;
    /** The first 100 that were kept or failed */
    entries: Array<{
      id: string;
      sku: string | null;
      name: string;
      /** The field, `stock`, or null for the whole record */
      field: string | null;
      outcome: "kept" | "failed";
      reason: string;
    }>;
  };
};

export type UndoImportAnswer = {
  success: true;
  data: {
    /** Records that the import had created */
    removed: number;
    /** Records with fields that were set back */
    restored: number;
    /** Levels of stock that were set back by movements */
    stock_reversed: number;
    /** What was edited, sold or moved since */
    kept: number;
    /** What a rule of stock or of the catalogue forbids */
    failed: number;
    /** The first 100 that were kept or failed */
    entries: Array<{
      id: string;
      sku: string | null;
      name: string;
      /** The field, `stock`, or null for the whole record */
      field: string | null;
      outcome: "kept" | "failed";
      reason: string;
    }>;
  };
};

export type ListMovementsQuery = {
  page?: number | undefined;
  limit?: number | undefined;
  /** `meta.next_cursor` of the previous page; replaces `page` */
  cursor?: string | undefined;
  product_id?: string | undefined;
  /** With `product_id`: also of its variants */
  with_variants?: boolean | undefined;
  warehouse_id?: string | undefined;
  /** A type as shown, or one of an adjustment: `in` finds each `addition`, `out` each `subtraction` */
  type?: "initial" | "addition" | "subtraction" | "adjustment" | "transfer_out" | "transfer_in" | "sale" | "refund" | "void" | "import" | "in" | "out" | undefined;
  /** Inclusive: a day in the merchant’s time zone, or a timestamp */
  start_date?: string | undefined;
  /** Inclusive: a day in the merchant’s time zone, or a timestamp */
  end_date?: string | undefined;
};

export type ListMovementsAnswer = {
  success: true;
  data: Array<{
    id: string;
    product_id: string;
    warehouse_id: string;
    /** Signed change */
    quantity: number;
    /** On hand afterwards */
    balance: number;
    type: "initial" | "addition" | "subtraction" | "adjustment" | "transfer_out" | "transfer_in" | "sale" | "refund" | "void" | "import";
    reason: string | null;
    reference: string | null;
    user_id: string | null;
    /** ISO 8601, UTC, milliseconds */
    created_at: string;
    sku: string;
    /** For a variant, after the product’s name */
    product_name: string;
    warehouse_name: string;
    user_name: string | null;
  }>;
  meta: {
    page: number;
    limit: number;
    total: number;
    total_pages: number;
    /** Send as `cursor` for the next page; null on the last page */
    next_cursor: string | null;
  };
};

export type AdjustRecordBody = {
  productId: string;
  /** Default: the default warehouse of your branch */
  warehouseId?: string | undefined;
  /** 1 to 1,000,000; the counted quantity for `adjustment`, which may be 0 */
  quantity: number;
  type: "in" | "out" | "adjustment" | "addition" | "subtraction";
  reason?: string | null | undefined;
  reference?: string | null | undefined;
};

export type AdjustRecordAnswer = {
  success: true;
  id: string;
  name: string;
  sku: string;
  /** Amount in the major unit of the merchant’s currency */
  price: number;
  /** On hand in all warehouses together */
  stock: number;
  minStock: number | null;
  category: string | null;
  status: "active" | "inactive";
  /** ISO 8601, UTC, milliseconds */
  createdAt: string;
  /** ISO 8601, UTC, milliseconds */
  updatedAt: string;
};

export type TransferRecordBody = {
  productId: string;
  fromWarehouse: string;
  toWarehouse: string;
  quantity: number;
  reason?: string | null | undefined;
  reference?: string | null | undefined;
};

export type TransferRecordAnswer = undefined;

export type TransferStockBody = {
  product_id: string;
  from_warehouse: string;
  to_warehouse: string;
  quantity: number;
  reason?: string | null | undefined;
  reference?: string | null | undefined;
};

export type TransferStockAnswer = {
  success: true;
  data: {
    id: string;
    product_id: string;
    from_warehouse: string;
    to_warehouse: string;
    quantity: number;
    from_level: {
      product_id: string;
      sku: string;
      product_name: string;
      warehouse_id: string;
      warehouse_name: string;
      branch_id: string;
      /** On hand */
      stock: number;
      /** Reserved for parked sales */
      reserved: number;
      /** stock − reserved */
      available: number;
      min_stock: number | null;
      /** available ≤ min_stock */
      low_stock: boolean;
    };
    to_level: {
      product_id: string;
      sku: string;
      product_name: string;
      warehouse_id: string;
      warehouse_name: string;
      branch_id: string;
      /** On hand */
      stock: number;
      /** Reserved for parked sales */
      reserved: number;
      /** stock − reserved */
      available: number;
      min_stock: number | null;
      /** available ≤ min_stock */
      low_stock: boolean;
    };
    /** ISO 8601, UTC, milliseconds */
    created_at: string;
  };
};

export type GetRecordAnswer = {
  success: true;
  id: string;
  name: string;
  sku: string;
  /** Amount in the major unit of the merchant’s currency */
  price: number;
  /** On hand in all warehouses together */
  stock: number;
  minStock: number | null;
  category: string | null;
  status: "active" | "inactive";
  /** ISO 8601, UTC, milliseconds */
  createdAt: string;
  /** ISO 8601, UTC, milliseconds */
  updatedAt: string;
};

export type UpdateRecordBody = {
  name?: string | undefined;
  sku?: string | undefined;
  /** Amount in the major unit of the merchant’s currency */
  price?: number | undefined;
  /** On hand in all warehouses together; below 0 only as it is, or if the merchant allows negative stock */
  stock?: number | undefined;
  category?: string | null | undefined;
  minStock?: number | null | undefined;
  status?: "active" | "inactive" | undefined;
};

export type UpdateRecordAnswer = {
  success: true;
  id: string;
  name: string;
  sku: string;
  /** Amount in the major unit of the merchant’s currency */
  price: number;
  /** On hand in all warehouses together */
  stock: number;
  minStock: number | null;
  category: string | null;
  status: "active" | "inactive";
  /** ISO 8601, UTC, milliseconds */
  createdAt: string;
  /** ISO 8601, UTC, milliseconds */
  updatedAt: string;
};

export type PatchRecordBody = {
  name?: string | undefined;
  sku?: string | undefined;
  /** Amount in the major unit of the merchant’s currency */
  price?: number | undefined;
  /** On hand in all warehouses together; below 0 only as it is, or if the merchant allows negative stock */
  stock?: number | undefined;
  category?: string | null | undefined;
  minStock?: number | null | undefined;
  status?: "active" | "inactive" | undefined;
};

export type PatchRecordAnswer = {
  success: true;
  id: string;
  name: string;
  sku: string;
  /** Amount in the major unit of the merchant’s currency */
  price: number;
  /** On hand in all warehouses together */
  stock: number;
  minStock: number | null;
  category: string | null;
  status: "active" | "inactive";
  /** ISO 8601, UTC, milliseconds */
  createdAt: string;
  /** ISO 8601, UTC, milliseconds */
  updatedAt: string;
};

export type DeleteRecordAnswer = undefined;

export type ListJobsQuery = {
  page?: number | undefined;
  limit?: number | undefined;
  /** `meta.next_cursor` of the previous page; replaces `page` */
  cursor?: string | undefined;
  state?: "created" | "retry" | "active" | "completed" | "cancelled" | "failed" | undefined;
};

export type ListJobsAnswer = {
  success: true;
  data: Array<{
    id: string;
    name: string;
    state: "created" | "retry" | "active" | "completed" | "cancelled" | "failed";
    attempts: number;
    attempts_at_most: number;
    /** Of the last attempt that failed */
    error: string | null;
    /** ISO 8601, UTC, milliseconds */
    created_at: string;
    /** ISO 8601, UTC, milliseconds */
    started_at: string | null;
    /** ISO 8601, UTC, milliseconds */
    finished_at: string | null;
    /** ISO 8601, UTC, milliseconds */
    next_attempt_at: string | null;
  }>;
  meta: {
    page: number;
    limit: number;
    total: number;
    total_pages: number;
    /** Send as `cursor` for the next page; null on the last page */
    next_cursor: string | null;
  };
};

export type GetDiskSpaceAnswer = {
  success: true;
  data: {
    /** `low`: files will soon be rejected; `files_rejected`: pictures and exports are; `changes_rejected`: all changes are */
    state: "ok" | "low" | "files_rejected" | "changes_rejected";
  };
};

export type GetJournalAnswer = {
  success: true;
  data: {
    register_id: string;
    /** The number of the last entry; 0 without entries */
    number: number;
    /** The SHA-256 of the last entry, in hexadecimal */
    hash: string;
    /** ISO 8601, UTC, milliseconds */
    recorded_at: string | null;
    /** The last day that is signed, for all registers */
    signed_to: string | null;
    keys: Array<{
      number: number;
      /** Ed25519, in hexadecimal */
      public_key: string;
      /** The first 16 bytes of the SHA-256 of the key, in hexadecimal */
      fingerprint: string;
    }>;
  };
};

export type ExportJournalQuery = {
  /** The number of the last entry of an earlier export; 0 for the whole journal */
  after?: number | undefined;
};

export type ExportJournalAnswer = Blob;

export type LookUpCodeQuery = {
  /** A barcode or SKU, or a part of a name or code */
  code: string;
  /** The branch whose stock is shown; default: the caller’s branch, or the default branch */
  branch_id?: string | undefined;
};

export type LookUpCodeAnswer = {
  success: true;
  data: {
    match: "barcode" | "sku" | "none";
    sellable: {
      /** The `product_id` for an item of a transaction */
      id: string;
      /** The product; for a variant its parent */
      product_id: string;
      /** Includes the variant’s name */
      name: string;
      sku: string;
      barcode: string | null;
      /** Amount in the major unit of the merchant’s currency */
      price: number;
      /** Percent; null: the merchant’s rate */
      tax_rate: number | null;
      track_stock: boolean;
      /** What a sale can take: on hand and not reserved in the default warehouse of the branch; null if stock is not tracked */
      available: number | null;
      image: string | null;
    } | null;
    /** Possible matches, if no barcode or SKU equals the code */
    candidates: Array<{
      /** The `product_id` for an item of a transaction */
      id: string;
      /** The product; for a variant its parent */
      product_id: string;
      /** Includes the variant’s name */
      name: string;
      sku: string;
      barcode: string | null;
      /** Amount in the major unit of the merchant’s currency */
      price: number;
      /** Percent; null: the merchant’s rate */
      tax_rate: number | null;
      track_stock: boolean;
      /** What a sale can take: on hand and not reserved in the default warehouse of the branch; null if stock is not tracked */
      available: number | null;
      image: string | null;
    }>;
  };
};

export type GetMerchantAnswer = {
  success: true;
  data: {
    id: string;
    name: string;
    /** ISO 4217 */
    currency: string;
    /** IANA time zone */
    timezone: string;
    tax_mode: "none" | "inclusive" | "exclusive";
    /** Percent, up to 4 decimals: 11 is 11 % */
    tax_rate: number;
    /** Points per whole unit of currency, up to 6 decimals */
    loyalty_rate: number;
    /** The value of one point when spent, in the major unit of the currency, up to 6 decimals; 0: points are not accepted */
    point_value: number;
    /** The smallest cash amount, in the major unit of the currency: what is paid in cash is rounded half up to a multiple of it; null: cash is not rounded */
    cash_rounding: number | null;
    loyalty_tiers: {
      /** Amount in the major unit of the merchant’s currency */
      silver: number;
      /** Amount in the major unit of the merchant’s currency */
      gold: number;
      /** Amount in the major unit of the merchant’s currency */
      platinum: number;
    };
    allow_negative_stock: boolean;
    /** Whether a sale may have custom items, with their own name and price instead of a product */
    allow_custom_items: boolean;
    price_override_roles: Array<"owner" | "manager" | "cashier" | "stock_clerk" | "viewer">;
    /** Amount in the major unit of the merchant’s currency */
    cashier_refund_limit: number | null;
    /** The highest discount of a role, in percent of the list price. Does not apply to roles that may change prices */
    max_discount_percent: {
      /** Percent, up to 4 decimals: 11 is 11 % */
      owner: number;
      /** Percent, up to 4 decimals: 11 is 11 % */
      manager: number;
      /** Percent, up to 4 decimals: 11 is 11 % */
      cashier: number;
    };
    /** How many days a role may backdate a sale with `occurred_at` */
    max_backdate_days: {
      owner: number;
      manager: number;
      cashier: number;
    };
    /** Whether a cashier refunds money only by a method that the sale was paid with */
    refund_to_original_method: boolean;
    /** Roles that need an authenticator app or a passkey */
    require_totp_roles: Array<"owner" | "manager" | "cashier" | "stock_clerk" | "viewer">;
    /** The merchant’s tax number, for receipts */
    tax_number: string | null;
    /** For receipts */
    address: string | null;
    /** For receipts */
    phone: string | null;
    /** Text at the end of a receipt */
    receipt_footer: string | null;
    /** Offered by a till, in this order */
    payment_methods: Array<"cash" | "card" | "credit_card" | "debit_card" | "bank_transfer" | "e_wallet" | "qris" | "voucher" | "store_credit" | "points" | "other">;
    /** When another person must approve an act */
    approval_rules: Array<{
      /** `write_off` is for writing off what a lost device has not sent. No operation needs it yet */
      action: "refund" | "void" | "discount" | "price_override" | "no_sale" | "paid_out" | "shift_variance" | "stock_adjustment" | "write_off";
      /** Approval is needed above this amount; not for no_sale */
      above_amount: number | null;
      /** Approval is needed above this share, up to 4 decimals; for refund, discount and price_override */
      above_percent: number | null;
      /** Approval is needed above this number of units; for stock_adjustment */
      above_quantity: number | null;
      /** Roles that need no approval, and may approve; empty for owner and manager */
      exempt_roles: Array<"owner" | "manager" | "cashier" | "stock_clerk" | "viewer">;
    }>;
    /** The limit of the rule for `shift_variance`; null without a limit */
    variance_limit: number | null;
    /** How long an approval is valid after its request */
    approval_minutes: number;
    /** ISO 8601, UTC, milliseconds */
    created_at: string;
    /** ISO 8601, UTC, milliseconds */
    updated_at: string;
  };
};

export type UpdateMerchantBody = {
  name?: string | undefined;
  /** ISO 4217; changes only while there is no product and no transaction */
  currency?: string | undefined;
  /** IANA time zone */
  timezone?: string | undefined;
  tax_mode?: "none" | "inclusive" | "exclusive" | undefined;
  /** Percent, up to 4 decimals: 11 is 11 % */
  tax_rate?: number | undefined;
  /** Points per whole unit of currency, up to 6 decimals */
  loyalty_rate?: number | undefined;
  /** The value of one point when spent, in the major unit of the currency, up to 6 decimals; 0: points are not accepted */
  point_value?: number | undefined;
  /** The smallest cash amount, in the major unit of the currency: what is paid in cash is rounded half up to a multiple of it; null: cash is not rounded */
  cash_rounding?: number | null | undefined;
  loyalty_tiers?: {
    /** Amount in the major unit of the merchant’s currency */
    silver?: number | undefined;
    /** Amount in the major unit of the merchant’s currency */
    gold?: number | undefined;
    /** Amount in the major unit of the merchant’s currency */
    platinum?: number | undefined;
  } | undefined;
  allow_negative_stock?: boolean | undefined;
  allow_custom_items?: boolean | undefined;
  price_override_roles?: Array<"owner" | "manager" | "cashier" | "stock_clerk" | "viewer"> | undefined;
  /** Amount in the major unit of the merchant’s currency */
  cashier_refund_limit?: number | null | undefined;
  max_discount_percent?: {
    /** Percent, up to 4 decimals: 11 is 11 % */
    owner?: number | undefined;
    /** Percent, up to 4 decimals: 11 is 11 % */
    manager?: number | undefined;
    /** Percent, up to 4 decimals: 11 is 11 % */
    cashier?: number | undefined;
  } | undefined;
  max_backdate_days?: {
    owner?: number | undefined;
    manager?: number | undefined;
    cashier?: number | undefined;
  } | undefined;
  refund_to_original_method?: boolean | undefined;
  require_totp_roles?: Array<"owner" | "manager" | "cashier" | "stock_clerk" | "viewer"> | undefined;
  tax_number?: string | null | undefined;
  address?: string | null | undefined;
  phone?: string | null | undefined;
  receipt_footer?: string | null | undefined;
  /** Each at most once */
  payment_methods?: Array<"cash" | "card" | "credit_card" | "debit_card" | "bank_transfer" | "e_wallet" | "qris" | "voucher" | "store_credit" | "points" | "other"> | undefined;
  /** At most one for an action. Without limits, every act of it needs an approval */
  approval_rules?: Array<{
    /** `write_off` is for writing off what a lost device has not sent. No operation needs it yet */
    action: "refund" | "void" | "discount" | "price_override" | "no_sale" | "paid_out" | "shift_variance" | "stock_adjustment" | "write_off";
    /** Approval is needed above this amount; not for no_sale */
    above_amount?: number | null | undefined;
    /** Approval is needed above this share, up to 4 decimals; for refund, discount and price_override */
    above_percent?: number | null | undefined;
    /** Approval is needed above this number of units; for stock_adjustment */
    above_quantity?: number | null | undefined;
    /** Roles that need no approval, and may approve; empty for owner and manager */
    exempt_roles?: Array<"owner" | "manager" | "cashier" | "stock_clerk" | "viewer"> | undefined;
  }> | undefined;
  /** Another spelling of the rule for `shift_variance`: its `above_amount`; null removes the rule */
  variance_limit?: number | null | undefined;
  approval_minutes?: number | undefined;
};

export type UpdateMerchantAnswer = {
  success: true;
  data: {
    id: string;
    name: string;
    /** ISO 4217 */
    currency: string;
    /** IANA time zone */
    timezone: string;
    tax_mode: "none" | "inclusive" | "exclusive";
    /** Percent, up to 4 decimals: 11 is 11 % */
    tax_rate: number;
    /** Points per whole unit of currency, up to 6 decimals */
    loyalty_rate: number;
    /** The value of one point when spent, in the major unit of the currency, up to 6 decimals; 0: points are not accepted */
    point_value: number;
    /** The smallest cash amount, in the major unit of the currency: what is paid in cash is rounded half up to a multiple of it; null: cash is not rounded */
    cash_rounding: number | null;
    loyalty_tiers: {
      /** Amount in the major unit of the merchant’s currency */
      silver: number;
      /** Amount in the major unit of the merchant’s currency */
      gold: number;
      /** Amount in the major unit of the merchant’s currency */
      platinum: number;
    };
    allow_negative_stock: boolean;
    /** Whether a sale may have custom items, with their own name and price instead of a product */
    allow_custom_items: boolean;
    price_override_roles: Array<"owner" | "manager" | "cashier" | "stock_clerk" | "viewer">;
    /** Amount in the major unit of the merchant’s currency */
    cashier_refund_limit: number | null;
    /** The highest discount of a role, in percent of the list price. Does not apply to roles that may change prices */
    max_discount_percent: {
      /** Percent, up to 4 decimals: 11 is 11 % */
      owner: number;
      /** Percent, up to 4 decimals: 11 is 11 % */
      manager: number;
      /** Percent, up to 4 decimals: 11 is 11 % */
      cashier: number;
    };
    /** How many days a role may backdate a sale with `occurred_at` */
    max_backdate_days: {
      owner: number;
      manager: number;
      cashier: number;
    };
    /** Whether a cashier refunds money only by a method that the sale was paid with */
    refund_to_original_method: boolean;
    /** Roles that need an authenticator app or a passkey */
    require_totp_roles: Array<"owner" | "manager" | "cashier" | "stock_clerk" | "viewer">;
    /** The merchant’s tax number, for receipts */
    tax_number: string | null;
    /** For receipts */
    address: string | null;
    /** For receipts */
    phone: string | null;
    /** Text at the end of a receipt */
    receipt_footer: string | null;
    /** Offered by a till, in this order */
    payment_methods: Array<"cash" | "card" | "credit_card" | "debit_card" | "bank_transfer" | "e_wallet" | "qris" | "voucher" | "store_credit" | "points" | "other">;
    /** When another person must approve an act */
    approval_rules: Array<{
      /** `write_off` is for writing off what a lost device has not sent. No operation needs it yet */
      action: "refund" | "void" | "discount" | "price_override" | "no_sale" | "paid_out" | "shift_variance" | "stock_adjustment" | "write_off";
      /** Approval is needed above this amount; not for no_sale */
      above_amount: number | null;
      /** Approval is needed above this share, up to 4 decimals; for refund, discount and price_override */
      above_percent: number | null;
      /** Approval is needed above this number of units; for stock_adjustment */
      above_quantity: number | null;
      /** Roles that need no approval, and may approve; empty for owner and manager */
      exempt_roles: Array<"owner" | "manager" | "cashier" | "stock_clerk" | "viewer">;
    }>;
    /** The limit of the rule for `shift_variance`; null without a limit */
    variance_limit: number | null;
    /** How long an approval is valid after its request */
    approval_minutes: number;
    /** ISO 8601, UTC, milliseconds */
    created_at: string;
    /** ISO 8601, UTC, milliseconds */
    updated_at: string;
  };
};

export type PatchMerchantBody = {
  name?: string | undefined;
  /** ISO 4217; changes only while there is no product and no transaction */
  currency?: string | undefined;
  /** IANA time zone */
  timezone?: string | undefined;
  tax_mode?: "none" | "inclusive" | "exclusive" | undefined;
  /** Percent, up to 4 decimals: 11 is 11 % */
  tax_rate?: number | undefined;
  /** Points per whole unit of currency, up to 6 decimals */
  loyalty_rate?: number | undefined;
  /** The value of one point when spent, in the major unit of the currency, up to 6 decimals; 0: points are not accepted */
  point_value?: number | undefined;
  /** The smallest cash amount, in the major unit of the currency: what is paid in cash is rounded half up to a multiple of it; null: cash is not rounded */
  cash_rounding?: number | null | undefined;
  loyalty_tiers?: {
    /** Amount in the major unit of the merchant’s currency */
    silver?: number | undefined;
    /** Amount in the major unit of the merchant’s currency */
    gold?: number | undefined;
    /** Amount in the major unit of the merchant’s currency */
    platinum?: number | undefined;
  } | undefined;
  allow_negative_stock?: boolean | undefined;
  allow_custom_items?: boolean | undefined;
  price_override_roles?: Array<"owner" | "manager" | "cashier" | "stock_clerk" | "viewer"> | undefined;
  /** Amount in the major unit of the merchant’s currency */
  cashier_refund_limit?: number | null | undefined;
  max_discount_percent?: {
    /** Percent, up to 4 decimals: 11 is 11 % */
    owner?: number | undefined;
    /** Percent, up to 4 decimals: 11 is 11 % */
    manager?: number | undefined;
    /** Percent, up to 4 decimals: 11 is 11 % */
    cashier?: number | undefined;
  } | undefined;
  max_backdate_days?: {
    owner?: number | undefined;
    manager?: number | undefined;
    cashier?: number | undefined;
  } | undefined;
  refund_to_original_method?: boolean | undefined;
  require_totp_roles?: Array<"owner" | "manager" | "cashier" | "stock_clerk" | "viewer"> | undefined;
  tax_number?: string | null | undefined;
  address?: string | null | undefined;
  phone?: string | null | undefined;
  receipt_footer?: string | null | undefined;
  /** Each at most once */
  payment_methods?: Array<"cash" | "card" | "credit_card" | "debit_card" | "bank_transfer" | "e_wallet" | "qris" | "voucher" | "store_credit" | "points" | "other"> | undefined;
  /** At most one for an action. Without limits, every act of it needs an approval */
  approval_rules?: Array<{
    /** `write_off` is for writing off what a lost device has not sent. No operation needs it yet */
    action: "refund" | "void" | "discount" | "price_override" | "no_sale" | "paid_out" | "shift_variance" | "stock_adjustment" | "write_off";
    /** Approval is needed above this amount; not for no_sale */
    above_amount?: number | null | undefined;
    /** Approval is needed above this share, up to 4 decimals; for refund, discount and price_override */
    above_percent?: number | null | undefined;
    /** Approval is needed above this number of units; for stock_adjustment */
    above_quantity?: number | null | undefined;
    /** Roles that need no approval, and may approve; empty for owner and manager */
    exempt_roles?: Array<"owner" | "manager" | "cashier" | "stock_clerk" | "viewer"> | undefined;
  }> | undefined;
  /** Another spelling of the rule for `shift_variance`: its `above_amount`; null removes the rule */
  variance_limit?: number | null | undefined;
  approval_minutes?: number | undefined;
};

export type PatchMerchantAnswer = {
  success: true;
  data: {
    id: string;
    name: string;
    /** ISO 4217 */
    currency: string;
    /** IANA time zone */
    timezone: string;
    tax_mode: "none" | "inclusive" | "exclusive";
    /** Percent, up to 4 decimals: 11 is 11 % */
    tax_rate: number;
    /** Points per whole unit of currency, up to 6 decimals */
    loyalty_rate: number;
    /** The value of one point when spent, in the major unit of the currency, up to 6 decimals; 0: points are not accepted */
    point_value: number;
    /** The smallest cash amount, in the major unit of the currency: what is paid in cash is rounded half up to a multiple of it; null: cash is not rounded */
    cash_rounding: number | null;
    loyalty_tiers: {
      /** Amount in the major unit of the merchant’s currency */
      silver: number;
      /** Amount in the major unit of the merchant’s currency */
      gold: number;
      /** Amount in the major unit of the merchant’s currency */
      platinum: number;
    };
    allow_negative_stock: boolean;
    /** Whether a sale may have custom items, with their own name and price instead of a product */
    allow_custom_items: boolean;
    price_override_roles: Array<"owner" | "manager" | "cashier" | "stock_clerk" | "viewer">;
    /** Amount in the major unit of the merchant’s currency */
    cashier_refund_limit: number | null;
    /** The highest discount of a role, in percent of the list price. Does not apply to roles that may change prices */
    max_discount_percent: {
      /** Percent, up to 4 decimals: 11 is 11 % */
      owner: number;
      /** Percent, up to 4 decimals: 11 is 11 % */
      manager: number;
      /** Percent, up to 4 decimals: 11 is 11 % */
      cashier: number;
    };
    /** How many days a role may backdate a sale with `occurred_at` */
    max_backdate_days: {
      owner: number;
      manager: number;
      cashier: number;
    };
    /** Whether a cashier refunds money only by a method that the sale was paid with */
    refund_to_original_method: boolean;
    /** Roles that need an authenticator app or a passkey */
    require_totp_roles: Array<"owner" | "manager" | "cashier" | "stock_clerk" | "viewer">;
    /** The merchant’s tax number, for receipts */
    tax_number: string | null;
    /** For receipts */
    address: string | null;
    /** For receipts */
    phone: string | null;
    /** Text at the end of a receipt */
    receipt_footer: string | null;
    /** Offered by a till, in this order */
    payment_methods: Array<"cash" | "card" | "credit_card" | "debit_card" | "bank_transfer" | "e_wallet" | "qris" | "voucher" | "store_credit" | "points" | "other">;
    /** When another person must approve an act */
    approval_rules: Array<{
      /** `write_off` is for writing off what a lost device has not sent. No operation needs it yet */
      action: "refund" | "void" | "discount" | "price_override" | "no_sale" | "paid_out" | "shift_variance" | "stock_adjustment" | "write_off";
      /** Approval is needed above this amount; not for no_sale */
      above_amount: number | null;
      /** Approval is needed above this share, up to 4 decimals; for refund, discount and price_override */
      above_percent: number | null;
      /** Approval is needed above this number of units; for stock_adjustment */
      above_quantity: number | null;
      /** Roles that need no approval, and may approve; empty for owner and manager */
      exempt_roles: Array<"owner" | "manager" | "cashier" | "stock_clerk" | "viewer">;
    }>;
    /** The limit of the rule for `shift_variance`; null without a limit */
    variance_limit: number | null;
    /** How long an approval is valid after its request */
    approval_minutes: number;
    /** ISO 8601, UTC, milliseconds */
    created_at: string;
    /** ISO 8601, UTC, milliseconds */
    updated_at: string;
  };
};

export type ListProductsQuery = {
  page?: number | undefined;
  limit?: number | undefined;
  /** `meta.next_cursor` of the previous page; replaces `page` */
  cursor?: string | undefined;
  category?: string | undefined;
  status?: "active" | "inactive" | undefined;
  /** Matches anywhere in a name, SKU or barcode, also of variants; a barcode also with other leading zeros */
  search?: string | undefined;
  /** The one product or variant with this barcode, maybe with other leading zeros; a variant has `parent_id` */
  barcode?: string | undefined;
  /** The product or variant with this SKU, also in lower case */
  sku?: string | undefined;
  /** Fields, comma-separated; a minus before one reverses it */
  sort?: string | undefined;
  /** Only products with a level in this branch, with its stock */
  branch_id?: string | undefined;
};

export type ListProductsAnswer = {
  success: true;
  data: Array<{
    id: string;
    sku: string;
    name: string;
    /** Amount in the major unit of the merchant’s currency */
    price: number;
    /** For roles that may see costs */
    cost?: number;
    stock: number;
    status: "active" | "inactive";
    barcode: string | null;
    min_stock: number | null;
    /** Percent; null: the rate of a variant’s product, else the merchant’s */
    tax_rate: number | null;
    track_stock: boolean;
    unit: string | null;
    /** ISO 8601, UTC, milliseconds */
    created_at: string;
    description: string;
    category: string | null;
    images: Array<string>;
    /** ISO 8601, UTC, milliseconds */
    updated_at: string;
    parent_id?: string;
  }>;
  meta: {
    page: number;
    limit: number;
    total: number;
    total_pages: number;
    /** Send as `cursor` for the next page; null on the last page */
    next_cursor: string | null;
  };
};

export type CreateProductBody = {
  sku: string;
  name: string;
  /** Amount in the major unit of the merchant’s currency */
  price: number;
  description?: string | undefined;
  category?: string | null | undefined;
  /** Amount in the major unit of the merchant’s currency */
  cost?: number | undefined;
  /** On hand in all warehouses together */
  stock?: number | undefined;
  status?: "active" | "inactive" | undefined;
  images?: Array<string> | undefined;
  barcode?: string | null | undefined;
  min_stock?: number | null | undefined;
  /** Percent */
  tax_rate?: number | null | undefined;
  track_stock?: boolean | undefined;
  unit?: string | null | undefined;
};

export type CreateProductAnswer = {
  success: true;
  data: {
    id: string;
    sku: string;
    name: string;
    /** Amount in the major unit of the merchant’s currency */
    price: number;
    /** For roles that may see costs */
    cost?: number;
    stock: number;
    status: "active" | "inactive";
    barcode: string | null;
    min_stock: number | null;
    /** Percent; null: the rate of a variant’s product, else the merchant’s */
    tax_rate: number | null;
    track_stock: boolean;
    unit: string | null;
    /** ISO 8601, UTC, milliseconds */
    created_at: string;
    description: string;
    category: string | null;
    images: Array<string>;
    /** ISO 8601, UTC, milliseconds */
    updated_at: string;
  };
} | {
  success: true;
  id: string;
  sku: string;
  name: string;
  /** Amount in the major unit of the merchant’s currency */
  price: number;
  /** For roles that may see costs */
  cost?: number;
  stock: number;
  status: "active" | "inactive";
  barcode: string | null;
  min_stock: number | null;
  /** Percent; null: the rate of a variant’s product, else the merchant’s */
  tax_rate: number | null;
  track_stock: boolean;
  unit: string | null;
  /** ISO 8601, UTC, milliseconds */
  created_at: string;
  description: string;
  category: string | null;
  images: Array<string>;
  /** ISO 8601, UTC, milliseconds */
  updated_at: string;
  parent_id?: string;
};

export type ChangeProductsBody = {
  ids: Array<string>;
  changes: {
    /** Amount in the major unit of the merchant’s currency */
    price?: number | undefined;
    category?: string | null | undefined;
    /** Amount in the major unit of the merchant’s currency */
    cost?: number | undefined;
    status?: "active" | "inactive" | undefined;
    min_stock?: number | null | undefined;
    /** Percent */
    tax_rate?: number | null | undefined;
    unit?: string | null | undefined;
  };
};

export type ChangeProductsAnswer = {
  success: true;
  data: {
    /** Number of the ids that exist */
    found: number;
    /** Number of products that had other values */
    changed: number;
  };
};

export type GetProductAnswer = {
  success: true;
  data: {
    id: string;
    sku: string;
    name: string;
    /** Amount in the major unit of the merchant’s currency */
    price: number;
    /** For roles that may see costs */
    cost?: number;
    stock: number;
    status: "active" | "inactive";
    barcode: string | null;
    min_stock: number | null;
    /** Percent; null: the rate of a variant’s product, else the merchant’s */
    tax_rate: number | null;
    track_stock: boolean;
    unit: string | null;
    /** ISO 8601, UTC, milliseconds */
    created_at: string;
    description: string;
    category: string | null;
    images: Array<string>;
    /** ISO 8601, UTC, milliseconds */
    updated_at: string;
    parent_id?: string;
    variants: Array<{
      id: string;
      product_id: string;
      sku: string;
      name: string;
      /** Amount in the major unit of the merchant’s currency */
      price: number;
      /** For roles that may see costs */
      cost?: number;
      stock: number;
      status: "active" | "inactive";
      barcode: string | null;
      min_stock: number | null;
      /** Percent; null: the rate of a variant’s product, else the merchant’s */
      tax_rate: number | null;
      track_stock: boolean;
      unit: string | null;
      /** ISO 8601, UTC, milliseconds */
      created_at: string;
      /** ISO 8601, UTC, milliseconds */
      updated_at: string;
    }>;
  };
};

export type UpdateProductBody = {
  sku?: string | undefined;
  name?: string | undefined;
  /** Amount in the major unit of the merchant’s currency */
  price?: number | undefined;
  description?: string | undefined;
  category?: string | null | undefined;
  /** Amount in the major unit of the merchant’s currency */
  cost?: number | undefined;
  /** On hand in all warehouses together; below 0 only as it is, or if the merchant allows negative stock */
  stock?: number | undefined;
  status?: "active" | "inactive" | undefined;
  images?: Array<string> | undefined;
  barcode?: string | null | undefined;
  min_stock?: number | null | undefined;
  /** Percent */
  tax_rate?: number | null | undefined;
  track_stock?: boolean | undefined;
  unit?: string | null | undefined;
};

export type UpdateProductAnswer = {
  success: true;
  data: {
    id: string;
    sku?: string;
    name?: string;
    /** Amount in the major unit of the merchant’s currency */
    price?: number;
    /** For roles that may see costs */
    cost?: number;
    stock?: number;
    status?: "active" | "inactive";
    barcode?: string | null;
    min_stock?: number | null;
    /** Percent; null: the rate of a variant’s product, else the merchant’s */
    tax_rate?: number | null;
    track_stock?: boolean;
    unit?: string | null;
    /** ISO 8601, UTC, milliseconds */
    created_at?: string;
    description?: string;
    category?: string | null;
    images?: Array<string>;
    /** ISO 8601, UTC, milliseconds */
    updated_at: string;
  };
} | {
  success: true;
  id: string;
  sku: string;
  name: string;
  /** Amount in the major unit of the merchant’s currency */
  price: number;
  /** For roles that may see costs */
  cost?: number;
  stock: number;
  status: "active" | "inactive";
  barcode: string | null;
  min_stock: number | null;
  /** Percent; null: the rate of a variant’s product, else the merchant’s */
  tax_rate: number | null;
  track_stock: boolean;
  unit: string | null;
  /** ISO 8601, UTC, milliseconds */
  created_at: string;
  description: string;
  category: string | null;
  images: Array<string>;
  /** ISO 8601, UTC, milliseconds */
  updated_at: string;
  parent_id?: string;
};

export type PatchProductBody = {
  sku?: string | undefined;
  name?: string | undefined;
  /** Amount in the major unit of the merchant’s currency */
  price?: number | undefined;
  description?: string | undefined;
  category?: string | null | undefined;
  /** Amount in the major unit of the merchant’s currency */
  cost?: number | undefined;
  /** On hand in all warehouses together; below 0 only as it is, or if the merchant allows negative stock */
  stock?: number | undefined;
  status?: "active" | "inactive" | undefined;
  images?: Array<string> | undefined;
  barcode?: string | null | undefined;
  min_stock?: number | null | undefined;
  /** Percent */
  tax_rate?: number | null | undefined;
  track_stock?: boolean | undefined;
  unit?: string | null | undefined;
};

export type PatchProductAnswer = {
  success: true;
  data: {
    id: string;
    sku?: string;
    name?: string;
    /** Amount in the major unit of the merchant’s currency */
    price?: number;
    /** For roles that may see costs */
    cost?: number;
    stock?: number;
    status?: "active" | "inactive";
    barcode?: string | null;
    min_stock?: number | null;
    /** Percent; null: the rate of a variant’s product, else the merchant’s */
    tax_rate?: number | null;
    track_stock?: boolean;
    unit?: string | null;
    /** ISO 8601, UTC, milliseconds */
    created_at?: string;
    description?: string;
    category?: string | null;
    images?: Array<string>;
    /** ISO 8601, UTC, milliseconds */
    updated_at: string;
  };
} | {
  success: true;
  id: string;
  sku: string;
  name: string;
  /** Amount in the major unit of the merchant’s currency */
  price: number;
  /** For roles that may see costs */
  cost?: number;
  stock: number;
  status: "active" | "inactive";
  barcode: string | null;
  min_stock: number | null;
  /** Percent; null: the rate of a variant’s product, else the merchant’s */
  tax_rate: number | null;
  track_stock: boolean;
  unit: string | null;
  /** ISO 8601, UTC, milliseconds */
  created_at: string;
  description: string;
  category: string | null;
  images: Array<string>;
  /** ISO 8601, UTC, milliseconds */
  updated_at: string;
  parent_id?: string;
};

export type DeleteProductAnswer = {
  success: true;
  message: string;
};

export type AddProductImageBody = {
  file: Blob;
};

export type AddProductImageAnswer = {
  success: true;
  data: {
    id: string;
    images: Array<string>;
  };
};

export type ListPriceChangesQuery = {
  page?: number | undefined;
  limit?: number | undefined;
  /** `meta.next_cursor` of the previous page; replaces `page` */
  cursor?: string | undefined;
};

export type ListPriceChangesAnswer = {
  success: true;
  data: Array<{
    id: string;
    /** What was changed, as it was; null where the product was new */
    before: {
      /** Amount in the major unit of the merchant’s currency */
      price?: number;
      /** Amount in the major unit of the merchant’s currency */
      cost?: number;
    } | null;
    /** The same as it was from then on */
    after: {
      /** Amount in the major unit of the merchant’s currency */
      price?: number;
      /** Amount in the major unit of the merchant’s currency */
      cost?: number;
    };
    /** The user who did it */
    user_id: string | null;
    user_name: string | null;
    /** ISO 8601, UTC, milliseconds */
    created_at: string;
  }>;
  meta: {
    page: number;
    limit: number;
    total: number;
    total_pages: number;
    /** Send as `cursor` for the next page; null on the last page */
    next_cursor: string | null;
  };
};

export type CreateVariantBody = {
  sku: string;
  name: string;
  /** Amount in the major unit of the merchant’s currency */
  price: number;
  description?: string | undefined;
  category?: string | null | undefined;
  /** Amount in the major unit of the merchant’s currency */
  cost?: number | undefined;
  /** On hand in all warehouses together */
  stock?: number | undefined;
  status?: "active" | "inactive" | undefined;
  images?: Array<string> | undefined;
  barcode?: string | null | undefined;
  min_stock?: number | null | undefined;
  /** Percent */
  tax_rate?: number | null | undefined;
  track_stock?: boolean | undefined;
  unit?: string | null | undefined;
};

export type CreateVariantAnswer = {
  success: true;
  data: {
    id: string;
    product_id: string;
    sku: string;
    name: string;
    /** Amount in the major unit of the merchant’s currency */
    price: number;
    /** For roles that may see costs */
    cost?: number;
    stock: number;
    status: "active" | "inactive";
    barcode: string | null;
    min_stock: number | null;
    /** Percent; null: the rate of a variant’s product, else the merchant’s */
    tax_rate: number | null;
    track_stock: boolean;
    unit: string | null;
    /** ISO 8601, UTC, milliseconds */
    created_at: string;
    /** ISO 8601, UTC, milliseconds */
    updated_at: string;
  };
};

export type GetPushKeyAnswer = {
  success: true;
  data: {
    /** The `applicationServerKey` for a browser’s `pushManager.subscribe` */
    public_key: string;
  };
};

export type GetPushRulesAnswer = {
  success: true;
  data: {
    /** A product has reached its reorder point */
    low_stock: boolean;
    /** A product is out of stock */
    out_of_stock: boolean;
    /** A report that the user requested is finished */
    exports: boolean;
    /** A file that the user uploaded is imported */
    imports: boolean;
    /** A business day of a branch has ended, with its sales */
    day_closed: boolean;
    /** Amount in the major unit of the merchant’s currency */
    refund_from: number | null;
  };
};

export type UpdatePushRulesBody = {
  /** A product has reached its reorder point */
  low_stock?: boolean | undefined;
  /** A product is out of stock */
  out_of_stock?: boolean | undefined;
  /** A report that the user requested is finished */
  exports?: boolean | undefined;
  /** A file that the user uploaded is imported */
  imports?: boolean | undefined;
  /** A business day of a branch has ended, with its sales */
  day_closed?: boolean | undefined;
  /** Amount in the major unit of the merchant’s currency */
  refund_from?: number | null | undefined;
};

export type UpdatePushRulesAnswer = {
  success: true;
  data: {
    /** A product has reached its reorder point */
    low_stock: boolean;
    /** A product is out of stock */
    out_of_stock: boolean;
    /** A report that the user requested is finished */
    exports: boolean;
    /** A file that the user uploaded is imported */
    imports: boolean;
    /** A business day of a branch has ended, with its sales */
    day_closed: boolean;
    /** Amount in the major unit of the merchant’s currency */
    refund_from: number | null;
  };
};

export type TestPushAnswer = {
  success: true;
  data: Array<{
    device_id: string;
    outcome: "sent" | "gone" | "unconfigured" | "failed";
  }>;
};

export type ListRegistersQuery = {
  page?: number | undefined;
  limit?: number | undefined;
  /** `meta.next_cursor` of the previous page; replaces `page` */
  cursor?: string | undefined;
  branch_id?: string | undefined;
  status?: "active" | "inactive" | undefined;
  /** name (default), created_at */
  sort?: string | undefined;
};

export type ListRegistersAnswer = {
  success: true;
  data: Array<{
    id: string;
    name: string;
    branch_id: string;
    status: "active" | "inactive";
    /** Amount in the major unit of the merchant’s currency */
    opening_float: number;
    /** Whether cashiers count the drawer without seeing what it should contain */
    blind_count: boolean;
    /** Whether the register sells only in an open shift */
    requires_shift: boolean;
    /** ISO 8601, UTC, milliseconds */
    created_at: string;
    /** ISO 8601, UTC, milliseconds */
    updated_at: string;
  }>;
  meta: {
    page: number;
    limit: number;
    total: number;
    total_pages: number;
    /** Send as `cursor` for the next page; null on the last page */
    next_cursor: string | null;
  };
};

export type CreateRegisterBody = {
  name: string;
  branch_id: string;
  status?: "active" | "inactive" | undefined;
  /** The cash with which a shift usually begins */
  opening_float?: number | undefined;
  /** Whether cashiers count the drawer without seeing what it should contain */
  blind_count?: boolean | undefined;
  /** Whether the register sells only in an open shift */
  requires_shift?: boolean | undefined;
};

export type CreateRegisterAnswer = {
  success: true;
  data: {
    id: string;
    name: string;
    branch_id: string;
    status: "active" | "inactive";
    /** Amount in the major unit of the merchant’s currency */
    opening_float: number;
    /** Whether cashiers count the drawer without seeing what it should contain */
    blind_count: boolean;
    /** Whether the register sells only in an open shift */
    requires_shift: boolean;
    /** ISO 8601, UTC, milliseconds */
    created_at: string;
    /** ISO 8601, UTC, milliseconds */
    updated_at: string;
  };
};

export type GetRegisterAnswer = {
  success: true;
  data: {
    id: string;
    name: string;
    branch_id: string;
    status: "active" | "inactive";
    /** Amount in the major unit of the merchant’s currency */
    opening_float: number;
    /** Whether cashiers count the drawer without seeing what it should contain */
    blind_count: boolean;
    /** Whether the register sells only in an open shift */
    requires_shift: boolean;
    /** ISO 8601, UTC, milliseconds */
    created_at: string;
    /** ISO 8601, UTC, milliseconds */
    updated_at: string;
  };
};

export type UpdateRegisterBody = {
  name?: string | undefined;
  status?: "active" | "inactive" | undefined;
  /** The cash with which a shift usually begins */
  opening_float?: number | undefined;
  /** Whether cashiers count the drawer without seeing what it should contain */
  blind_count?: boolean | undefined;
  /** Whether the register sells only in an open shift */
  requires_shift?: boolean | undefined;
};

export type UpdateRegisterAnswer = {
  success: true;
  data: {
    id: string;
    name: string;
    branch_id: string;
    status: "active" | "inactive";
    /** Amount in the major unit of the merchant’s currency */
    opening_float: number;
    /** Whether cashiers count the drawer without seeing what it should contain */
    blind_count: boolean;
    /** Whether the register sells only in an open shift */
    requires_shift: boolean;
    /** ISO 8601, UTC, milliseconds */
    created_at: string;
    /** ISO 8601, UTC, milliseconds */
    updated_at: string;
  };
};

export type ExportReportBody = {
  report_type: "sales" | "transactions" | "products" | "inventory" | "customers" | "sales_by_product" | "sales_by_category" | "sales_by_staff" | "sales_by_hour" | "sales_tax" | "sales_discounts" | "sales_refunds";
  format: "csv" | "xlsx" | "pdf";
  /** First day; needed for sales and transactions */
  start_date?: string | undefined;
  /** Last day, included; needed for sales and transactions */
  end_date?: string | undefined;
  branch_id?: string | undefined;
  /** Of headings and words. Without it they are the names of the API, which do not change; those of a PDF are English */
  language?: "en" | "id" | "de" | undefined;
  /** Only for sales_by_product */
  search?: string | undefined;
  /** Only for sales_by_product. Default: -revenue */
  sort?: "-revenue" | "revenue" | "-quantity" | "quantity" | "name" | "-name" | "-gross_profit" | "gross_profit" | "-margin" | "margin" | undefined;
  /** Only for sales: a row for each calendar period, named by its first day. Default: day */
  group_by?: "day" | "week" | "month" | undefined;
  /** Only for sales_refunds */
  kind?: "refund" | "void" | undefined;
  /** Only for sales_refunds: who refunded or voided */
  user_id?: string | undefined;
};

export type ExportReportAnswer = {
  success: true;
  data: {
    /** Contains a signature: downloads the file without sign-in, as long as the user or API key that requested it may read what it shows */
    download_url: string;
    /** ISO 8601, UTC, milliseconds */
    expires_at: string;
  };
};

export type ReportInventoryQuery = {
  /** Only what lies in the warehouses of this branch */
  branch_id?: string | undefined;
};

export type ReportInventoryAnswer = {
  success: true;
  data: {
    /** ISO 4217 */
    currency: string;
    /** Products and variants, each a SKU; of a branch, those that it has a level of */
    total_products: number;
    total_units: number;
    /** Amount in the major unit of the merchant’s currency */
    value_at_cost: number;
    /** Amount in the major unit of the merchant’s currency */
    value_at_price: number;
    /** By name, empty ones included; 1,000 at most */
    by_warehouse: Array<{
      warehouse_id: string;
      warehouse_name: string;
      units: number;
      /** Amount in the major unit of the merchant’s currency */
      value_at_cost: number;
      /** Amount in the major unit of the merchant’s currency */
      value_at_price: number;
    }>;
    /** By value, highest first; 1,000 at most */
    by_category: Array<{
      /** A variant is in its product’s; null for none */
      category: string | null;
      units: number;
      /** Amount in the major unit of the merchant’s currency */
      value_at_cost: number;
      /** Amount in the major unit of the merchant’s currency */
      value_at_price: number;
    }>;
    low_stock_count: number;
    /** available ≤ min_stock, the largest shortage first; 100 at most */
    low_stock: Array<{
      product_id: string;
      sku: string;
      name: string;
      stock: number;
      /** stock less what is held for parked sales */
      available: number;
      min_stock: number | null;
    }>;
    out_of_stock_count: number;
    /** Nothing available; 100 at most */
    out_of_stock: Array<{
      product_id: string;
      sku: string;
      name: string;
      stock: number;
      /** stock less what is held for parked sales */
      available: number;
      min_stock: number | null;
    }>;
  };
};

export type ReportSalesQuery = {
  /** First day, YYYY-MM-DD; or a timestamp, whose day in the merchant’s time zone counts */
  start_date: string;
  /** Last day, included; at most 3,660 days */
  end_date: string;
  branch_id?: string | undefined;
  group_by?: "day" | "week" | "month" | undefined;
};

export type ReportSalesAnswer = {
  success: true;
  data: {
    /** YYYY-MM-DD on the merchant’s calendar */
    start_date: string;
    /** YYYY-MM-DD on the merchant’s calendar */
    end_date: string;
    /** ISO 4217 */
    currency: string;
    /** What customers paid, tax included, less refunds */
    total_sales: number;
    /** Completed sales, refunded ones too */
    total_transactions: number;
    /** total_sales / total_transactions, half up; 0 when there were none */
    average_transaction: number;
    /** Before discounts and refunds */
    gross_sales: number;
    /** Amount in the major unit of the merchant’s currency */
    refunds: number;
    /** Amount in the major unit of the merchant’s currency */
    discounts: number;
    /** Cash rounding of sales less that of refunds: by_payment_method adds up to total_sales + rounding */
    rounding: number;
    /** Net of refunded tax */
    tax: number;
    /** Cost of goods sold, net of restocked goods */
    cost: number;
    /** total_sales − tax − cost */
    gross_profit: number;
    /** Net of returned goods */
    items_sold: number;
    by_payment_method: Array<{
      payment_method: string;
      /** Net of refunds given back by this method */
      amount: number;
      count: number;
    }>;
    /** Ten, by revenue net of refunds, then quantity, then name */
    top_products: Array<{
      product_id: string;
      name: string;
      sku: string;
      quantity_sold: number;
      /** Amount in the major unit of the merchant’s currency */
      revenue: number;
    }>;
    /** With group_by: one row for each period that the range touches, empty ones included; weeks begin on Monday */
    series?: Array<{
      /** First day of the calendar’s period */
      period: string;
      /** What customers paid, tax included, less refunds */
      total_sales: number;
      /** Completed sales, refunded ones too */
      total_transactions: number;
      /** total_sales / total_transactions, half up; 0 when there were none */
      average_transaction: number;
    }>;
  };
};

export type ReportSalesByCategoryQuery = {
  /** First day, YYYY-MM-DD; or a timestamp, whose day in the merchant’s time zone counts */
  start_date: string;
  /** Last day, included; at most 366 days */
  end_date: string;
  branch_id?: string | undefined;
};

export type ReportSalesByCategoryAnswer = {
  success: true;
  data: {
    /** YYYY-MM-DD on the merchant’s calendar */
    start_date: string;
    /** YYYY-MM-DD on the merchant’s calendar */
    end_date: string;
    /** ISO 4217 */
    currency: string;
    rows: Array<{
      /** null for products without a category, custom items, and refunds of an amount without items */
      category_id: string | null;
      name: string | null;
      /** Before discounts and refunds, tax included */
      gross_sales: number;
      /** Amount in the major unit of the merchant’s currency */
      discounts: number;
      /** Amount in the major unit of the merchant’s currency */
      refunds: number;
      /** gross_sales − discounts − refunds */
      total_sales: number;
      /** Net of refunded tax */
      tax: number;
      /** Cost of goods sold, net of restocked goods */
      cost: number;
      /** total_sales − tax − cost */
      gross_profit: number;
      /** gross_profit in percent of total_sales − tax; null if that is not above 0 */
      margin: number | null;
      /** Net of returned goods */
      items_sold: number;
    }>;
  };
};

export type ReportSalesByHourQuery = {
  /** First day, YYYY-MM-DD; or a timestamp, whose day in the merchant’s time zone counts */
  start_date: string;
  /** Last day, included; at most 3,660 days */
  end_date: string;
  branch_id?: string | undefined;
};

export type ReportSalesByHourAnswer = {
  success: true;
  data: {
    /** YYYY-MM-DD on the merchant’s calendar */
    start_date: string;
    /** YYYY-MM-DD on the merchant’s calendar */
    end_date: string;
    /** ISO 4217 */
    currency: string;
    rows: Array<{
      /** 1 is Monday, 7 is Sunday, on the branch’s calendar */
      weekday: number;
      /** On the branch’s clock */
      hour: number;
      /** Completed sales, refunded ones too */
      total_transactions: number;
      /** Before discounts and refunds, tax included */
      gross_sales: number;
      /** Amount in the major unit of the merchant’s currency */
      discounts: number;
      /** Amount in the major unit of the merchant’s currency */
      refunds: number;
      /** gross_sales − discounts − refunds */
      total_sales: number;
      /** Net of refunded tax */
      tax: number;
      /** Cost of goods sold, net of restocked goods */
      cost: number;
      /** total_sales − tax − cost */
      gross_profit: number;
      /** gross_profit in percent of total_sales − tax; null if that is not above 0 */
      margin: number | null;
      /** Net of returned goods */
      items_sold: number;
    }>;
  };
};

export type ReportSalesByProductQuery = {
  /** First day, YYYY-MM-DD; or a timestamp, whose day in the merchant’s time zone counts */
  start_date: string;
  /** Last day, included; at most 366 days */
  end_date: string;
  branch_id?: string | undefined;
  search?: string | undefined;
  /** revenue, quantity, name, gross_profit, margin; a minus for descending. Default: -revenue */
  sort?: string | undefined;
  page?: number | undefined;
  limit?: number | undefined;
  /** `meta.next_cursor` of the previous page; replaces `page` */
  cursor?: string | undefined;
};

export type ReportSalesByProductAnswer = {
  success: true;
  data: Array<{
    /** null for what belongs to no product: custom items, and refunds of an amount without items */
    product_id: string | null;
    /** Of a variant, with that of its product */
    name: string | null;
    sku: string | null;
    /** Before discounts and refunds, tax included */
    gross_sales: number;
    /** Amount in the major unit of the merchant’s currency */
    discounts: number;
    /** Amount in the major unit of the merchant’s currency */
    refunds: number;
    /** gross_sales − discounts − refunds */
    total_sales: number;
    /** Net of refunded tax */
    tax: number;
    /** Cost of goods sold, net of restocked goods */
    cost: number;
    /** total_sales − tax − cost */
    gross_profit: number;
    /** gross_profit in percent of total_sales − tax; null if that is not above 0 */
    margin: number | null;
    /** Net of returned goods */
    items_sold: number;
  }>;
  meta: {
    page: number;
    limit: number;
    total: number;
    total_pages: number;
    /** Send as `cursor` for the next page; null on the last page */
    next_cursor: string | null;
  };
};

export type ReportSalesOfProductQuery = {
  /** Number of days up to today on the merchant’s calendar */
  days?: number | undefined;
  branch_id?: string | undefined;
};

export type ReportSalesOfProductAnswer = {
  success: true;
  data: {
    /** YYYY-MM-DD on the merchant’s calendar */
    start_date: string;
    /** YYYY-MM-DD on the merchant’s calendar */
    end_date: string;
    /** Net of returned goods */
    items_sold: number;
    /** After discounts and refunds, tax included */
    total_sales: number;
    /** ISO 4217 */
    currency: string;
    /** Every day, also without sales */
    series: Array<{
      /** YYYY-MM-DD on the merchant’s calendar */
      day: string;
      /** Net of returned goods */
      items_sold: number;
      /** After discounts and refunds, tax included */
      total_sales: number;
    }>;
    /** As many days before */
    comparison: {
      /** YYYY-MM-DD on the merchant’s calendar */
      start_date: string;
      /** YYYY-MM-DD on the merchant’s calendar */
      end_date: string;
      /** Net of returned goods */
      items_sold: number;
      /** After discounts and refunds, tax included */
      total_sales: number;
    };
  };
};

export type ReportSalesByReasonQuery = {
  /** First day, YYYY-MM-DD; or a timestamp, whose day in the merchant’s time zone counts */
  start_date: string;
  /** Last day, included; at most 366 days */
  end_date: string;
  branch_id?: string | undefined;
  kind?: "refund" | "void" | undefined;
  /** Who refunded or voided */
  user_id?: string | undefined;
  page?: number | undefined;
  limit?: number | undefined;
  /** `meta.next_cursor` of the previous page; replaces `page` */
  cursor?: string | undefined;
};

export type ReportSalesByReasonAnswer = {
  success: true;
  data: Array<{
    /** As it was written last, without regard to case; null for refunds and voids without a reason */
    reason: string | null;
    /** Refunds and voids */
    count: number;
    /** Tax included; of voids, the totals of the transactions */
    amount: number;
  }>;
  meta: {
    page: number;
    limit: number;
    total: number;
    total_pages: number;
    /** Send as `cursor` for the next page; null on the last page */
    next_cursor: string | null;
  };
};

export type ReportSalesByStaffQuery = {
  /** First day, YYYY-MM-DD; or a timestamp, whose day in the merchant’s time zone counts */
  start_date: string;
  /** Last day, included; at most 366 days */
  end_date: string;
  branch_id?: string | undefined;
};

export type ReportSalesByStaffAnswer = {
  success: true;
  data: {
    /** YYYY-MM-DD on the merchant’s calendar */
    start_date: string;
    /** YYYY-MM-DD on the merchant’s calendar */
    end_date: string;
    /** ISO 4217 */
    currency: string;
    rows: Array<{
      user_id: string;
      name: string;
      /** Completed sales, refunded ones too */
      total_transactions: number;
      /** Refunds that this person made */
      refund_count: number;
      /** Before discounts and refunds, tax included */
      gross_sales: number;
      /** Amount in the major unit of the merchant’s currency */
      discounts: number;
      /** Amount in the major unit of the merchant’s currency */
      refunds: number;
      /** gross_sales − discounts − refunds */
      total_sales: number;
      /** Net of refunded tax */
      tax: number;
      /** Cost of goods sold, net of restocked goods */
      cost: number;
      /** total_sales − tax − cost */
      gross_profit: number;
      /** gross_profit in percent of total_sales − tax; null if that is not above 0 */
      margin: number | null;
      /** Net of returned goods */
      items_sold: number;
    }>;
  };
};

export type ReportSalesDiscountsQuery = {
  /** First day, YYYY-MM-DD; or a timestamp, whose day in the merchant’s time zone counts */
  start_date: string;
  /** Last day, included; at most 366 days */
  end_date: string;
  branch_id?: string | undefined;
};

export type ReportSalesDiscountsAnswer = {
  success: true;
  data: {
    /** YYYY-MM-DD on the merchant’s calendar */
    start_date: string;
    /** YYYY-MM-DD on the merchant’s calendar */
    end_date: string;
    /** ISO 4217 */
    currency: string;
    rows: Array<{
      user_id: string;
      name: string;
      /** line_discounts + sale_discounts */
      discounts: number;
      /** Given on single lines */
      line_discounts: number;
      /** Given on sales as a whole */
      sale_discounts: number;
      /** Of all sales of this cashier, before discounts and refunds */
      gross_sales: number;
      /** Sales with a discount */
      discounted_transactions: number;
      /** Completed sales, refunded ones too */
      total_transactions: number;
    }>;
  };
};

export type ReportSalesRefundsQuery = {
  /** First day, YYYY-MM-DD; or a timestamp, whose day in the merchant’s time zone counts */
  start_date: string;
  /** Last day, included; at most 366 days */
  end_date: string;
  branch_id?: string | undefined;
  kind?: "refund" | "void" | undefined;
  /** Who refunded or voided */
  user_id?: string | undefined;
  page?: number | undefined;
  limit?: number | undefined;
  /** `meta.next_cursor` of the previous page; replaces `page` */
  cursor?: string | undefined;
};

export type ReportSalesRefundsAnswer = {
  success: true;
  data: Array<{
    /** Of the refund, or of the voided transaction */
    id: string;
    kind: "refund" | "void";
    transaction_id: string;
    transaction_code: string;
    branch_id: string;
    /** Who refunded or voided; null where that is no longer known */
    user_id: string | null;
    user_name: string | null;
    /** Of the refund; for a void, of the transaction, which no longer counts on it */
    day: string;
    /** ISO 8601, UTC, milliseconds */
    created_at: string;
    /** Tax included; for a void, the total of the transaction */
    amount: number;
    /** Amount in the major unit of the merchant’s currency */
    tax: number;
    /** null for a voided transaction with several payments */
    payment_method: string | null;
    reason: string | null;
  }>;
  meta: {
    page: number;
    limit: number;
    total: number;
    total_pages: number;
    /** Send as `cursor` for the next page; null on the last page */
    next_cursor: string | null;
  };
};

export type ReportSalesTaxQuery = {
  /** First day, YYYY-MM-DD; or a timestamp, whose day in the merchant’s time zone counts */
  start_date: string;
  /** Last day, included; at most 366 days */
  end_date: string;
  branch_id?: string | undefined;
};

export type ReportSalesTaxAnswer = {
  success: true;
  data: {
    /** YYYY-MM-DD on the merchant’s calendar */
    start_date: string;
    /** YYYY-MM-DD on the merchant’s calendar */
    end_date: string;
    /** ISO 4217 */
    currency: string;
    rows: Array<{
      /** Percent; null for refunds of an amount without items */
      tax_rate: number | null;
      /** total_sales − tax */
      net: number;
      /** Net of refunded tax */
      tax: number;
      /** Sales less refunds, tax included */
      total_sales: number;
      /** Before refunds, without tax */
      sales_net: number;
      /** Before refunds */
      sales_tax: number;
      /** Tax included */
      refunds: number;
      /** Amount in the major unit of the merchant’s currency */
      refunds_tax: number;
    }>;
  };
};

export type GetWeeklyMailAnswer = {
  success: true;
  data: {
    is_on: boolean;
    /** Whether the service sends mail: otherwise no mail comes */
    sends_mail: boolean;
  };
};

export type UpdateWeeklyMailBody = {
  is_on: boolean;
};

export type UpdateWeeklyMailAnswer = {
  success: true;
  data: {
    is_on: boolean;
    /** Whether the service sends mail: otherwise no mail comes */
    sends_mail: boolean;
  };
};

export type ListShiftsQuery = {
  page?: number | undefined;
  limit?: number | undefined;
  /** `meta.next_cursor` of the previous page; replaces `page` */
  cursor?: string | undefined;
  register_id?: string | undefined;
  branch_id?: string | undefined;
  status?: "open" | "counting" | "closed" | undefined;
  /** opened_at, number; default: -opened_at */
  sort?: string | undefined;
};

export type ListShiftsAnswer = {
  success: true;
  data: Array<{
    id: string;
    register_id: string;
    branch_id: string;
    /** Counted from 1 for each register */
    number: number;
    status: "open" | "counting" | "closed";
    /** Amount in the major unit of the merchant’s currency */
    opening_float: number;
    note: string | null;
    opened_by: {
      id: string;
      name: string;
    };
    /** ISO 8601, UTC, milliseconds */
    opened_at: string;
    closed_by: {
      id: string;
      name: string;
    } | null;
    /** ISO 8601, UTC, milliseconds */
    closed_at: string | null;
    /** What the drawer should contain, and what was taken by other methods; null if the register is counted blind and the role may not see it */
    expected: Array<{
      method: "cash" | "card" | "credit_card" | "debit_card" | "bank_transfer" | "e_wallet" | "qris" | "voucher" | "store_credit" | "points" | "other";
      /** Amount in the major unit of the merchant’s currency */
      amount: number;
    }> | null;
    /** The last count, while counting and after the closing */
    counted: Array<{
      method: "cash" | "card" | "credit_card" | "debit_card" | "bank_transfer" | "e_wallet" | "qris" | "voucher" | "store_credit" | "points" | "other";
      /** Amount in the major unit of the merchant’s currency */
      amount: number;
    }> | null;
    /** counted − expected, of each counted method; null if the register is counted blind and the role may not see it */
    variance: Array<{
      method: "cash" | "card" | "credit_card" | "debit_card" | "bank_transfer" | "e_wallet" | "qris" | "voucher" | "store_credit" | "points" | "other";
      /** Amount in the major unit of the merchant’s currency */
      amount: number;
    }> | null;
  }>;
  meta: {
    page: number;
    limit: number;
    total: number;
    total_pages: number;
    /** Send as `cursor` for the next page; null on the last page */
    next_cursor: string | null;
  };
};

export type OpenShiftBody = {
  register_id: string;
  /** Sum in the major unit of the merchant’s currency, within 15 digits of its smallest unit */
  counted_float: number;
  /** How the cash was counted; adds up to it */
  denominations?: Array<{
    /** The value of a coin or note */
    value: number;
    count: number;
  }> | undefined;
  note?: string | null | undefined;
};

export type OpenShiftAnswer = {
  success: true;
  data: {
    id: string;
    register_id: string;
    branch_id: string;
    /** Counted from 1 for each register */
    number: number;
    status: "open" | "counting" | "closed";
    /** Amount in the major unit of the merchant’s currency */
    opening_float: number;
    note: string | null;
    opened_by: {
      id: string;
      name: string;
    };
    /** ISO 8601, UTC, milliseconds */
    opened_at: string;
    closed_by: {
      id: string;
      name: string;
    } | null;
    /** ISO 8601, UTC, milliseconds */
    closed_at: string | null;
    /** What the drawer should contain, and what was taken by other methods; null if the register is counted blind and the role may not see it */
    expected: Array<{
      method: "cash" | "card" | "credit_card" | "debit_card" | "bank_transfer" | "e_wallet" | "qris" | "voucher" | "store_credit" | "points" | "other";
      /** Amount in the major unit of the merchant’s currency */
      amount: number;
    }> | null;
    /** The last count, while counting and after the closing */
    counted: Array<{
      method: "cash" | "card" | "credit_card" | "debit_card" | "bank_transfer" | "e_wallet" | "qris" | "voucher" | "store_credit" | "points" | "other";
      /** Amount in the major unit of the merchant’s currency */
      amount: number;
    }> | null;
    /** counted − expected, of each counted method; null if the register is counted blind and the role may not see it */
    variance: Array<{
      method: "cash" | "card" | "credit_card" | "debit_card" | "bank_transfer" | "e_wallet" | "qris" | "voucher" | "store_credit" | "points" | "other";
      /** Amount in the major unit of the merchant’s currency */
      amount: number;
    }> | null;
  };
};

export type GetShiftAnswer = {
  success: true;
  data: {
    id: string;
    register_id: string;
    branch_id: string;
    /** Counted from 1 for each register */
    number: number;
    status: "open" | "counting" | "closed";
    /** Amount in the major unit of the merchant’s currency */
    opening_float: number;
    note: string | null;
    opened_by: {
      id: string;
      name: string;
    };
    /** ISO 8601, UTC, milliseconds */
    opened_at: string;
    closed_by: {
      id: string;
      name: string;
    } | null;
    /** ISO 8601, UTC, milliseconds */
    closed_at: string | null;
    /** What the drawer should contain, and what was taken by other methods; null if the register is counted blind and the role may not see it */
    expected: Array<{
      method: "cash" | "card" | "credit_card" | "debit_card" | "bank_transfer" | "e_wallet" | "qris" | "voucher" | "store_credit" | "points" | "other";
      /** Amount in the major unit of the merchant’s currency */
      amount: number;
    }> | null;
    /** The last count, while counting and after the closing */
    counted: Array<{
      method: "cash" | "card" | "credit_card" | "debit_card" | "bank_transfer" | "e_wallet" | "qris" | "voucher" | "store_credit" | "points" | "other";
      /** Amount in the major unit of the merchant’s currency */
      amount: number;
    }> | null;
    /** counted − expected, of each counted method; null if the register is counted blind and the role may not see it */
    variance: Array<{
      method: "cash" | "card" | "credit_card" | "debit_card" | "bank_transfer" | "e_wallet" | "qris" | "voucher" | "store_credit" | "points" | "other";
      /** Amount in the major unit of the merchant’s currency */
      amount: number;
    }> | null;
    denominations: Array<{
      /** Amount in the major unit of the merchant’s currency */
      value: number;
      count: number;
    }> | null;
    /** The sums of the shift; null if the register is counted blind and the role may not see it */
    figures: {
      /** Without sales that were voided in the same shift */
      sales: {
        count: number;
        /** Amount in the major unit of the merchant’s currency */
        amount: number;
      };
      refunds: {
        count: number;
        /** Amount in the major unit of the merchant’s currency */
        amount: number;
        /** Amount in the major unit of the merchant’s currency */
        tax: number;
      };
      voids: {
        count: number;
        /** Amount in the major unit of the merchant’s currency */
        amount: number;
      };
      /** Amount in the major unit of the merchant’s currency */
      discounts: number;
      /** Cash rounding of the sales, less that of the refunds and of voids of other shifts’ sales */
      rounding: number;
      /** Of the sales */
      tax_by_rate: Array<{
        /** Percent */
        rate: number;
        /** Amount in the major unit of the merchant’s currency */
        net: number;
        /** Amount in the major unit of the merchant’s currency */
        tax: number;
      }>;
      by_method: Array<{
        method: "cash" | "card" | "credit_card" | "debit_card" | "bank_transfer" | "e_wallet" | "qris" | "voucher" | "store_credit" | "points" | "other";
        /** Payments, without change */
        sales: number;
        /** With voids of other shifts’ sales */
        refunds: number;
        /** Amount in the major unit of the merchant’s currency */
        change: number;
      }>;
      by_cashier: Array<{
        user_id: string;
        name: string;
        count: number;
        /** Amount in the major unit of the merchant’s currency */
        amount: number;
      }>;
      by_category: Array<{
        /** null for products without a category, and custom items */
        category_id: string | null;
        name: string | null;
        quantity: number;
        /** Amount in the major unit of the merchant’s currency */
        amount: number;
      }>;
      /** Amount in the major unit of the merchant’s currency */
      paid_in: number;
      /** Amount in the major unit of the merchant’s currency */
      paid_out: number;
      /** How often the drawer was opened without a sale */
      no_sales: number;
    } | null;
    /** All counts, the last one last */
    counts: Array<{
      /** What was counted */
      counted: Array<{
        method: "cash" | "card" | "credit_card" | "debit_card" | "bank_transfer" | "e_wallet" | "qris" | "voucher" | "store_credit" | "points" | "other";
        /** Amount in the major unit of the merchant’s currency */
        amount: number;
      }>;
      denominations: Array<{
        /** Amount in the major unit of the merchant’s currency */
        value: number;
        count: number;
      }> | null;
      counted_by: {
        id: string;
        name: string;
      };
      /** ISO 8601, UTC, milliseconds */
      counted_at: string;
    }>;
  };
};

export type CloseShiftBody = {
  note?: string | null | undefined;
};

export type CloseShiftAnswer = {
  success: true;
  data: {
    id: string;
    /** Without a gap for each register */
    number: number;
    shift_id: string;
    register_id: string;
    branch_id: string;
    /** ISO 8601, UTC, milliseconds */
    opened_at: string;
    /** ISO 8601, UTC, milliseconds */
    closed_at: string;
    closed_by: {
      id: string;
      name: string;
    };
    /** YYYY-MM-DD on the merchant’s calendar */
    business_day: string;
    note: string | null;
    /** What the drawer should contain, and what was taken by other methods; null if the register is counted blind and the role may not see it */
    expected: Array<{
      method: "cash" | "card" | "credit_card" | "debit_card" | "bank_transfer" | "e_wallet" | "qris" | "voucher" | "store_credit" | "points" | "other";
      /** Amount in the major unit of the merchant’s currency */
      amount: number;
    }> | null;
    /** What was counted */
    counted: Array<{
      method: "cash" | "card" | "credit_card" | "debit_card" | "bank_transfer" | "e_wallet" | "qris" | "voucher" | "store_credit" | "points" | "other";
      /** Amount in the major unit of the merchant’s currency */
      amount: number;
    }>;
    /** counted − expected, of each counted method; null if the register is counted blind and the role may not see it */
    variance: Array<{
      method: "cash" | "card" | "credit_card" | "debit_card" | "bank_transfer" | "e_wallet" | "qris" | "voucher" | "store_credit" | "points" | "other";
      /** Amount in the major unit of the merchant’s currency */
      amount: number;
    }> | null;
    /** All sales and refunds of the register since it exists; never reset */
    lifetime: {
      /** Amount in the major unit of the merchant’s currency */
      sales: number;
      /** Amount in the major unit of the merchant’s currency */
      refunds: number;
    } | null;
    /** The sums of the shift; null if the register is counted blind and the role may not see it */
    figures: {
      /** Without sales that were voided in the same shift */
      sales: {
        count: number;
        /** Amount in the major unit of the merchant’s currency */
        amount: number;
      };
      refunds: {
        count: number;
        /** Amount in the major unit of the merchant’s currency */
        amount: number;
        /** Amount in the major unit of the merchant’s currency */
        tax: number;
      };
      voids: {
        count: number;
        /** Amount in the major unit of the merchant’s currency */
        amount: number;
      };
      /** Amount in the major unit of the merchant’s currency */
      discounts: number;
      /** Cash rounding of the sales, less that of the refunds and of voids of other shifts’ sales */
      rounding: number;
      /** Of the sales */
      tax_by_rate: Array<{
        /** Percent */
        rate: number;
        /** Amount in the major unit of the merchant’s currency */
        net: number;
        /** Amount in the major unit of the merchant’s currency */
        tax: number;
      }>;
      by_method: Array<{
        method: "cash" | "card" | "credit_card" | "debit_card" | "bank_transfer" | "e_wallet" | "qris" | "voucher" | "store_credit" | "points" | "other";
        /** Payments, without change */
        sales: number;
        /** With voids of other shifts’ sales */
        refunds: number;
        /** Amount in the major unit of the merchant’s currency */
        change: number;
      }>;
      by_cashier: Array<{
        user_id: string;
        name: string;
        count: number;
        /** Amount in the major unit of the merchant’s currency */
        amount: number;
      }>;
      by_category: Array<{
        /** null for products without a category, and custom items */
        category_id: string | null;
        name: string | null;
        quantity: number;
        /** Amount in the major unit of the merchant’s currency */
        amount: number;
      }>;
      /** Amount in the major unit of the merchant’s currency */
      paid_in: number;
      /** Amount in the major unit of the merchant’s currency */
      paid_out: number;
      /** How often the drawer was opened without a sale */
      no_sales: number;
    } | null;
    /** What became known after the closing */
    corrections: Array<{
      id: string;
      kind: "late_sale" | "late_refund" | "late_movement" | "recount";
      method: "cash" | "card" | "credit_card" | "debit_card" | "bank_transfer" | "e_wallet" | "qris" | "voucher" | "store_credit" | "points" | "other";
      /** A change: of what was counted (recount), or of what is expected */
      amount: number;
      reason: string;
      user: {
        id: string;
        name: string;
      };
      /** ISO 8601, UTC, milliseconds */
      created_at: string;
    }>;
    /** The amounts with their corrections; null without any. The closure itself stays as it was */
    corrected: {
      /** What was counted */
      expected: Array<{
        method: "cash" | "card" | "credit_card" | "debit_card" | "bank_transfer" | "e_wallet" | "qris" | "voucher" | "store_credit" | "points" | "other";
        /** Amount in the major unit of the merchant’s currency */
        amount: number;
      }>;
      /** What was counted */
      counted: Array<{
        method: "cash" | "card" | "credit_card" | "debit_card" | "bank_transfer" | "e_wallet" | "qris" | "voucher" | "store_credit" | "points" | "other";
        /** Amount in the major unit of the merchant’s currency */
        amount: number;
      }>;
      /** What was counted */
      variance: Array<{
        method: "cash" | "card" | "credit_card" | "debit_card" | "bank_transfer" | "e_wallet" | "qris" | "voucher" | "store_credit" | "points" | "other";
        /** Amount in the major unit of the merchant’s currency */
        amount: number;
      }>;
    } | null;
    /** Devices whose records have not all arrived */
    owing_devices: Array<{
      device_id: string;
      owes: Array<Array<number>>;
    }>;
  };
};

export type CountShiftBody = {
  counted: Array<{
    method: "cash" | "card" | "credit_card" | "debit_card" | "bank_transfer" | "e_wallet" | "qris" | "voucher" | "store_credit" | "points" | "other";
    /** Below 0 only for other methods than cash, of which more was refunded than sold */
    amount: number;
  }>;
  /** How the cash was counted; adds up to it */
  denominations?: Array<{
    /** The value of a coin or note */
    value: number;
    count: number;
  }> | undefined;
};

export type CountShiftAnswer = {
  success: true;
  data: {
    id: string;
    register_id: string;
    branch_id: string;
    /** Counted from 1 for each register */
    number: number;
    status: "open" | "counting" | "closed";
    /** Amount in the major unit of the merchant’s currency */
    opening_float: number;
    note: string | null;
    opened_by: {
      id: string;
      name: string;
    };
    /** ISO 8601, UTC, milliseconds */
    opened_at: string;
    closed_by: {
      id: string;
      name: string;
    } | null;
    /** ISO 8601, UTC, milliseconds */
    closed_at: string | null;
    /** What the drawer should contain, and what was taken by other methods; null if the register is counted blind and the role may not see it */
    expected: Array<{
      method: "cash" | "card" | "credit_card" | "debit_card" | "bank_transfer" | "e_wallet" | "qris" | "voucher" | "store_credit" | "points" | "other";
      /** Amount in the major unit of the merchant’s currency */
      amount: number;
    }> | null;
    /** The last count, while counting and after the closing */
    counted: Array<{
      method: "cash" | "card" | "credit_card" | "debit_card" | "bank_transfer" | "e_wallet" | "qris" | "voucher" | "store_credit" | "points" | "other";
      /** Amount in the major unit of the merchant’s currency */
      amount: number;
    }> | null;
    /** counted − expected, of each counted method; null if the register is counted blind and the role may not see it */
    variance: Array<{
      method: "cash" | "card" | "credit_card" | "debit_card" | "bank_transfer" | "e_wallet" | "qris" | "voucher" | "store_credit" | "points" | "other";
      /** Amount in the major unit of the merchant’s currency */
      amount: number;
    }> | null;
  };
};

export type ListCashMovementsQuery = {
  page?: number | undefined;
  limit?: number | undefined;
  /** `meta.next_cursor` of the previous page; replaces `page` */
  cursor?: string | undefined;
};

export type ListCashMovementsAnswer = {
  success: true;
  data: Array<{
    id: string;
    shift_id: string;
    type: "paid_in" | "paid_out" | "no_sale";
    /** null for no_sale */
    amount: number | null;
    reason: string;
    user: {
      id: string;
      name: string;
    };
    /** ISO 8601, UTC, milliseconds */
    created_at: string;
    /** ISO 8601, UTC, milliseconds */
    voided_at: string | null;
    voided_by: {
      id: string;
      name: string;
    } | null;
    void_reason: string | null;
  }>;
  meta: {
    page: number;
    limit: number;
    total: number;
    total_pages: number;
    /** Send as `cursor` for the next page; null on the last page */
    next_cursor: string | null;
  };
};

export type CreateCashMovementBody = {
  type: "paid_in" | "paid_out" | "no_sale";
  /** Not for `no_sale`, which only opens the drawer */
  amount?: number | undefined;
  reason: string;
};

export type CreateCashMovementAnswer = {
  success: true;
  data: {
    id: string;
    shift_id: string;
    type: "paid_in" | "paid_out" | "no_sale";
    /** null for no_sale */
    amount: number | null;
    reason: string;
    user: {
      id: string;
      name: string;
    };
    /** ISO 8601, UTC, milliseconds */
    created_at: string;
    /** ISO 8601, UTC, milliseconds */
    voided_at: string | null;
    voided_by: {
      id: string;
      name: string;
    } | null;
    void_reason: string | null;
  };
};

export type VoidCashMovementBody = {
  reason: string;
};

export type VoidCashMovementAnswer = {
  success: true;
  data: {
    id: string;
    shift_id: string;
    type: "paid_in" | "paid_out" | "no_sale";
    /** null for no_sale */
    amount: number | null;
    reason: string;
    user: {
      id: string;
      name: string;
    };
    /** ISO 8601, UTC, milliseconds */
    created_at: string;
    /** ISO 8601, UTC, milliseconds */
    voided_at: string | null;
    voided_by: {
      id: string;
      name: string;
    } | null;
    void_reason: string | null;
  };
};

export type RecountShiftBody = {
  counted: Array<{
    method: "cash" | "card" | "credit_card" | "debit_card" | "bank_transfer" | "e_wallet" | "qris" | "voucher" | "store_credit" | "points" | "other";
    /** Below 0 only for other methods than cash, of which more was refunded than sold */
    amount: number;
  }>;
  /** How the cash was counted; adds up to it */
  denominations?: Array<{
    /** The value of a coin or note */
    value: number;
    count: number;
  }> | undefined;
};

export type RecountShiftAnswer = {
  success: true;
  data: {
    id: string;
    register_id: string;
    branch_id: string;
    /** Counted from 1 for each register */
    number: number;
    status: "open" | "counting" | "closed";
    /** Amount in the major unit of the merchant’s currency */
    opening_float: number;
    note: string | null;
    opened_by: {
      id: string;
      name: string;
    };
    /** ISO 8601, UTC, milliseconds */
    opened_at: string;
    closed_by: {
      id: string;
      name: string;
    } | null;
    /** ISO 8601, UTC, milliseconds */
    closed_at: string | null;
    /** What the drawer should contain, and what was taken by other methods; null if the register is counted blind and the role may not see it */
    expected: Array<{
      method: "cash" | "card" | "credit_card" | "debit_card" | "bank_transfer" | "e_wallet" | "qris" | "voucher" | "store_credit" | "points" | "other";
      /** Amount in the major unit of the merchant’s currency */
      amount: number;
    }> | null;
    /** The last count, while counting and after the closing */
    counted: Array<{
      method: "cash" | "card" | "credit_card" | "debit_card" | "bank_transfer" | "e_wallet" | "qris" | "voucher" | "store_credit" | "points" | "other";
      /** Amount in the major unit of the merchant’s currency */
      amount: number;
    }> | null;
    /** counted − expected, of each counted method; null if the register is counted blind and the role may not see it */
    variance: Array<{
      method: "cash" | "card" | "credit_card" | "debit_card" | "bank_transfer" | "e_wallet" | "qris" | "voucher" | "store_credit" | "points" | "other";
      /** Amount in the major unit of the merchant’s currency */
      amount: number;
    }> | null;
  };
};

export type ReopenShiftAnswer = {
  success: true;
  data: {
    id: string;
    register_id: string;
    branch_id: string;
    /** Counted from 1 for each register */
    number: number;
    status: "open" | "counting" | "closed";
    /** Amount in the major unit of the merchant’s currency */
    opening_float: number;
    note: string | null;
    opened_by: {
      id: string;
      name: string;
    };
    /** ISO 8601, UTC, milliseconds */
    opened_at: string;
    closed_by: {
      id: string;
      name: string;
    } | null;
    /** ISO 8601, UTC, milliseconds */
    closed_at: string | null;
    /** What the drawer should contain, and what was taken by other methods; null if the register is counted blind and the role may not see it */
    expected: Array<{
      method: "cash" | "card" | "credit_card" | "debit_card" | "bank_transfer" | "e_wallet" | "qris" | "voucher" | "store_credit" | "points" | "other";
      /** Amount in the major unit of the merchant’s currency */
      amount: number;
    }> | null;
    /** The last count, while counting and after the closing */
    counted: Array<{
      method: "cash" | "card" | "credit_card" | "debit_card" | "bank_transfer" | "e_wallet" | "qris" | "voucher" | "store_credit" | "points" | "other";
      /** Amount in the major unit of the merchant’s currency */
      amount: number;
    }> | null;
    /** counted − expected, of each counted method; null if the register is counted blind and the role may not see it */
    variance: Array<{
      method: "cash" | "card" | "credit_card" | "debit_card" | "bank_transfer" | "e_wallet" | "qris" | "voucher" | "store_credit" | "points" | "other";
      /** Amount in the major unit of the merchant’s currency */
      amount: number;
    }> | null;
  };
};

export type PrintShiftQuery = {
  /** pdf: 80 mm wide; csv: one row for each sum; escpos: commands for a receipt printer, 42 columns wide */
  format?: "pdf" | "csv" | "escpos" | undefined;
};

export type PrintShiftAnswer = Blob;

export type ListStaffQuery = {
  page?: number | undefined;
  limit?: number | undefined;
  /** `meta.next_cursor` of the previous page; replaces `page` */
  cursor?: string | undefined;
  /** name, email, role, created_at or id; a minus before one reverses it */
  sort?: string | undefined;
  /** Matches anywhere in the name or e-mail */
  search?: string | undefined;
  role?: "owner" | "manager" | "cashier" | "stock_clerk" | "viewer" | undefined;
  status?: "active" | "inactive" | "invited" | undefined;
};

export type ListStaffAnswer = {
  success: true;
  data: Array<{
    id: string;
    /** Null for a member who signs in by PIN only */
    email: string | null;
    name: string;
    phone: string | null;
    role: "owner" | "manager" | "cashier" | "stock_clerk" | "viewer";
    branch_id: string | null;
    /** The branches that the rights are limited to; null for all */
    branch_ids: Array<string> | null;
    status: "active" | "inactive" | "invited";
    /** When the link of an invited person expires; null for members */
    invitation_expires_at: string | null;
    /** ISO 8601, UTC, milliseconds */
    created_at: string;
    /** ISO 8601, UTC, milliseconds */
    updated_at: string;
  }>;
  meta: {
    page: number;
    limit: number;
    total: number;
    total_pages: number;
    /** Send as `cursor` for the next page; null on the last page */
    next_cursor: string | null;
  };
};

export type InviteColleagueBody = {
  email?: string | undefined;
  /** 4 to 8 digits, instead of `email`: for a cashier or stock_clerk who signs in at registered devices only */
  pin?: string | undefined;
  name: string;
  role: "owner" | "manager" | "cashier" | "stock_clerk" | "viewer";
  /** The branch of requests that name none */
  branch_id?: string | null | undefined;
  /** The branches where they may sell, change stock and see sales; null for all */
  branch_ids?: Array<string> | null | undefined;
  phone?: string | undefined;
  send?: "email" | "link" | undefined;
  /** Rejected: the invited person chooses the password */
  password?: null | undefined;
};

export type InviteColleagueAnswer = {
  success: true;
  data: {
    id: string;
    /** Null for a member who signs in by PIN only */
    email: string | null;
    name: string;
    phone: string | null;
    role: "owner" | "manager" | "cashier" | "stock_clerk" | "viewer";
    branch_id: string | null;
    /** The branches that the rights are limited to; null for all */
    branch_ids: Array<string> | null;
    status: "active" | "inactive" | "invited";
    /** When the link of an invited person expires; null for members */
    invitation_expires_at: string | null;
    /** ISO 8601, UTC, milliseconds */
    created_at: string;
    /** ISO 8601, UTC, milliseconds */
    updated_at: string;
    /** With `send: link` only; works once, for seven days. Returned once; null in the response to a repeated request */
    invitation_link?: string | null;
  };
};

export type GetColleagueAnswer = {
  success: true;
  data: {
    id: string;
    /** Null for a member who signs in by PIN only */
    email: string | null;
    name: string;
    phone: string | null;
    role: "owner" | "manager" | "cashier" | "stock_clerk" | "viewer";
    branch_id: string | null;
    /** The branches that the rights are limited to; null for all */
    branch_ids: Array<string> | null;
    status: "active" | "inactive" | "invited";
    /** When the link of an invited person expires; null for members */
    invitation_expires_at: string | null;
    /** ISO 8601, UTC, milliseconds */
    created_at: string;
    /** ISO 8601, UTC, milliseconds */
    updated_at: string;
  };
};

export type UpdateColleagueBody = {
  role?: "owner" | "manager" | "cashier" | "stock_clerk" | "viewer" | undefined;
  /** The branch of requests that name none */
  branch_id?: string | null | undefined;
  /** The branches where they may sell, change stock and see sales; null for all */
  branch_ids?: Array<string> | null | undefined;
  name?: string | undefined;
  /** A new PIN for a member without an e-mail address */
  pin?: string | undefined;
};

export type UpdateColleagueAnswer = {
  success: true;
  data: {
    id: string;
    /** Null for a member who signs in by PIN only */
    email: string | null;
    name: string;
    phone: string | null;
    role: "owner" | "manager" | "cashier" | "stock_clerk" | "viewer";
    branch_id: string | null;
    /** The branches that the rights are limited to; null for all */
    branch_ids: Array<string> | null;
    status: "active" | "inactive" | "invited";
    /** When the link of an invited person expires; null for members */
    invitation_expires_at: string | null;
    /** ISO 8601, UTC, milliseconds */
    created_at: string;
    /** ISO 8601, UTC, milliseconds */
    updated_at: string;
  };
};

export type DeactivateColleagueAnswer = {
  success: true;
  message: string;
};

export type EndColleagueSessionsAnswer = {
  success: true;
  data: {
    id: string;
    name: string;
    /** Number of ended sessions */
    sessions: number;
  };
};

export type ResendInvitationBody = {
  send?: "email" | "link" | undefined;
  /** For a member without an e-mail address, who gets an account by accepting */
  email?: string | undefined;
};

export type ResendInvitationAnswer = {
  success: true;
  data: {
    id: string;
    /** Null for a member who signs in by PIN only */
    email: string | null;
    name: string;
    phone: string | null;
    role: "owner" | "manager" | "cashier" | "stock_clerk" | "viewer";
    branch_id: string | null;
    /** The branches that the rights are limited to; null for all */
    branch_ids: Array<string> | null;
    status: "active" | "inactive" | "invited";
    /** When the link of an invited person expires; null for members */
    invitation_expires_at: string | null;
    /** ISO 8601, UTC, milliseconds */
    created_at: string;
    /** ISO 8601, UTC, milliseconds */
    updated_at: string;
    /** With `send: link` only; works once, for seven days. Returned once; null in the response to a repeated request */
    invitation_link?: string | null;
  };
};

export type ReactivateColleagueAnswer = {
  success: true;
  data: {
    id: string;
    /** Null for a member who signs in by PIN only */
    email: string | null;
    name: string;
    phone: string | null;
    role: "owner" | "manager" | "cashier" | "stock_clerk" | "viewer";
    branch_id: string | null;
    /** The branches that the rights are limited to; null for all */
    branch_ids: Array<string> | null;
    status: "active" | "inactive" | "invited";
    /** When the link of an invited person expires; null for members */
    invitation_expires_at: string | null;
    /** ISO 8601, UTC, milliseconds */
    created_at: string;
    /** ISO 8601, UTC, milliseconds */
    updated_at: string;
  };
};

export type MakeResetLinkAnswer = {
  success: true;
  data: {
    /** Returned once; null in the response to a repeated request */
    reset_link: string | null;
    /** ISO 8601, UTC, milliseconds */
    expires_at: string;
  };
};

export type SyncQuery = {
  /** `meta.cursor` of the previous response; default: start with all records */
  cursor?: string | undefined;
  /** Some of merchant, rights, branch, warehouse, category, product, level, customer, comma-separated; default: all. A cursor must be used with the kinds that it started with */
  kinds?: string | undefined;
  /** The largest number of records; after the first run, of events. A page ends earlier after 1 MiB of product texts */
  limit?: number | undefined;
};

export type SyncAnswer = {
  success: true;
  data: Array<{
    kind: "merchant";
    id: string;
    name: string;
    currency: string;
    timezone: string;
    tax_mode: string;
    /** Percent */
    tax_rate: number;
    loyalty_rate: number;
    point_value: number;
    /** The smallest cash amount; null: cash is not rounded */
    cash_rounding: number | null;
    loyalty_tiers: {
      /** Amount in the major unit of the merchant’s currency */
      silver: number;
      /** Amount in the major unit of the merchant’s currency */
      gold: number;
      /** Amount in the major unit of the merchant’s currency */
      platinum: number;
    };
    allow_negative_stock: boolean;
    allow_custom_items: boolean;
    price_override_roles: Array<"owner" | "manager" | "cashier" | "stock_clerk" | "viewer">;
    /** Amount in the major unit of the merchant’s currency */
    cashier_refund_limit: number | null;
    max_discount_percent: {
      owner: number;
      manager: number;
      cashier: number;
    };
    max_backdate_days: {
      owner: number;
      manager: number;
      cashier: number;
    };
    refund_to_original_method: boolean;
    tax_number: string | null;
    address: string | null;
    phone: string | null;
    receipt_footer: string | null;
    /** Offered by a till, in this order */
    payment_methods: Array<"cash" | "card" | "credit_card" | "debit_card" | "bank_transfer" | "e_wallet" | "qris" | "voucher" | "store_credit" | "points" | "other">;
  } | {
    kind: "rights";
    /** The current user */
    id: string;
    name: string;
    role: "owner" | "manager" | "cashier" | "stock_clerk" | "viewer";
    permissions: Array<string>;
    branch_id: string | null;
    branch_ids: Array<string> | null;
  } | {
    kind: "branch";
    id: string;
    name: string;
    is_default: boolean;
    /** ISO 8601, UTC, milliseconds */
    updated_at: string;
    address: string | null;
    phone: string | null;
    timezone: string | null;
  } | {
    kind: "warehouse";
    id: string;
    name: string;
    is_default: boolean;
    /** ISO 8601, UTC, milliseconds */
    updated_at: string;
    branch_id: string;
  } | {
    kind: "category";
    id: string;
    name: string;
    /** ISO 8601, UTC, milliseconds */
    updated_at: string;
  } | {
    kind: "product";
    id: string;
    /** For a variant: its product, whose category it shares, and whose tax rate it uses if it has none */
    parent_id: string | null;
    sku: string;
    name: string;
    description: string;
    /** Also null if that category was deleted */
    category_id: string | null;
    /** Amount in the major unit of the merchant’s currency */
    price: number;
    /** For roles that may see costs */
    cost?: number;
    status: "active" | "inactive";
    images: Array<string>;
    barcode: string | null;
    min_stock: number | null;
    /** Percent; null: the rate of a variant’s product, else the merchant’s */
    tax_rate: number | null;
    track_stock: boolean;
    unit: string | null;
    /** ISO 8601, UTC, milliseconds */
    created_at: string;
    /** ISO 8601, UTC, milliseconds */
    updated_at: string;
  } | {
    kind: "level";
    /** Product id and warehouse id */
    id: string;
    product_id: string;
    warehouse_id: string;
    stock: number;
    reserved: number;
    available: number;
    /** ISO 8601, UTC, milliseconds */
    updated_at: string;
  } | {
    kind: "customer";
    id: string;
    name: string;
    email: string | null;
    phone: string | null;
    points: number;
    tier: string;
    /** ISO 8601, UTC, milliseconds */
    updated_at: string;
  } | {
    kind: "merchant" | "rights" | "branch" | "warehouse" | "category" | "product" | "level" | "customer";
    id: string;
    deleted: true;
  }>;
  meta: {
    /** For the next request */
    cursor: string;
    /** Whether there is more to read */
    has_more: boolean;
  };
};

export type CreateTransactionBody = {
  /** The client’s own id; a repeated request gets the same response */
  id?: string | undefined;
  items: Array<{
    /** Omit it for a custom item with its own name and price; needs the merchant’s `allow_custom_items` */
    product_id?: string | null | undefined;
    /** The name of a custom item */
    name?: string | undefined;
    /** Percent, for a custom item; default: the merchant’s rate */
    tax_rate?: number | undefined;
    quantity: number;
    /** Default: the catalogue’s price */
    price?: number | undefined;
    /** Off the whole line; of an item in a response that is its `line_discount`, without its share: an amount, or { percent } with up to 4 decimals, rounded half up */
    discount?: number | {
      percent: number;
    } | undefined;
  }>;
  /** `points` needs a customer with enough points, and a `point_value` of the merchant */
  payment_method?: "cash" | "card" | "credit_card" | "debit_card" | "bank_transfer" | "e_wallet" | "qris" | "voucher" | "store_credit" | "points" | "other" | undefined;
  /** Several payments instead of payment_method; they add up to the total, only cash may exceed it */
  payments?: Array<{
    method: "cash" | "card" | "credit_card" | "debit_card" | "bank_transfer" | "e_wallet" | "qris" | "voucher" | "store_credit" | "points" | "other";
    /** Sum in the major unit of the merchant’s currency, within 15 digits of its smallest unit */
    amount: number;
    reference?: string | null | undefined;
  }> | undefined;
  /** Cash received; the response has the change */
  amount_tendered?: number | undefined;
  /** On the sale after the discounts of its lines, spread over the lines: an amount, or { percent } with up to 4 decimals, rounded half up */
  discount?: number | {
    percent: number;
  } | undefined;
  customer_id?: string | null | undefined;
  /** Default: the register’s branch, or the user’s */
  branch_id?: string | null | undefined;
  /** The register that takes or pays the money; it belongs to the open shift there */
  register_id?: string | null | undefined;
  note?: string | null | undefined;
  /** The label of a parked sale */
  label?: string | null | undefined;
  /** When the sale happened, if the till was offline */
  occurred_at?: string | undefined;
  status?: "completed" | "pending" | undefined;
  /** The total that the till shows; a sale with another total is rejected */
  expected_total?: number | undefined;
};

export type CreateTransactionAnswer = {
  success: true;
  data: {
    id: string;
    transaction_code: string;
    /** Amount in the major unit of the merchant’s currency */
    total_amount: number;
    status: "pending" | "completed" | "partially_refunded" | "refunded" | "voided";
    payment_method: "cash" | "card" | "credit_card" | "debit_card" | "bank_transfer" | "e_wallet" | "qris" | "voucher" | "store_credit" | "points" | "other" | "split" | null;
    /** ISO 8601, UTC, milliseconds */
    created_at: string;
    /** Amount in the major unit of the merchant’s currency */
    subtotal: number;
    /** Amount in the major unit of the merchant’s currency */
    discount: number;
    /** Amount in the major unit of the merchant’s currency */
    tax: number;
    /** What rounding added to the cash part: the payments add up to total_amount + rounding */
    rounding: number;
    /** Amount in the major unit of the merchant’s currency */
    refunded_amount: number;
    branch_id: string;
    register_id: string | null;
    /** The shift that took the payments */
    shift_id: string | null;
    cashier: {
      id: string;
      name: string;
    };
    customer_id: string | null;
    /** The label of a parked sale */
    label: string | null;
    item_count: number;
    /** ISO 8601, UTC, milliseconds */
    occurred_at: string;
    /** Set if the discount was requested as a percentage */
    discount_percent: number | null;
    tax_by_rate: Array<{
      /** Percent */
      rate: number;
      /** Net amount, without tax */
      net: number;
      /** Amount in the major unit of the merchant’s currency */
      tax: number;
    }>;
    note: string | null;
    void_register_id: string | null;
    /** The shift that paid back a voided transaction */
    void_shift_id: string | null;
    /** Amount in the major unit of the merchant’s currency */
    change: number;
    /** Earned by the paid money that is not refunded */
    points_earned: number;
    /** The points that were spent on payments */
    points_redeemed: number;
    items: Array<{
      /** Counted from 1 */
      line_no: number;
      /** null for a custom item */
      product_id: string | null;
      sku: string | null;
      name: string;
      quantity: number;
      /** Amount in the major unit of the merchant’s currency */
      price: number;
      /** Amount in the major unit of the merchant’s currency */
      list_price: number;
      price_overridden: boolean;
      /** Amount in the major unit of the merchant’s currency */
      discount: number;
      /** The item’s own discount; the rest of `discount` is its share of the discount on the sale */
      line_discount: number;
      /** Set if the discount was requested as a percentage */
      discount_percent: number | null;
      /** Percent */
      tax_rate: number;
      /** Amount in the major unit of the merchant’s currency */
      tax: number;
      /** Amount in the major unit of the merchant’s currency */
      total: number;
      refunded_quantity: number;
      /** Whether its stock was tracked when it was sold, and is when it returns */
      track_stock: boolean;
    }>;
    payments: Array<{
      id: string;
      method: "cash" | "card" | "credit_card" | "debit_card" | "bank_transfer" | "e_wallet" | "qris" | "voucher" | "store_credit" | "points" | "other";
      /** Amount in the major unit of the merchant’s currency */
      amount: number;
      /** Points spent; 0 for other methods */
      points: number;
      reference: string | null;
    }>;
  };
};

export type ListTransactionsQuery = {
  page?: number | undefined;
  limit?: number | undefined;
  /** `meta.next_cursor` of the previous page; replaces `page` */
  cursor?: string | undefined;
  /** A day in the merchant’s time zone, also with `branch_id`, or a timestamp */
  start_date?: string | undefined;
  /** A day in the merchant’s time zone, also with `branch_id`, or a timestamp */
  end_date?: string | undefined;
  branch_id?: string | undefined;
  customer_id?: string | undefined;
  shift_id?: string | undefined;
  status?: "pending" | "completed" | "partially_refunded" | "refunded" | "voided" | undefined;
  /** Part of a transaction code, or of the name of the customer */
  search?: string | undefined;
};

export type ListTransactionsAnswer = {
  success: true;
  data: Array<{
    id: string;
    transaction_code: string;
    /** Amount in the major unit of the merchant’s currency */
    total_amount: number;
    status: "pending" | "completed" | "partially_refunded" | "refunded" | "voided";
    payment_method: "cash" | "card" | "credit_card" | "debit_card" | "bank_transfer" | "e_wallet" | "qris" | "voucher" | "store_credit" | "points" | "other" | "split" | null;
    /** ISO 8601, UTC, milliseconds */
    created_at: string;
    /** Amount in the major unit of the merchant’s currency */
    subtotal: number;
    /** Amount in the major unit of the merchant’s currency */
    discount: number;
    /** Amount in the major unit of the merchant’s currency */
    tax: number;
    /** What rounding added to the cash part: the payments add up to total_amount + rounding */
    rounding: number;
    /** Amount in the major unit of the merchant’s currency */
    refunded_amount: number;
    branch_id: string;
    register_id: string | null;
    /** The shift that took the payments */
    shift_id: string | null;
    cashier: {
      id: string;
      name: string;
    };
    customer_id: string | null;
    /** The label of a parked sale */
    label: string | null;
    item_count: number;
    /** ISO 8601, UTC, milliseconds */
    occurred_at: string;
    /** null also if the customer was deleted, or without the permission to read customers */
    customer: {
      id: string;
      name: string;
    } | null;
  }>;
  meta: {
    page: number;
    limit: number;
    total: number;
    total_pages: number;
    /** Send as `cursor` for the next page; null on the last page */
    next_cursor: string | null;
  };
};

export type QuoteTransactionBody = {
  /** The client’s own id; a repeated request gets the same response */
  id?: string | undefined;
  items: Array<{
    /** Omit it for a custom item with its own name and price; needs the merchant’s `allow_custom_items` */
    product_id?: string | null | undefined;
    /** The name of a custom item */
    name?: string | undefined;
    /** Percent, for a custom item; default: the merchant’s rate */
    tax_rate?: number | undefined;
    quantity: number;
    /** Default: the catalogue’s price */
    price?: number | undefined;
    /** Off the whole line; of an item in a response that is its `line_discount`, without its share: an amount, or { percent } with up to 4 decimals, rounded half up */
    discount?: number | {
      percent: number;
    } | undefined;
  }>;
  /** `points` needs a customer with enough points, and a `point_value` of the merchant */
  payment_method?: "cash" | "card" | "credit_card" | "debit_card" | "bank_transfer" | "e_wallet" | "qris" | "voucher" | "store_credit" | "points" | "other" | undefined;
  /** Several payments instead of payment_method; they add up to the total, only cash may exceed it */
  payments?: Array<{
    method: "cash" | "card" | "credit_card" | "debit_card" | "bank_transfer" | "e_wallet" | "qris" | "voucher" | "store_credit" | "points" | "other";
    /** Sum in the major unit of the merchant’s currency, within 15 digits of its smallest unit */
    amount: number;
    reference?: string | null | undefined;
  }> | undefined;
  /** Cash received; the response has the change */
  amount_tendered?: number | undefined;
  /** On the sale after the discounts of its lines, spread over the lines: an amount, or { percent } with up to 4 decimals, rounded half up */
  discount?: number | {
    percent: number;
  } | undefined;
  customer_id?: string | null | undefined;
  /** Default: the register’s branch, or the user’s */
  branch_id?: string | null | undefined;
  /** The register that takes or pays the money; it belongs to the open shift there */
  register_id?: string | null | undefined;
  note?: string | null | undefined;
  /** The label of a parked sale */
  label?: string | null | undefined;
  /** When the sale happened, if the till was offline */
  occurred_at?: string | undefined;
  status?: "completed" | "pending" | undefined;
  /** The total that the till shows; a sale with another total is rejected */
  expected_total?: number | undefined;
};

export type QuoteTransactionAnswer = {
  success: true;
  data: {
    items: Array<{
      product_id: string | null;
      name: string;
      quantity: number;
      /** Amount in the major unit of the merchant’s currency */
      price: number;
      /** Amount in the major unit of the merchant’s currency */
      discount: number;
      /** Amount in the major unit of the merchant’s currency */
      tax: number;
      /** Amount in the major unit of the merchant’s currency */
      total: number;
    }>;
    /** Amount in the major unit of the merchant’s currency */
    subtotal: number;
    /** Amount in the major unit of the merchant’s currency */
    discount: number;
    /** Amount in the major unit of the merchant’s currency */
    tax: number;
    tax_by_rate: Array<{
      /** Percent */
      rate: number;
      /** Net amount, without tax */
      net: number;
      /** Amount in the major unit of the merchant’s currency */
      tax: number;
    }>;
    /** Amount in the major unit of the merchant’s currency */
    total_amount: number;
    /** Amount in the major unit of the merchant’s currency */
    change: number;
    /** Amount in the major unit of the merchant’s currency */
    rounding: number;
    /** What is to be paid in cash, rounded, if all that other payments leave is paid in cash */
    cash_total: number;
    points_earned: number;
    /** Why the sale would be rejected */
    problems: Array<{
      field: string;
      code: "MALFORMED_REQUEST" | "UNAUTHENTICATED" | "TOKEN_EXPIRED" | "INVALID_CREDENTIALS" | "FORBIDDEN" | "APPROVAL_REQUIRED" | "APPROVAL_INVALID" | "NOT_FOUND" | "VALIDATION_ERROR" | "DUPLICATE" | "INSUFFICIENT_STOCK" | "INVALID_STATE" | "IDEMPOTENCY_CONFLICT" | "RATE_LIMITED" | "INTERNAL_ERROR" | "UNAVAILABLE";
      message: string;
    }>;
  };
};

export type GetTransactionAnswer = {
  success: true;
  data: {
    id: string;
    transaction_code: string;
    /** Amount in the major unit of the merchant’s currency */
    total_amount: number;
    status: "pending" | "completed" | "partially_refunded" | "refunded" | "voided";
    payment_method: "cash" | "card" | "credit_card" | "debit_card" | "bank_transfer" | "e_wallet" | "qris" | "voucher" | "store_credit" | "points" | "other" | "split" | null;
    /** ISO 8601, UTC, milliseconds */
    created_at: string;
    /** Amount in the major unit of the merchant’s currency */
    subtotal: number;
    /** Amount in the major unit of the merchant’s currency */
    discount: number;
    /** Amount in the major unit of the merchant’s currency */
    tax: number;
    /** What rounding added to the cash part: the payments add up to total_amount + rounding */
    rounding: number;
    /** Amount in the major unit of the merchant’s currency */
    refunded_amount: number;
    branch_id: string;
    register_id: string | null;
    /** The shift that took the payments */
    shift_id: string | null;
    cashier: {
      id: string;
      name: string;
    };
    customer_id: string | null;
    /** The label of a parked sale */
    label: string | null;
    item_count: number;
    /** ISO 8601, UTC, milliseconds */
    occurred_at: string;
    /** Set if the discount was requested as a percentage */
    discount_percent: number | null;
    tax_by_rate: Array<{
      /** Percent */
      rate: number;
      /** Net amount, without tax */
      net: number;
      /** Amount in the major unit of the merchant’s currency */
      tax: number;
    }>;
    note: string | null;
    void_register_id: string | null;
    /** The shift that paid back a voided transaction */
    void_shift_id: string | null;
    /** Amount in the major unit of the merchant’s currency */
    change: number;
    /** Earned by the paid money that is not refunded */
    points_earned: number;
    /** The points that were spent on payments */
    points_redeemed: number;
    items: Array<{
      /** Counted from 1 */
      line_no: number;
      /** null for a custom item */
      product_id: string | null;
      sku: string | null;
      name: string;
      quantity: number;
      /** Amount in the major unit of the merchant’s currency */
      price: number;
      /** Amount in the major unit of the merchant’s currency */
      list_price: number;
      price_overridden: boolean;
      /** Amount in the major unit of the merchant’s currency */
      discount: number;
      /** The item’s own discount; the rest of `discount` is its share of the discount on the sale */
      line_discount: number;
      /** Set if the discount was requested as a percentage */
      discount_percent: number | null;
      /** Percent */
      tax_rate: number;
      /** Amount in the major unit of the merchant’s currency */
      tax: number;
      /** Amount in the major unit of the merchant’s currency */
      total: number;
      refunded_quantity: number;
      /** Whether its stock was tracked when it was sold, and is when it returns */
      track_stock: boolean;
    }>;
    payments: Array<{
      id: string;
      method: "cash" | "card" | "credit_card" | "debit_card" | "bank_transfer" | "e_wallet" | "qris" | "voucher" | "store_credit" | "points" | "other";
      /** Amount in the major unit of the merchant’s currency */
      amount: number;
      /** Points spent; 0 for other methods */
      points: number;
      reference: string | null;
    }>;
    refunds: Array<{
      id: string | null;
      transaction_id: string;
      register_id: string | null;
      /** The shift that paid it */
      shift_id: string | null;
      /** Amount in the major unit of the merchant’s currency */
      amount: number;
      /** Amount in the major unit of the merchant’s currency */
      tax: number;
      reason: string | null;
      payment_method: "cash" | "card" | "credit_card" | "debit_card" | "bank_transfer" | "e_wallet" | "qris" | "voucher" | "store_credit" | "points" | "other";
      restock: boolean;
      items: Array<{
        /** The line of the transaction */
        line_no: number;
        product_id: string | null;
        name: string;
        quantity: number;
        /** Amount in the major unit of the merchant’s currency */
        amount: number;
      }>;
      /** Points earned with the transaction and taken back */
      points_reversed: number;
      /** Points spent on the transaction and returned */
      points_returned: number;
      /** The part of the amount that is returned as points; payment_method returns the rest */
      points_amount: number;
      /** What cash rounding added: the money paid out is amount − points_amount + rounding */
      rounding: number;
      transaction_status: "pending" | "completed" | "partially_refunded" | "refunded" | "voided";
      /** Amount in the major unit of the merchant’s currency */
      refunded_amount: number;
      /** Amount in the major unit of the merchant’s currency */
      remaining_refundable: number;
      /** ISO 8601, UTC, milliseconds */
      created_at: string;
    }>;
  };
};

export type UpdateTransactionBody = {
  items?: Array<{
    /** Omit it for a custom item with its own name and price; needs the merchant’s `allow_custom_items` */
    product_id?: string | null | undefined;
    /** The name of a custom item */
    name?: string | undefined;
    /** Percent, for a custom item; default: the merchant’s rate */
    tax_rate?: number | undefined;
    quantity: number;
    /** Default: the catalogue’s price */
    price?: number | undefined;
    /** Off the whole line; of an item in a response that is its `line_discount`, without its share: an amount, or { percent } with up to 4 decimals, rounded half up */
    discount?: number | {
      percent: number;
    } | undefined;
  }> | undefined;
  /** On the sale after the discounts of its lines, spread over the lines: an amount, or { percent } with up to 4 decimals, rounded half up */
  discount?: number | {
    percent: number;
  } | undefined;
  customer_id?: string | null | undefined;
  note?: string | null | undefined;
  /** The label of a parked sale */
  label?: string | null | undefined;
};

export type UpdateTransactionAnswer = {
  success: true;
  data: {
    id: string;
    transaction_code: string;
    /** Amount in the major unit of the merchant’s currency */
    total_amount: number;
    status: "pending" | "completed" | "partially_refunded" | "refunded" | "voided";
    payment_method: "cash" | "card" | "credit_card" | "debit_card" | "bank_transfer" | "e_wallet" | "qris" | "voucher" | "store_credit" | "points" | "other" | "split" | null;
    /** ISO 8601, UTC, milliseconds */
    created_at: string;
    /** Amount in the major unit of the merchant’s currency */
    subtotal: number;
    /** Amount in the major unit of the merchant’s currency */
    discount: number;
    /** Amount in the major unit of the merchant’s currency */
    tax: number;
    /** What rounding added to the cash part: the payments add up to total_amount + rounding */
    rounding: number;
    /** Amount in the major unit of the merchant’s currency */
    refunded_amount: number;
    branch_id: string;
    register_id: string | null;
    /** The shift that took the payments */
    shift_id: string | null;
    cashier: {
      id: string;
      name: string;
    };
    customer_id: string | null;
    /** The label of a parked sale */
    label: string | null;
    item_count: number;
    /** ISO 8601, UTC, milliseconds */
    occurred_at: string;
    /** Set if the discount was requested as a percentage */
    discount_percent: number | null;
    tax_by_rate: Array<{
      /** Percent */
      rate: number;
      /** Net amount, without tax */
      net: number;
      /** Amount in the major unit of the merchant’s currency */
      tax: number;
    }>;
    note: string | null;
    void_register_id: string | null;
    /** The shift that paid back a voided transaction */
    void_shift_id: string | null;
    /** Amount in the major unit of the merchant’s currency */
    change: number;
    /** Earned by the paid money that is not refunded */
    points_earned: number;
    /** The points that were spent on payments */
    points_redeemed: number;
    items: Array<{
      /** Counted from 1 */
      line_no: number;
      /** null for a custom item */
      product_id: string | null;
      sku: string | null;
      name: string;
      quantity: number;
      /** Amount in the major unit of the merchant’s currency */
      price: number;
      /** Amount in the major unit of the merchant’s currency */
      list_price: number;
      price_overridden: boolean;
      /** Amount in the major unit of the merchant’s currency */
      discount: number;
      /** The item’s own discount; the rest of `discount` is its share of the discount on the sale */
      line_discount: number;
      /** Set if the discount was requested as a percentage */
      discount_percent: number | null;
      /** Percent */
      tax_rate: number;
      /** Amount in the major unit of the merchant’s currency */
      tax: number;
      /** Amount in the major unit of the merchant’s currency */
      total: number;
      refunded_quantity: number;
      /** Whether its stock was tracked when it was sold, and is when it returns */
      track_stock: boolean;
    }>;
    payments: Array<{
      id: string;
      method: "cash" | "card" | "credit_card" | "debit_card" | "bank_transfer" | "e_wallet" | "qris" | "voucher" | "store_credit" | "points" | "other";
      /** Amount in the major unit of the merchant’s currency */
      amount: number;
      /** Points spent; 0 for other methods */
      points: number;
      reference: string | null;
    }>;
  };
};

export type CompleteTransactionBody = {
  /** `points` needs a customer with enough points, and a `point_value` of the merchant */
  payment_method?: "cash" | "card" | "credit_card" | "debit_card" | "bank_transfer" | "e_wallet" | "qris" | "voucher" | "store_credit" | "points" | "other" | undefined;
  /** Several payments instead of payment_method; they add up to the total, only cash may exceed it */
  payments?: Array<{
    method: "cash" | "card" | "credit_card" | "debit_card" | "bank_transfer" | "e_wallet" | "qris" | "voucher" | "store_credit" | "points" | "other";
    /** Sum in the major unit of the merchant’s currency, within 15 digits of its smallest unit */
    amount: number;
    reference?: string | null | undefined;
  }> | undefined;
  /** Cash received; the response has the change */
  amount_tendered?: number | undefined;
  /** The register that takes the money; default: the one at which the sale was parked; null: none */
  register_id?: string | null | undefined;
  /** The total that the till shows; a sale with another total is rejected */
  expected_total?: number | undefined;
};

export type CompleteTransactionAnswer = {
  success: true;
  data: {
    id: string;
    transaction_code: string;
    /** Amount in the major unit of the merchant’s currency */
    total_amount: number;
    status: "pending" | "completed" | "partially_refunded" | "refunded" | "voided";
    payment_method: "cash" | "card" | "credit_card" | "debit_card" | "bank_transfer" | "e_wallet" | "qris" | "voucher" | "store_credit" | "points" | "other" | "split" | null;
    /** ISO 8601, UTC, milliseconds */
    created_at: string;
    /** Amount in the major unit of the merchant’s currency */
    subtotal: number;
    /** Amount in the major unit of the merchant’s currency */
    discount: number;
    /** Amount in the major unit of the merchant’s currency */
    tax: number;
    /** What rounding added to the cash part: the payments add up to total_amount + rounding */
    rounding: number;
    /** Amount in the major unit of the merchant’s currency */
    refunded_amount: number;
    branch_id: string;
    register_id: string | null;
    /** The shift that took the payments */
    shift_id: string | null;
    cashier: {
      id: string;
      name: string;
    };
    customer_id: string | null;
    /** The label of a parked sale */
    label: string | null;
    item_count: number;
    /** ISO 8601, UTC, milliseconds */
    occurred_at: string;
    /** Set if the discount was requested as a percentage */
    discount_percent: number | null;
    tax_by_rate: Array<{
      /** Percent */
      rate: number;
      /** Net amount, without tax */
      net: number;
      /** Amount in the major unit of the merchant’s currency */
      tax: number;
    }>;
    note: string | null;
    void_register_id: string | null;
    /** The shift that paid back a voided transaction */
    void_shift_id: string | null;
    /** Amount in the major unit of the merchant’s currency */
    change: number;
    /** Earned by the paid money that is not refunded */
    points_earned: number;
    /** The points that were spent on payments */
    points_redeemed: number;
    items: Array<{
      /** Counted from 1 */
      line_no: number;
      /** null for a custom item */
      product_id: string | null;
      sku: string | null;
      name: string;
      quantity: number;
      /** Amount in the major unit of the merchant’s currency */
      price: number;
      /** Amount in the major unit of the merchant’s currency */
      list_price: number;
      price_overridden: boolean;
      /** Amount in the major unit of the merchant’s currency */
      discount: number;
      /** The item’s own discount; the rest of `discount` is its share of the discount on the sale */
      line_discount: number;
      /** Set if the discount was requested as a percentage */
      discount_percent: number | null;
      /** Percent */
      tax_rate: number;
      /** Amount in the major unit of the merchant’s currency */
      tax: number;
      /** Amount in the major unit of the merchant’s currency */
      total: number;
      refunded_quantity: number;
      /** Whether its stock was tracked when it was sold, and is when it returns */
      track_stock: boolean;
    }>;
    payments: Array<{
      id: string;
      method: "cash" | "card" | "credit_card" | "debit_card" | "bank_transfer" | "e_wallet" | "qris" | "voucher" | "store_credit" | "points" | "other";
      /** Amount in the major unit of the merchant’s currency */
      amount: number;
      /** Points spent; 0 for other methods */
      points: number;
      reference: string | null;
    }>;
  };
};

export type GetReceiptQuery = {
  /** pdf: 80 mm wide; escpos: commands for a receipt printer, 42 columns wide */
  format?: "json" | "pdf" | "escpos" | undefined;
};

export type GetReceiptAnswer = {
  success: true;
  data: {
    transaction_id: string;
    transaction_code: string;
    status: "pending" | "completed" | "partially_refunded" | "refunded" | "voided";
    /** Whether the receipt was read before, in any format */
    copy: boolean;
    currency: string;
    shop: {
      name: string;
      address: string | null;
      phone: string | null;
      tax_number: string | null;
      receipt_footer: string | null;
    };
    branch: {
      id: string;
      name: string;
      address: string | null;
      phone: string | null;
    };
    /** ISO 8601, UTC, milliseconds */
    occurred_at: string;
    /** The time zone of the sale */
    timezone: string;
    /** occurred_at in that zone, YYYY-MM-DD HH:MM */
    local_time: string;
    cashier: {
      id: string;
      name: string;
    };
    customer: {
      id: string;
      name: string;
    } | null;
    items: Array<{
      line_no: number;
      sku: string | null;
      name: string;
      quantity: number;
      /** Amount in the major unit of the merchant’s currency */
      price: number;
      /** quantity × price, before any discount */
      amount: number;
    }>;
    discounts: Array<{
      /** null for a discount on the whole transaction */
      line_no: number | null;
      /** Set if the discount was requested as a percentage */
      percent: number | null;
      /** Amount in the major unit of the merchant’s currency */
      amount: number;
    }>;
    /** All items before any discount */
    subtotal: number;
    /** All discounts together */
    discount: number;
    tax_mode: "none" | "inclusive" | "exclusive";
    /** Amount in the major unit of the merchant’s currency */
    tax: number;
    tax_by_rate: Array<{
      /** Percent */
      rate: number;
      /** Net amount, without tax */
      net: number;
      /** Amount in the major unit of the merchant’s currency */
      tax: number;
    }>;
    /** subtotal − discount, plus the tax if prices exclude it */
    total_amount: number;
    /** Of the cash part: the payments add up to total_amount + rounding */
    rounding: number;
    payments: Array<{
      method: "cash" | "card" | "credit_card" | "debit_card" | "bank_transfer" | "e_wallet" | "qris" | "voucher" | "store_credit" | "points" | "other";
      /** Amount in the major unit of the merchant’s currency */
      amount: number;
      /** Points spent; 0 for other methods */
      points: number;
      reference: string | null;
    }>;
    /** Cash received, including the change; null if nothing was paid in cash */
    cash_received: number | null;
    /** Amount in the major unit of the merchant’s currency */
    change: number;
    refunds: Array<{
      id: string;
      /** Amount in the major unit of the merchant’s currency */
      amount: number;
      /** The part of the amount that was returned as points; payment_method returned the rest */
      points_amount: number;
      points_returned: number;
      /** Amount in the major unit of the merchant’s currency */
      rounding: number;
      payment_method: "cash" | "card" | "credit_card" | "debit_card" | "bank_transfer" | "e_wallet" | "qris" | "voucher" | "store_credit" | "points" | "other";
      /** ISO 8601, UTC, milliseconds */
      created_at: string;
      local_time: string;
    }>;
    /** Amount in the major unit of the merchant’s currency */
    refunded_amount: number;
    points_earned: number;
    points_redeemed: number;
    /** The entry in the journal of the register; null if the sale names no register */
    journal: {
      number: number;
      hash: string;
    } | null;
  };
};

export type SendReceiptBody = {
  email: string;
};

export type SendReceiptAnswer = {
  success: true;
  message: string;
};

export type RefundTransactionBody = {
  reason?: string | null | undefined;
  items?: Array<{
    /** Required, unless `line_no` is given */
    product_id?: string | undefined;
    /** The line of the transaction, instead of a product or beside it */
    line_no?: number | undefined;
    quantity: number;
  }> | undefined;
  /** Sum in the major unit of the merchant’s currency, within 15 digits of its smallest unit */
  amount?: number | undefined;
  restock?: boolean | undefined;
  /** The register that takes or pays the money; it belongs to the open shift there */
  register_id?: string | null | undefined;
  /** The method of the refunded money; default: the method that paid most. Points are returned as points */
  payment_method?: "cash" | "card" | "credit_card" | "debit_card" | "bank_transfer" | "e_wallet" | "qris" | "voucher" | "store_credit" | "points" | "other" | null | undefined;
};

export type RefundTransactionAnswer = {
  success: true;
  data: {
    id: string | null;
    transaction_id: string;
    register_id: string | null;
    /** The shift that paid it */
    shift_id: string | null;
    /** Amount in the major unit of the merchant’s currency */
    amount: number;
    /** Amount in the major unit of the merchant’s currency */
    tax: number;
    reason: string | null;
    payment_method: "cash" | "card" | "credit_card" | "debit_card" | "bank_transfer" | "e_wallet" | "qris" | "voucher" | "store_credit" | "points" | "other";
    restock: boolean;
    items: Array<{
      /** The line of the transaction */
      line_no: number;
      product_id: string | null;
      name: string;
      quantity: number;
      /** Amount in the major unit of the merchant’s currency */
      amount: number;
    }>;
    /** Points earned with the transaction and taken back */
    points_reversed: number;
    /** Points spent on the transaction and returned */
    points_returned: number;
    /** The part of the amount that is returned as points; payment_method returns the rest */
    points_amount: number;
    /** What cash rounding added: the money paid out is amount − points_amount + rounding */
    rounding: number;
    transaction_status: "pending" | "completed" | "partially_refunded" | "refunded" | "voided";
    /** Amount in the major unit of the merchant’s currency */
    refunded_amount: number;
    /** Amount in the major unit of the merchant’s currency */
    remaining_refundable: number;
    /** ISO 8601, UTC, milliseconds */
    created_at: string;
  };
};

export type PreviewRefundBody = {
  reason?: string | null | undefined;
  items?: Array<{
    /** Required, unless `line_no` is given */
    product_id?: string | undefined;
    /** The line of the transaction, instead of a product or beside it */
    line_no?: number | undefined;
    quantity: number;
  }> | undefined;
  /** Sum in the major unit of the merchant’s currency, within 15 digits of its smallest unit */
  amount?: number | undefined;
  restock?: boolean | undefined;
  /** The register that takes or pays the money; it belongs to the open shift there */
  register_id?: string | null | undefined;
  /** The method of the refunded money; default: the method that paid most. Points are returned as points */
  payment_method?: "cash" | "card" | "credit_card" | "debit_card" | "bank_transfer" | "e_wallet" | "qris" | "voucher" | "store_credit" | "points" | "other" | null | undefined;
};

export type PreviewRefundAnswer = {
  success: true;
  data: {
    id: string | null;
    transaction_id: string;
    register_id: string | null;
    /** The shift that paid it */
    shift_id: string | null;
    /** Amount in the major unit of the merchant’s currency */
    amount: number;
    /** Amount in the major unit of the merchant’s currency */
    tax: number;
    reason: string | null;
    payment_method: "cash" | "card" | "credit_card" | "debit_card" | "bank_transfer" | "e_wallet" | "qris" | "voucher" | "store_credit" | "points" | "other";
    restock: boolean;
    items: Array<{
      /** The line of the transaction */
      line_no: number;
      product_id: string | null;
      name: string;
      quantity: number;
      /** Amount in the major unit of the merchant’s currency */
      amount: number;
    }>;
    /** Points earned with the transaction and taken back */
    points_reversed: number;
    /** Points spent on the transaction and returned */
    points_returned: number;
    /** The part of the amount that is returned as points; payment_method returns the rest */
    points_amount: number;
    /** What cash rounding added: the money paid out is amount − points_amount + rounding */
    rounding: number;
    transaction_status: "pending" | "completed" | "partially_refunded" | "refunded" | "voided";
    /** Amount in the major unit of the merchant’s currency */
    refunded_amount: number;
    /** Amount in the major unit of the merchant’s currency */
    remaining_refundable: number;
    /** ISO 8601, UTC, milliseconds */
    created_at: string;
  };
};

export type VoidTransactionBody = {
  reason?: string | null | undefined;
  /** The register that pays back; default: the sale’s own, while its shift is open */
  register_id?: string | null | undefined;
};

export type VoidTransactionAnswer = {
  success: true;
  data: {
    id: string;
    transaction_code: string;
    /** Amount in the major unit of the merchant’s currency */
    total_amount: number;
    status: "pending" | "completed" | "partially_refunded" | "refunded" | "voided";
    payment_method: "cash" | "card" | "credit_card" | "debit_card" | "bank_transfer" | "e_wallet" | "qris" | "voucher" | "store_credit" | "points" | "other" | "split" | null;
    /** ISO 8601, UTC, milliseconds */
    created_at: string;
    /** Amount in the major unit of the merchant’s currency */
    subtotal: number;
    /** Amount in the major unit of the merchant’s currency */
    discount: number;
    /** Amount in the major unit of the merchant’s currency */
    tax: number;
    /** What rounding added to the cash part: the payments add up to total_amount + rounding */
    rounding: number;
    /** Amount in the major unit of the merchant’s currency */
    refunded_amount: number;
    branch_id: string;
    register_id: string | null;
    /** The shift that took the payments */
    shift_id: string | null;
    cashier: {
      id: string;
      name: string;
    };
    customer_id: string | null;
    /** The label of a parked sale */
    label: string | null;
    item_count: number;
    /** ISO 8601, UTC, milliseconds */
    occurred_at: string;
    /** Set if the discount was requested as a percentage */
    discount_percent: number | null;
    tax_by_rate: Array<{
      /** Percent */
      rate: number;
      /** Net amount, without tax */
      net: number;
      /** Amount in the major unit of the merchant’s currency */
      tax: number;
    }>;
    note: string | null;
    void_register_id: string | null;
    /** The shift that paid back a voided transaction */
    void_shift_id: string | null;
    /** Amount in the major unit of the merchant’s currency */
    change: number;
    /** Earned by the paid money that is not refunded */
    points_earned: number;
    /** The points that were spent on payments */
    points_redeemed: number;
    items: Array<{
      /** Counted from 1 */
      line_no: number;
      /** null for a custom item */
      product_id: string | null;
      sku: string | null;
      name: string;
      quantity: number;
      /** Amount in the major unit of the merchant’s currency */
      price: number;
      /** Amount in the major unit of the merchant’s currency */
      list_price: number;
      price_overridden: boolean;
      /** Amount in the major unit of the merchant’s currency */
      discount: number;
      /** The item’s own discount; the rest of `discount` is its share of the discount on the sale */
      line_discount: number;
      /** Set if the discount was requested as a percentage */
      discount_percent: number | null;
      /** Percent */
      tax_rate: number;
      /** Amount in the major unit of the merchant’s currency */
      tax: number;
      /** Amount in the major unit of the merchant’s currency */
      total: number;
      refunded_quantity: number;
      /** Whether its stock was tracked when it was sold, and is when it returns */
      track_stock: boolean;
    }>;
    payments: Array<{
      id: string;
      method: "cash" | "card" | "credit_card" | "debit_card" | "bank_transfer" | "e_wallet" | "qris" | "voucher" | "store_credit" | "points" | "other";
      /** Amount in the major unit of the merchant’s currency */
      amount: number;
      /** Points spent; 0 for other methods */
      points: number;
      reference: string | null;
    }>;
  };
};

export type ListWarehousesQuery = {
  page?: number | undefined;
  limit?: number | undefined;
  /** `meta.next_cursor` of the previous page; replaces `page` */
  cursor?: string | undefined;
  /** name, created_at or id; a minus before one reverses it */
  sort?: string | undefined;
  branch_id?: string | undefined;
};

export type ListWarehousesAnswer = {
  success: true;
  data: Array<{
    id: string;
    name: string;
    branch_id: string;
    is_default: boolean;
    /** ISO 8601, UTC, milliseconds */
    created_at: string;
    /** ISO 8601, UTC, milliseconds */
    updated_at: string;
  }>;
  meta: {
    page: number;
    limit: number;
    total: number;
    total_pages: number;
    /** Send as `cursor` for the next page; null on the last page */
    next_cursor: string | null;
  };
};

export type CreateWarehouseBody = {
  name: string;
  branch_id: string;
  /** `true` replaces the branch’s current default warehouse */
  is_default?: boolean | undefined;
};

export type CreateWarehouseAnswer = {
  success: true;
  data: {
    id: string;
    name: string;
    branch_id: string;
    is_default: boolean;
    /** ISO 8601, UTC, milliseconds */
    created_at: string;
    /** ISO 8601, UTC, milliseconds */
    updated_at: string;
  };
};

export type GetWarehouseAnswer = {
  success: true;
  data: {
    id: string;
    name: string;
    branch_id: string;
    is_default: boolean;
    /** ISO 8601, UTC, milliseconds */
    created_at: string;
    /** ISO 8601, UTC, milliseconds */
    updated_at: string;
  };
};

export type UpdateWarehouseBody = {
  name?: string | undefined;
  branch_id?: string | undefined;
  /** `true` replaces the branch’s current default warehouse */
  is_default?: boolean | undefined;
};

export type UpdateWarehouseAnswer = {
  success: true;
  data: {
    id: string;
    name: string;
    branch_id: string;
    is_default: boolean;
    /** ISO 8601, UTC, milliseconds */
    created_at: string;
    /** ISO 8601, UTC, milliseconds */
    updated_at: string;
  };
};

export type ListWebhooksQuery = {
  page?: number | undefined;
  limit?: number | undefined;
  /** `meta.next_cursor` of the previous page; replaces `page` */
  cursor?: string | undefined;
};

export type ListWebhooksAnswer = {
  success: true;
  data: Array<{
    id: string;
    url: string;
    types: Array<string> | null;
    description: string;
    /** A paused endpoint misses nothing: it resumes where it stopped */
    status: "active" | "paused";
    /** Open after five failures in a row: the endpoint is then only probed, at growing intervals, until it answers with 2xx */
    circuit: "closed" | "open";
    consecutive_failures: number;
    /** ISO 8601, UTC, milliseconds */
    next_probe_at: string | null;
    /** The last event for which deliveries were created */
    sequence: number;
    /** Pending deliveries */
    pending: number;
    /** Deliveries that were given up; they can be sent again */
    failed: number;
    /** Events that were deleted before they could be delivered, because the endpoint was paused for too long */
    missed: number;
    /** ISO 8601, UTC, milliseconds */
    old_secret_until: string | null;
    /** When this address first answered a signed message with 2xx; a replay needs that */
    verified_at: string | null;
    /** ISO 8601, UTC, milliseconds */
    created_at: string;
    /** ISO 8601, UTC, milliseconds */
    updated_at: string;
  }>;
  meta: {
    page: number;
    limit: number;
    total: number;
    total_pages: number;
    /** Send as `cursor` for the next page; null on the last page */
    next_cursor: string | null;
  };
};

export type CreateWebhookBody = {
  /** http or https; redirects are not followed */
  url: string;
  /** Types of events, or `sale.*` for all with that prefix; null for all */
  types?: Array<string> | null | undefined;
  description?: string | undefined;
  /** A paused endpoint misses nothing: it resumes where it stopped */
  status?: "active" | "paused" | undefined;
};

export type CreateWebhookAnswer = {
  success: true;
  data: {
    id: string;
    url: string;
    types: Array<string> | null;
    description: string;
    /** A paused endpoint misses nothing: it resumes where it stopped */
    status: "active" | "paused";
    /** Open after five failures in a row: the endpoint is then only probed, at growing intervals, until it answers with 2xx */
    circuit: "closed" | "open";
    consecutive_failures: number;
    /** ISO 8601, UTC, milliseconds */
    next_probe_at: string | null;
    /** The last event for which deliveries were created */
    sequence: number;
    /** Pending deliveries */
    pending: number;
    /** Deliveries that were given up; they can be sent again */
    failed: number;
    /** Events that were deleted before they could be delivered, because the endpoint was paused for too long */
    missed: number;
    /** ISO 8601, UTC, milliseconds */
    old_secret_until: string | null;
    /** When this address first answered a signed message with 2xx; a replay needs that */
    verified_at: string | null;
    /** ISO 8601, UTC, milliseconds */
    created_at: string;
    /** ISO 8601, UTC, milliseconds */
    updated_at: string;
    /** Returned once; null in the response to a repeated request */
    secret: string | null;
  };
};

export type GetWebhookAnswer = {
  success: true;
  data: {
    id: string;
    url: string;
    types: Array<string> | null;
    description: string;
    /** A paused endpoint misses nothing: it resumes where it stopped */
    status: "active" | "paused";
    /** Open after five failures in a row: the endpoint is then only probed, at growing intervals, until it answers with 2xx */
    circuit: "closed" | "open";
    consecutive_failures: number;
    /** ISO 8601, UTC, milliseconds */
    next_probe_at: string | null;
    /** The last event for which deliveries were created */
    sequence: number;
    /** Pending deliveries */
    pending: number;
    /** Deliveries that were given up; they can be sent again */
    failed: number;
    /** Events that were deleted before they could be delivered, because the endpoint was paused for too long */
    missed: number;
    /** ISO 8601, UTC, milliseconds */
    old_secret_until: string | null;
    /** When this address first answered a signed message with 2xx; a replay needs that */
    verified_at: string | null;
    /** ISO 8601, UTC, milliseconds */
    created_at: string;
    /** ISO 8601, UTC, milliseconds */
    updated_at: string;
  };
};

export type UpdateWebhookBody = {
  /** http or https; redirects are not followed */
  url?: string | undefined;
  /** Types of events, or `sale.*` for all with that prefix; null for all */
  types?: Array<string> | null | undefined;
  description?: string | undefined;
  /** A paused endpoint misses nothing: it resumes where it stopped */
  status?: "active" | "paused" | undefined;
};

export type UpdateWebhookAnswer = {
  success: true;
  data: {
    id: string;
    url: string;
    types: Array<string> | null;
    description: string;
    /** A paused endpoint misses nothing: it resumes where it stopped */
    status: "active" | "paused";
    /** Open after five failures in a row: the endpoint is then only probed, at growing intervals, until it answers with 2xx */
    circuit: "closed" | "open";
    consecutive_failures: number;
    /** ISO 8601, UTC, milliseconds */
    next_probe_at: string | null;
    /** The last event for which deliveries were created */
    sequence: number;
    /** Pending deliveries */
    pending: number;
    /** Deliveries that were given up; they can be sent again */
    failed: number;
    /** Events that were deleted before they could be delivered, because the endpoint was paused for too long */
    missed: number;
    /** ISO 8601, UTC, milliseconds */
    old_secret_until: string | null;
    /** When this address first answered a signed message with 2xx; a replay needs that */
    verified_at: string | null;
    /** ISO 8601, UTC, milliseconds */
    created_at: string;
    /** ISO 8601, UTC, milliseconds */
    updated_at: string;
  };
};

export type DeleteWebhookAnswer = {
  success: true;
  message: string;
};

export type ListDeliveriesQuery = {
  page?: number | undefined;
  limit?: number | undefined;
  /** `meta.next_cursor` of the previous page; replaces `page` */
  cursor?: string | undefined;
  state?: "pending" | "succeeded" | "failed" | undefined;
};

export type ListDeliveriesAnswer = {
  success: true;
  data: Array<{
    /** The event’s id, sent in the header `webhook-id` */
    id: string;
    type: string;
    /** The event’s number; null for a test */
    sequence: number | null;
    state: "pending" | "succeeded" | "failed";
    attempts: number;
    /** ISO 8601, UTC, milliseconds */
    next_attempt_at: string | null;
    /** ISO 8601, UTC, milliseconds */
    last_attempt_at: string | null;
    /** The headers of the last attempt, without the signature */
    request_headers: Record<string, string> | null;
    /** The response’s status at the last attempt */
    status: number | null;
    /** The first 4 KiB of the response’s body */
    answer: string | null;
    /** Why the attempt failed, besides the status */
    error: string | null;
    duration_ms: number | null;
    /** ISO 8601, UTC, milliseconds */
    created_at: string;
    /** ISO 8601, UTC, milliseconds */
    finished_at: string | null;
  }>;
  meta: {
    page: number;
    limit: number;
    total: number;
    total_pages: number;
    /** Send as `cursor` for the next page; null on the last page */
    next_cursor: string | null;
  };
};

export type RedeliverAnswer = {
  success: true;
  data: {
    /** The event’s id, sent in the header `webhook-id` */
    id: string;
    type: string;
    /** The event’s number; null for a test */
    sequence: number | null;
    state: "pending" | "succeeded" | "failed";
    attempts: number;
    /** ISO 8601, UTC, milliseconds */
    next_attempt_at: string | null;
    /** ISO 8601, UTC, milliseconds */
    last_attempt_at: string | null;
    /** The headers of the last attempt, without the signature */
    request_headers: Record<string, string> | null;
    /** The response’s status at the last attempt */
    status: number | null;
    /** The first 4 KiB of the response’s body */
    answer: string | null;
    /** Why the attempt failed, besides the status */
    error: string | null;
    duration_ms: number | null;
    /** ISO 8601, UTC, milliseconds */
    created_at: string;
    /** ISO 8601, UTC, milliseconds */
    finished_at: string | null;
  };
};

export type ReplayEventsBody = {
  /** The `sequence` of the event after which the replay starts */
  after: number;
};

export type ReplayEventsAnswer = {
  success: true;
  data: {
    id: string;
    url: string;
    types: Array<string> | null;
    description: string;
    /** A paused endpoint misses nothing: it resumes where it stopped */
    status: "active" | "paused";
    /** Open after five failures in a row: the endpoint is then only probed, at growing intervals, until it answers with 2xx */
    circuit: "closed" | "open";
    consecutive_failures: number;
    /** ISO 8601, UTC, milliseconds */
    next_probe_at: string | null;
    /** The last event for which deliveries were created */
    sequence: number;
    /** Pending deliveries */
    pending: number;
    /** Deliveries that were given up; they can be sent again */
    failed: number;
    /** Events that were deleted before they could be delivered, because the endpoint was paused for too long */
    missed: number;
    /** ISO 8601, UTC, milliseconds */
    old_secret_until: string | null;
    /** When this address first answered a signed message with 2xx; a replay needs that */
    verified_at: string | null;
    /** ISO 8601, UTC, milliseconds */
    created_at: string;
    /** ISO 8601, UTC, milliseconds */
    updated_at: string;
  };
};

export type RotateWebhookSecretAnswer = {
  success: true;
  data: {
    id: string;
    url: string;
    types: Array<string> | null;
    description: string;
    /** A paused endpoint misses nothing: it resumes where it stopped */
    status: "active" | "paused";
    /** Open after five failures in a row: the endpoint is then only probed, at growing intervals, until it answers with 2xx */
    circuit: "closed" | "open";
    consecutive_failures: number;
    /** ISO 8601, UTC, milliseconds */
    next_probe_at: string | null;
    /** The last event for which deliveries were created */
    sequence: number;
    /** Pending deliveries */
    pending: number;
    /** Deliveries that were given up; they can be sent again */
    failed: number;
    /** Events that were deleted before they could be delivered, because the endpoint was paused for too long */
    missed: number;
    /** ISO 8601, UTC, milliseconds */
    old_secret_until: string | null;
    /** When this address first answered a signed message with 2xx; a replay needs that */
    verified_at: string | null;
    /** ISO 8601, UTC, milliseconds */
    created_at: string;
    /** ISO 8601, UTC, milliseconds */
    updated_at: string;
    /** Returned once; null in the response to a repeated request */
    secret: string | null;
  };
};

export type TestWebhookAnswer = {
  success: true;
  data: {
    /** The event’s id, sent in the header `webhook-id` */
    id: string;
    type: string;
    /** The event’s number; null for a test */
    sequence: number | null;
    state: "pending" | "succeeded" | "failed";
    attempts: number;
    /** ISO 8601, UTC, milliseconds */
    next_attempt_at: string | null;
    /** ISO 8601, UTC, milliseconds */
    last_attempt_at: string | null;
    /** The headers of the last attempt, without the signature */
    request_headers: Record<string, string> | null;
    /** The response’s status at the last attempt */
    status: number | null;
    /** The first 4 KiB of the response’s body */
    answer: string | null;
    /** Why the attempt failed, besides the status */
    error: string | null;
    duration_ms: number | null;
    /** ISO 8601, UTC, milliseconds */
    created_at: string;
    /** ISO 8601, UTC, milliseconds */
    finished_at: string | null;
  };
};

export type IsLiveAnswer = {
  status: string;
};

export type IsReadyAnswer = {
  status: string;
};

/** What each operation is called with, and what it answers. */
export interface Operations {
  /**
   * Get the accounts to which closings are posted
   *
   * Permission `merchant:read`: owner, manager, cashier, stock_clerk, viewer.
   */
  getAccounts: { call: Record<never, never>; answer: GetAccountsAnswer };
  /**
   * Change the accounts to which closings are posted
   *
   * What is left out stays as it is; a list replaces the one before.
   *
   * Permission `merchant:write`: owner.
   */
  updateAccounts: { call: { body?: UpdateAccountsBody | undefined }; answer: UpdateAccountsAnswer };
  /**
   * The merchant’s API keys, revoked ones included
   *
   * Permission `api-keys:read`: owner.
   */
  listApiKeys: { call: { query?: ListApiKeysQuery | undefined }; answer: ListApiKeysAnswer };
  /**
   * Create an API key with some of one’s own permissions
   *
   * The key is returned in this response only. It acts for its creator, and never has more than the creator’s current permissions: it stops working when the creator’s membership ends.
   *
   * Permission `api-keys:write`: owner.
   */
  createApiKey: { call: { body: CreateApiKeyBody }; answer: CreateApiKeyAnswer };
  /**
   * One API key
   *
   * Permission `api-keys:read`: owner.
   */
  getApiKey: { call: { path: { id: string } }; answer: GetApiKeyAnswer };
  /**
   * Rename an API key
   *
   * Permission `api-keys:write`: owner.
   */
  renameApiKey: { call: { path: { id: string }; body: RenameApiKeyBody }; answer: RenameApiKeyAnswer };
  /**
   * Revoke an API key for good
   *
   * Permission `api-keys:write`: owner.
   */
  revokeApiKey: { call: { path: { id: string } }; answer: RevokeApiKeyAnswer };
  /**
   * Request an approval for one request
   *
   * After the approval, send that request with its id in the header `Approval-Id`, by the same person and with the same body.
   *
   * Counts in the rate-limit window for selling, which is separate from that of all other operations.
   *
   * Permission `approvals:write`: owner, manager, cashier, stock_clerk.
   */
  requestApproval: { call: { body: RequestApprovalBody }; answer: RequestApprovalAnswer };
  /**
   * List approvals, newest first
   *
   * Contains what the caller requested, and what the caller’s role may decide in their branches.
   *
   * Counts in the rate-limit window for selling, which is separate from that of all other operations.
   *
   * Permission `approvals:read`: owner, manager, cashier, stock_clerk.
   */
  listApprovals: { call: { query?: ListApprovalsQuery | undefined }; answer: ListApprovalsAnswer };
  /**
   * Get an approval
   *
   * Counts in the rate-limit window for selling, which is separate from that of all other operations.
   *
   * Permission `approvals:read`: owner, manager, cashier, stock_clerk.
   */
  getApproval: { call: { path: { id: string } }; answer: GetApprovalAnswer };
  /**
   * Approve what another person requested
   *
   * Permission `approvals:write`: owner, manager, cashier, stock_clerk.
   */
  approveApproval: { call: { path: { id: string }; body?: ApproveApprovalBody | undefined }; answer: ApproveApprovalAnswer };
  /**
   * Deny what another person requested
   *
   * Permission `approvals:write`: owner, manager, cashier, stock_clerk.
   */
  denyApproval: { call: { path: { id: string }; body?: DenyApprovalBody | undefined }; answer: DenyApprovalAnswer };
  /**
   * List changes with their user and previous values, newest first
   *
   * Changes of the catalogue, customers, staff, settings and webhooks, voids and refunds, imports and exports, and sign-ins, also failed ones. Kept for 400 days. Sales, stock movements and points have ledgers of their own, with user and time: see `/transactions`, `/inventory/movements` and `/customers/{id}/loyalty`. A list in an entry has at most fifty elements; `items_total` beside `items` is the number of all.
   *
   * Permission `audit:read`: owner.
   */
  listAuditEntries: { call: { query?: ListAuditEntriesQuery | undefined }; answer: ListAuditEntriesAnswer };
  /**
   * Log in from a browser page of this address
   *
   * Sets the refresh token as an HttpOnly cookie. For pages that the service serves, or that share its address.
   */
  loginInBrowser: { call: { body: LoginInBrowserBody }; answer: LoginInBrowserAnswer };
  /**
   * End the session of the cookie
   *
   * All tabs of a browser share the cookie, and another user may have signed in in another tab: a tab sends its own user.
   */
  logoutInBrowser: { call: { body?: LogoutInBrowserBody | undefined }; answer: LogoutInBrowserAnswer };
  /**
   * Log in from a browser page of this address with a passkey
   *
   * Needs a challenge from `/auth/passkeys/sign-in/options`. Sets the refresh token as an HttpOnly cookie.
   */
  loginInBrowserWithPasskey: { call: { body: LoginInBrowserWithPasskeyBody }; answer: LoginInBrowserWithPasskeyAnswer };
  /** Refresh the session of the cookie */
  refreshInBrowser: { call: Record<never, never>; answer: RefreshInBrowserAnswer };
  /** Change the password; ends all other sessions */
  changePassword: { call: { body: ChangePasswordBody }; answer: ChangePasswordAnswer };
  /**
   * Accept an invitation
   *
   * A new user chooses a password. A user with an account sends the access token of that account, and neither password nor name. A repeated request gets the same response.
   */
  acceptInvitation: { call: { body: AcceptInvitationBody }; answer: AcceptInvitationAnswer };
  /** Show an invitation */
  previewInvitation: { call: { body: PreviewInvitationBody }; answer: PreviewInvitationAnswer };
  /**
   * Log in
   *
   * If the response is lost, send the request again with the same `Idempotency-Key`: its code is accepted again while it is valid. Each request starts a session.
   */
  login: { call: { body: LoginBody }; answer: LoginAnswer };
  /** Log out */
  logout: { call: Record<never, never>; answer: LogoutAnswer };
  /**
   * Get the current user
   *
   * Permission `merchant:read`: owner, manager, cashier, stock_clerk, viewer.
   */
  getCurrentUser: { call: Record<never, never>; answer: GetCurrentUserAnswer };
  /**
   * Change your own name and e-mail address
   *
   * Another e-mail address needs `current_password`. The old address gets a mail, if the service sends any.
   *
   * Permission `merchant:read`: owner, manager, cashier, stock_clerk, viewer.
   */
  updateCurrentUser: { call: { body?: UpdateCurrentUserBody | undefined }; answer: UpdateCurrentUserAnswer };
  /**
   * List your merchants
   *
   * The merchants that the user is a member of, sorted by name: the user’s own, and of the others the 99 joined last.
   */
  listOwnMerchants: { call: { query?: ListOwnMerchantsQuery | undefined }; answer: ListOwnMerchantsAnswer };
  /**
   * Get the sign-in settings of this service
   *
   * `registration` is `first` if only the first user may register and there is none yet; it is `closed` after that.
   */
  getAuthOptions: { call: Record<never, never>; answer: GetAuthOptionsAnswer };
  /** List your passkeys */
  listPasskeys: { call: { query?: ListPasskeysQuery | undefined }; answer: ListPasskeysAnswer };
  /** Add a passkey */
  addPasskey: { call: { body: AddPasskeyBody }; answer: AddPasskeyAnswer };
  /** Get the options for a new passkey, valid for five minutes */
  startPasskey: { call: { body?: StartPasskeyBody | undefined }; answer: StartPasskeyAnswer };
  /**
   * Log in with a passkey
   *
   * A passkey is a complete login: neither password nor code is needed.
   */
  loginWithPasskey: { call: { body: LoginWithPasskeyBody }; answer: LoginWithPasskeyAnswer };
  /** Get a challenge for a passkey to sign, valid for five minutes */
  startPasskeySignIn: { call: Record<never, never>; answer: StartPasskeySignInAnswer };
  /** Rename a passkey */
  renamePasskey: { call: { path: { id: string }; body: RenamePasskeyBody }; answer: RenamePasskeyAnswer };
  /** Delete a passkey */
  removePasskey: { call: { path: { id: string }; body?: RemovePasskeyBody | undefined }; answer: RemovePasskeyAnswer };
  /**
   * Request a password reset by mail
   *
   * The response is the same whether or not the address has an account.
   */
  forgotPassword: { call: { body: ForgotPasswordBody }; answer: ForgotPasswordAnswer };
  /** Reset the password with a link; ends all sessions and removes the passkeys */
  resetPassword: { call: { body: ResetPasswordBody }; answer: ResetPasswordAnswer };
  /**
   * Sign in by PIN at a registered device
   *
   * With the session of the user who registered the device, or a session by PIN on it. Returns a token of the member who has the PIN, for this merchant and device. Its session ends after 15 minutes without a request. Five wrong PINs lock the device for a minute, each further one for twice as long, up to an hour.
   */
  enterPin: { call: { body: EnterPinBody }; answer: EnterPinAnswer };
  /**
   * Whether you have a PIN at this merchant
   *
   * Permission `merchant:read`: owner, manager, cashier, stock_clerk, viewer.
   */
  getPin: { call: Record<never, never>; answer: GetPinAnswer };
  /**
   * Set or change your PIN at this merchant; ends your sessions by the earlier one
   *
   * Permission `merchant:read`: owner, manager, cashier, stock_clerk, viewer.
   */
  setPin: { call: { body: SetPinBody }; answer: SetPinAnswer };
  /**
   * Remove your PIN at this merchant; ends your sessions by it
   *
   * Permission `merchant:read`: owner, manager, cashier, stock_clerk, viewer.
   */
  removePin: { call: Record<never, never>; answer: RemovePinAnswer };
  /** Refresh a session */
  refresh: { call: { body: RefreshBody }; answer: RefreshAnswer };
  /** Refresh a session */
  refreshToken: { call: { body: RefreshTokenBody }; answer: RefreshTokenAnswer };
  /** Register a user and a new merchant */
  register: { call: { body: RegisterBody }; answer: RegisterAnswer };
  /**
   * Register a device for push messages, and for signing in by PIN
   *
   * A till that receives no push messages registers for "web" with a random token of its own that begins with "till:". A user has at most 10 devices; a further one replaces the one that registered longest ago.
   */
  registerDevice: { call: { body: RegisterDeviceBody }; answer: RegisterDeviceAnswer };
  /** List your sessions */
  listSessions: { call: { query?: ListSessionsQuery | undefined }; answer: ListSessionsAnswer };
  /**
   * Sign out everywhere
   *
   * Ends all sessions of the user, and forgets the devices that they signed in from.
   */
  endSessions: { call: { query?: EndSessionsQuery | undefined }; answer: EndSessionsAnswer };
  /** End one of your sessions */
  endSession: { call: { path: { id: string } }; answer: EndSessionAnswer };
  /** Whether an authenticator app is set up */
  getTotp: { call: Record<never, never>; answer: GetTotpAnswer };
  /**
   * Start setting up an authenticator app
   *
   * Returns a secret for the app. Logins need no code before `POST /auth/totp/confirm`.
   */
  startTotp: { call: { body: StartTotpBody }; answer: StartTotpAnswer };
  /** Turn the authenticator app off */
  removeTotp: { call: { body: RemoveTotpBody }; answer: RemoveTotpAnswer };
  /** Turn the authenticator app on with its first code; returns ten recovery codes */
  confirmTotp: { call: { body: ConfirmTotpBody }; answer: ConfirmTotpAnswer };
  /** Replace the recovery codes by ten new ones */
  renewRecoveryCodes: { call: { body: RenewRecoveryCodesBody }; answer: RenewRecoveryCodesAnswer };
  /**
   * List branches
   *
   * Permission `places:read`: owner, manager, cashier, stock_clerk, viewer.
   */
  listBranches: { call: { query?: ListBranchesQuery | undefined }; answer: ListBranchesAnswer };
  /**
   * Create a branch with its own warehouse
   *
   * Permission `places:write`: owner, manager.
   */
  createBranch: { call: { body: CreateBranchBody }; answer: CreateBranchAnswer };
  /**
   * Get a branch
   *
   * Permission `places:read`: owner, manager, cashier, stock_clerk, viewer.
   */
  getBranch: { call: { path: { id: string } }; answer: GetBranchAnswer };
  /**
   * Change a branch
   *
   * Permission `places:write`: owner, manager.
   */
  updateBranch: { call: { path: { id: string }; body?: UpdateBranchBody | undefined }; answer: UpdateBranchAnswer };
  /**
   * List categories by name
   *
   * Permission `catalogue:read`: owner, manager, cashier, stock_clerk, viewer.
   */
  listCategories: { call: { query?: ListCategoriesQuery | undefined }; answer: ListCategoriesAnswer };
  /**
   * Create a category
   *
   * Permission `catalogue:write`: owner, manager.
   */
  createCategory: { call: { body: CreateCategoryBody }; answer: CreateCategoryAnswer };
  /**
   * Rename a category
   *
   * Permission `catalogue:write`: owner, manager.
   */
  renameCategory: { call: { path: { id: string }; body: RenameCategoryBody }; answer: RenameCategoryAnswer };
  /**
   * Delete a category; its products stay, without a category
   *
   * Permission `catalogue:write`: owner, manager.
   */
  deleteCategory: { call: { path: { id: string } }; answer: DeleteCategoryAnswer };
  /**
   * List closures, newest first
   *
   * Permission `shifts:read`: owner, manager, cashier, viewer.
   */
  listClosures: { call: { query?: ListClosuresQuery | undefined }; answer: ListClosuresAnswer };
  /**
   * Get a closure (Z report) with its corrections
   *
   * With `Accept: application/pdf` as a PDF, like `GET /closures/{id}/report`.
   *
   * Permission `shifts:read`: owner, manager, cashier, viewer.
   */
  getClosure: { call: { path: { id: string } }; answer: GetClosureAnswer };
  /**
   * Get the postings of a closure for the bookkeeping
   *
   * By payment method, tax rate and category. Needs `shifts:expected` too.
   *
   * Permission `shifts:read`: owner, manager, cashier, viewer.
   */
  getPostings: { call: { path: { id: string } }; answer: GetPostingsAnswer };
  /**
   * Get the postings of a closure as a file for the bookkeeping
   *
   * Needs `shifts:expected` too. A file for DATEV needs accounts of digits, and its numbers.
   *
   * Permission `shifts:read`: owner, manager, cashier, viewer.
   */
  exportPostings: { call: { path: { id: string }; query?: ExportPostingsQuery | undefined }; answer: ExportPostingsAnswer };
  /**
   * Count again after the closing
   *
   * The closure stays as it was. The difference becomes a correction beside it.
   *
   * Permission `closures:correct`: owner, manager.
   */
  recountClosure: { call: { path: { id: string }; body: RecountClosureBody }; answer: RecountClosureAnswer };
  /**
   * Get a closure (Z report) as a file
   *
   * Permission `shifts:read`: owner, manager, cashier, viewer.
   */
  printClosure: { call: { path: { id: string }; query?: PrintClosureQuery | undefined }; answer: PrintClosureAnswer };
  /**
   * List customers
   *
   * Permission `customers:read`: owner, manager, cashier, viewer.
   */
  listCustomers: { call: { query?: ListCustomersQuery | undefined }; answer: ListCustomersAnswer };
  /**
   * Register a customer
   *
   * A client that made the customer offline may send its own `id`; the request may then be sent again.
   *
   * Permission `customers:write`: owner, manager, cashier.
   */
  createCustomer: { call: { body: CreateCustomerBody }; answer: CreateCustomerAnswer };
  /**
   * Import customers from a file, row by row
   *
   * A row changes the customer with its e-mail, or with its phone if name and e-mail do not differ, or makes a new one. Points are set for new customers only, and need the permission `customers:correct`. A rejected row does not affect the others.
   *
   * Permission `customers:write`: owner, manager, cashier.
   */
  importCustomers: { call: { query?: ImportCustomersQuery | undefined; body: ImportCustomersBody }; answer: ImportCustomersAnswer };
  /**
   * Read the columns of a file of customers, and suggest what they hold
   *
   * Recognises files of Square, Shopify and Loyverse. Changes nothing.
   *
   * Permission `customers:write`: owner, manager, cashier.
   */
  readCustomerColumns: { call: { body: ReadCustomerColumnsBody }; answer: ReadCustomerColumnsAnswer };
  /**
   * Check an import of customers without changing anything
   *
   * Permission `customers:write`: owner, manager, cashier.
   */
  validateCustomerImport: { call: { body: ValidateCustomerImportBody }; answer: ValidateCustomerImportAnswer };
  /**
   * Get a customer
   *
   * Permission `customers:read`: owner, manager, cashier, viewer.
   */
  getCustomer: { call: { path: { id: string } }; answer: GetCustomerAnswer };
  /**
   * Change a customer
   *
   * Fields that are left out stay as they are; null clears one.
   *
   * Permission `customers:write`: owner, manager, cashier.
   */
  updateCustomer: { call: { path: { id: string }; body?: UpdateCustomerBody | undefined }; answer: UpdateCustomerAnswer };
  /**
   * Delete a customer
   *
   * Permission `customers:write`: owner, manager, cashier.
   */
  deleteCustomer: { call: { path: { id: string } }; answer: DeleteCustomerAnswer };
  /**
   * Export everything that is stored about a customer as one file
   *
   * Also for a deleted customer, until they are erased.
   *
   * Permission `customers:export`: owner, manager.
   */
  exportCustomerData: { call: { path: { id: string } }; answer: ExportCustomerDataAnswer };
  /**
   * Erase a customer’s personal data
   *
   * Removes name, e-mail, phone, address and all text about them. Sales, points and all amounts stay.
   *
   * Permission `customers:erase`: owner, manager.
   */
  eraseCustomer: { call: { path: { id: string } }; answer: EraseCustomerAnswer };
  /**
   * Get a customer’s points, tier and lifetime value
   *
   * Permission `customers:read`: owner, manager, cashier, viewer.
   */
  getLoyalty: { call: { path: { id: string } }; answer: GetLoyaltyAnswer };
  /**
   * Correct a customer’s points, with a reason
   *
   * Permission `customers:correct`: owner, manager.
   */
  correctPoints: { call: { path: { id: string }; body: CorrectPointsBody }; answer: CorrectPointsAnswer };
  /**
   * List the entries of a customer’s points, newest first
   *
   * For users limited to branches, entries of other branches have only their points: no transaction, refund, reason or user.
   *
   * Permission `customers:read`: owner, manager, cashier, viewer.
   */
  listPointsEntries: { call: { path: { id: string }; query?: ListPointsEntriesQuery | undefined }; answer: ListPointsEntriesAnswer };
  /**
   * Get the figures of a period and of the previous one
   *
   * An API key needs `costs:read` as well.
   *
   * Permission `reports:read`: owner, manager, viewer.
   */
  getDashboardSummary: { call: { query?: GetDashboardSummaryQuery | undefined }; answer: GetDashboardSummaryAnswer };
  /**
   * Load a demo into an empty shop: a café with a year of trade
   *
   * Responds at once. Products, customers, stock and a year of sales up to now are entered in the background on behalf of the owner; `GET /demo` has the progress. INVALID_STATE unless the shop is empty: no products, customers, transactions or webhooks. FORBIDDEN where registration is not open.
   *
   * Permission `merchant:write`: owner.
   */
  loadDemo: { call: Record<never, never>; answer: LoadDemoAnswer };
  /**
   * Get the progress of the demo
   *
   * Permission `merchant:write`: owner.
   */
  getDemo: { call: Record<never, never>; answer: GetDemoAnswer };
  /** List your devices */
  listDevices: { call: { query?: ListDevicesQuery | undefined }; answer: ListDevicesAnswer };
  /** Delete a device; ends the sessions by PIN on it */
  deleteDevice: { call: { path: { id: string } }; answer: DeleteDeviceAnswer };
  /**
   * List events after a position, in order and without gaps
   *
   * Events are kept for 90 days. Each event is returned once, however late its transaction commits. Continue with `meta.next_cursor` while `meta.has_more`: a page with 512 KiB of events ends before its `limit`.
   *
   * Permission `events:read`: owner, manager.
   */
  listEvents: { call: { query?: ListEventsQuery | undefined }; answer: ListEventsAnswer };
  /**
   * Start an export in the background
   *
   * Responds at once; `GET /exports/{id}` has the progress, and the link when it is ready. If an equal export of the same user is queued or running, the response is its record, with an idempotency key or without. Two exports of a merchant run at once, further ones wait as `queued`; beyond `MERCHANT_QUEUED_EXPORTS` of them the response is 429. The end of an export emits `export.ready` or `export.failed`.
   *
   * Fields may also be written in camelCase.
   *
   * Permission `reports:read`: owner, manager, viewer.
   */
  createExport: { call: { body: CreateExportBody }; answer: CreateExportAnswer };
  /**
   * Exports in the background, the newest first
   *
   * A user sees their own exports, an owner those of all. An export and its file are deleted a day after it ended.
   *
   * Permission `reports:read`: owner, manager, viewer.
   */
  listExports: { call: { query?: ListExportsQuery | undefined }; answer: ListExportsAnswer };
  /**
   * Get an export with its progress, and its link when it is ready
   *
   * Permission `reports:read`: owner, manager, viewer.
   */
  getExport: { call: { path: { id: string } }; answer: GetExportAnswer };
  /**
   * Cancel an export, or remove the file of one that is ready
   *
   * Permission `reports:read`: owner, manager, viewer.
   */
  cancelExport: { call: { path: { id: string } }; answer: CancelExportAnswer };
  /**
   * Check the invariants of sales, stock, points and reports
   *
   * Checks the merchant’s data now, or returns a result of the last minute: levels are the sums of their movements, sales those of their lines and payments, and reports match the sales. Normally every `rows` is empty. One check runs at a time: 503 while another is running.
   *
   * Permission `jobs:read`: owner.
   */
  checkInvariants: { call: Record<never, never>; answer: CheckInvariantsAnswer };
  /**
   * List stock levels, or products with their stock as records
   *
   * Permission `stock:read`: owner, manager, cashier, stock_clerk, viewer.
   */
  listInventory: { call: { query?: ListInventoryQuery | undefined }; answer: ListInventoryAnswer };
  /**
   * Create a product as a record
   *
   * Fields may also be written in snake_case.
   *
   * Permission `catalogue:write`: owner, manager.
   */
  createRecord: { call: { body: CreateRecordBody }; answer: CreateRecordAnswer };
  /**
   * Adjust stock: add, subtract, or set a counted quantity
   *
   * Fields may also be written in camelCase.
   *
   * Permission `stock:write`: owner, manager, stock_clerk.
   */
  adjustStock: { call: { body: AdjustStockBody }; answer: AdjustStockAnswer };
  /**
   * Delete products and their variants; unknown ids are skipped
   *
   * Permission `catalogue:write`: owner, manager.
   */
  deleteRecords: { call: { body: DeleteRecordsBody }; answer: DeleteRecordsAnswer };
  /**
   * Export the records of a list as a file that can be imported
   *
   * Each product has its variants after it. For one branch, there is a column for the stock of each of its warehouses, and an import counts only these.
   *
   * Permission `catalogue:read`: owner, manager, cashier, stock_clerk, viewer.
   */
  exportRecords: { call: { query: ExportRecordsQuery }; answer: ExportRecordsAnswer };
  /**
   * Import products from a file, row by row
   *
   * A rejected row does not affect the others. A row whose SKU exists changes that product; its stock is a counted quantity. A failed or interrupted import continues when it is sent again under its id or key.
   *
   * Permission `catalogue:write`: owner, manager.
   */
  importRecords: { call: { query?: ImportRecordsQuery | undefined; body: ImportRecordsBody }; answer: ImportRecordsAnswer };
  /**
   * Read the columns of a file, and suggest what they hold
   *
   * Recognises files of Square, Shopify and Loyverse. Changes nothing.
   *
   * Permission `catalogue:write`: owner, manager.
   */
  readImportColumns: { call: { body: ReadImportColumnsBody }; answer: ReadImportColumnsAnswer };
  /**
   * Check an import without changing anything
   *
   * Permission `catalogue:write`: owner, manager.
   */
  validateImport: { call: { body: ValidateImportBody }; answer: ValidateImportAnswer };
  /**
   * List imports, newest first
   *
   * Permission `catalogue:write`: owner, manager.
   */
  listImports: { call: { query?: ListImportsQuery | undefined }; answer: ListImportsAnswer };
  /**
   * Get the progress of an import
   *
   * Permission `catalogue:write`: owner, manager.
   */
  getImport: { call: { path: { id: string } }; answer: GetImportAnswer };
  /**
   * Get what an undo of an import would do
   *
   * Permission `catalogue:write`: owner, manager.
   */
  previewUndo: { call: { path: { id: string } }; answer: PreviewUndoAnswer };
  /**
   * Undo an import of the last 30 days
   *
   * Removes what the import created, and sets back what it changed. What was edited, sold or moved since stays, and is named. Stock is set back by movements. Categories that the import created are deleted, except those with products, or with products that were sold. An interrupted undo continues with the next request. An import of customers needs the permission `customers:write` as well.
   *
   * Permission `catalogue:write`: owner, manager.
   */
  undoImport: { call: { path: { id: string } }; answer: UndoImportAnswer };
  /**
   * List stock movements, newest first
   *
   * Users limited to branches see the movements of their warehouses.
   *
   * Permission `stock:read`: owner, manager, cashier, stock_clerk, viewer.
   */
  listMovements: { call: { query?: ListMovementsQuery | undefined }; answer: ListMovementsAnswer };
  /**
   * Like `/inventory/adjustment`; returns the record
   *
   * Fields may also be written in snake_case.
   *
   * Permission `stock:write`: owner, manager, stock_clerk.
   */
  adjustRecord: { call: { body: AdjustRecordBody }; answer: AdjustRecordAnswer };
  /**
   * Like `/inventory/transfer`; returns no body
   *
   * Fields may also be written in snake_case.
   *
   * Permission `stock:write`: owner, manager, stock_clerk.
   */
  transferRecord: { call: { body: TransferRecordBody }; answer: TransferRecordAnswer };
  /**
   * Transfer stock from one warehouse to another
   *
   * Fields may also be written in camelCase.
   *
   * Permission `stock:write`: owner, manager, stock_clerk.
   */
  transferStock: { call: { body: TransferStockBody }; answer: TransferStockAnswer };
  /**
   * Get a product or variant as a record
   *
   * Permission `catalogue:read`: owner, manager, cashier, stock_clerk, viewer.
   */
  getRecord: { call: { path: { id: string } }; answer: GetRecordAnswer };
  /**
   * Change a record
   *
   * Fields may also be written in snake_case.
   *
   * Permission `catalogue:write`: owner, manager.
   */
  updateRecord: { call: { path: { id: string }; body?: UpdateRecordBody | undefined }; answer: UpdateRecordAnswer };
  /**
   * Change a record
   *
   * Fields may also be written in snake_case.
   *
   * Permission `catalogue:write`: owner, manager.
   */
  patchRecord: { call: { path: { id: string }; body?: PatchRecordBody | undefined }; answer: PatchRecordAnswer };
  /**
   * Delete a product and its variants
   *
   * Permission `catalogue:write`: owner, manager.
   */
  deleteRecord: { call: { path: { id: string } }; answer: DeleteRecordAnswer };
  /**
   * List background jobs, newest first
   *
   * Jobs are kept for a week. A failed one has its error and the time of its next attempt.
   *
   * Permission `jobs:read`: owner.
   */
  listJobs: { call: { query?: ListJobsQuery | undefined }; answer: ListJobsAnswer };
  /**
   * Whether the disk of the service is almost full
   *
   * Permission `jobs:read`: owner.
   */
  getDiskSpace: { call: Record<never, never>; answer: GetDiskSpaceAnswer };
  /**
   * Get the state of a register’s journal
   *
   * Permission `journal:read`: owner, manager, viewer.
   */
  getJournal: { call: { path: { id: string } }; answer: GetJournalAnswer };
  /**
   * Export a register’s journal as a file that can be verified without the service
   *
   * Needs `shifts:expected` too. Each line is JSON. `client/verify` finds the first line that was changed, removed or added.
   *
   * Permission `journal:read`: owner, manager, viewer.
   */
  exportJournal: { call: { path: { id: string }; query?: ExportJournalQuery | undefined }; answer: ExportJournalAnswer };
  /**
   * Find the product or variant of a scanned code
   *
   * A barcode comes before a SKU. Barcodes of 8, 12, 13 and 14 digits match with other leading zeros; a SKU also matches in upper or lower case. Inactive and deleted products are not found.
   *
   * Counts in the rate-limit window for selling, which is separate from that of all other operations.
   *
   * Permission `catalogue:read`: owner, manager, cashier, stock_clerk, viewer.
   */
  lookUpCode: { call: { query: LookUpCodeQuery }; answer: LookUpCodeAnswer };
  /**
   * Get the merchant’s settings
   *
   * Permission `merchant:read`: owner, manager, cashier, stock_clerk, viewer.
   */
  getMerchant: { call: Record<never, never>; answer: GetMerchantAnswer };
  /**
   * Change the merchant’s settings
   *
   * Permission `merchant:write`: owner.
   */
  updateMerchant: { call: { body?: UpdateMerchantBody | undefined }; answer: UpdateMerchantAnswer };
  /**
   * Change the merchant’s settings
   *
   * Permission `merchant:write`: owner.
   */
  patchMerchant: { call: { body?: PatchMerchantBody | undefined }; answer: PatchMerchantAnswer };
  /**
   * List products, newest first by default
   *
   * Permission `catalogue:read`: owner, manager, cashier, stock_clerk, viewer.
   */
  listProducts: { call: { query?: ListProductsQuery | undefined }; answer: ListProductsAnswer };
  /**
   * Create a product
   *
   * With `Prefer: return=representation` the response is the product without an envelope.
   *
   * Permission `catalogue:write`: owner, manager.
   */
  createProduct: { call: { body: CreateProductBody }; answer: CreateProductAnswer };
  /**
   * Apply the same changes to many products: to all or none
   *
   * Unknown ids are skipped. Variants may be included; they stay in the category of their product.
   *
   * Permission `catalogue:write`: owner, manager.
   */
  changeProducts: { call: { body: ChangeProductsBody }; answer: ChangeProductsAnswer };
  /**
   * Get a product with its variants, or a variant
   *
   * Permission `catalogue:read`: owner, manager, cashier, stock_clerk, viewer.
   */
  getProduct: { call: { path: { id: string } }; answer: GetProductAnswer };
  /**
   * Change a product
   *
   * Returns the changed fields; with `Prefer: return=representation` the whole product without an envelope. The change applies in all branches, also if the user is limited to some of them.
   *
   * Permission `catalogue:write`: owner, manager.
   */
  updateProduct: { call: { path: { id: string }; body?: UpdateProductBody | undefined }; answer: UpdateProductAnswer };
  /**
   * Change a product
   *
   * Returns the changed fields; with `Prefer: return=representation` the whole product without an envelope. The change applies in all branches, also if the user is limited to some of them.
   *
   * Permission `catalogue:write`: owner, manager.
   */
  patchProduct: { call: { path: { id: string }; body?: PatchProductBody | undefined }; answer: PatchProductAnswer };
  /**
   * Delete a product and its variants
   *
   * Permission `catalogue:write`: owner, manager.
   */
  deleteProduct: { call: { path: { id: string } }; answer: DeleteProductAnswer };
  /**
   * Upload a picture of a product: PNG, JPEG or WebP, up to 5 MiB, as `file` of a multipart form
   *
   * Permission `catalogue:write`: owner, manager.
   */
  addProductImage: { call: { path: { id: string }; body: AddProductImageBody }; answer: AddProductImageAnswer };
  /**
   * List the prices and costs of a product or variant over time, newest first
   *
   * Costs for roles that may see them. Kept for 400 days.
   *
   * Permission `catalogue:read`: owner, manager, cashier, stock_clerk, viewer.
   */
  listPriceChanges: { call: { path: { id: string }; query?: ListPriceChangesQuery | undefined }; answer: ListPriceChangesAnswer };
  /**
   * Create a variant of a product
   *
   * A product has at most 250 variants.
   *
   * Permission `catalogue:write`: owner, manager.
   */
  createVariant: { call: { path: { id: string }; body: CreateVariantBody }; answer: CreateVariantAnswer };
  /**
   * Get the public key for a browser’s subscription
   *
   * Permission `merchant:read`: owner, manager, cashier, stock_clerk, viewer.
   */
  getPushKey: { call: Record<never, never>; answer: GetPushKeyAnswer };
  /**
   * Get your push rules
   *
   * Permission `merchant:read`: owner, manager, cashier, stock_clerk, viewer.
   */
  getPushRules: { call: Record<never, never>; answer: GetPushRulesAnswer };
  /**
   * Change your push rules
   *
   * Permission `merchant:read`: owner, manager, cashier, stock_clerk, viewer.
   */
  updatePushRules: { call: { body?: UpdatePushRulesBody | undefined }; answer: UpdatePushRulesAnswer };
  /**
   * Send a test message to your devices
   *
   * Permission `merchant:read`: owner, manager, cashier, stock_clerk, viewer.
   */
  testPush: { call: Record<never, never>; answer: TestPushAnswer };
  /**
   * List registers
   *
   * Permission `registers:read`: owner, manager, cashier, viewer.
   */
  listRegisters: { call: { query?: ListRegistersQuery | undefined }; answer: ListRegistersAnswer };
  /**
   * Add a register to a branch
   *
   * Permission `registers:write`: owner, manager.
   */
  createRegister: { call: { body: CreateRegisterBody }; answer: CreateRegisterAnswer };
  /**
   * Get a register
   *
   * Permission `registers:read`: owner, manager, cashier, viewer.
   */
  getRegister: { call: { path: { id: string } }; answer: GetRegisterAnswer };
  /**
   * Change a register
   *
   * Permission `registers:write`: owner, manager.
   */
  updateRegister: { call: { path: { id: string }; body?: UpdateRegisterBody | undefined }; answer: UpdateRegisterAnswer };
  /**
   * Export a report as a file and wait for it
   *
   * Fields may also be written in camelCase.
   *
   * Permission `reports:read`: owner, manager, viewer.
   */
  exportReport: { call: { body: ExportReportBody }; answer: ExportReportAnswer };
  /**
   * Report stock: quantities, values, and products that run out
   *
   * An API key needs `costs:read` as well.
   *
   * Permission `reports:read`: owner, manager, viewer.
   */
  reportInventory: { call: { query?: ReportInventoryQuery | undefined }; answer: ReportInventoryAnswer };
  /**
   * Report sales
   *
   * An API key needs `costs:read` as well.
   *
   * Permission `reports:read`: owner, manager, viewer.
   */
  reportSales: { call: { query: ReportSalesQuery }; answer: ReportSalesAnswer };
  /**
   * Report sales by category
   *
   * A product counts in the category that it has now, a variant in that of its product. All rows together are the sales report of the same days.
   *
   * An API key needs `costs:read` as well.
   *
   * Permission `reports:read`: owner, manager, viewer.
   */
  reportSalesByCategory: { call: { query: ReportSalesByCategoryQuery }; answer: ReportSalesByCategoryAnswer };
  /**
   * Report sales by weekday and hour
   *
   * Weekday and hour are those of the branch’s clock when the sale or refund was made. Hours without either have no row. All rows together are the sales report of the same days.
   *
   * An API key needs `costs:read` as well.
   *
   * Permission `reports:read`: owner, manager, viewer.
   */
  reportSalesByHour: { call: { query: ReportSalesByHourQuery }; answer: ReportSalesByHourAnswer };
  /**
   * Report sales by product
   *
   * Products with sales or refunds. All rows together are the sales report of the same days.
   *
   * An API key needs `costs:read` as well.
   *
   * Permission `reports:read`: owner, manager, viewer.
   */
  reportSalesByProduct: { call: { query: ReportSalesByProductQuery }; answer: ReportSalesByProductAnswer };
  /**
   * Report the sales of a product by day
   *
   * Of a product with its variants, or of a variant. The days add up to its rows in `GET /reports/sales/by-product`.
   *
   * Permission `reports:read`: owner, manager, viewer.
   */
  reportSalesOfProduct: { call: { path: { id: string }; query?: ReportSalesOfProductQuery | undefined }; answer: ReportSalesOfProductAnswer };
  /**
   * Sum refunds and voids by reason, the highest amount first
   *
   * The rows of `/reports/sales/refunds` with the same filters, summed by their reasons.
   *
   * Permission `reports:read`: owner, manager, viewer.
   */
  reportSalesByReason: { call: { query: ReportSalesByReasonQuery }; answer: ReportSalesByReasonAnswer };
  /**
   * Report sales by cashier
   *
   * A sale counts for its cashier, a refund for the person who made it. All rows together are the sales report of the same days.
   *
   * An API key needs `costs:read` as well.
   *
   * Permission `reports:read`: owner, manager, viewer.
   */
  reportSalesByStaff: { call: { query: ReportSalesByStaffQuery }; answer: ReportSalesByStaffAnswer };
  /**
   * Report discounts by cashier
   *
   * Cashiers who gave discounts. All rows together have the discounts of the sales report.
   *
   * Permission `reports:read`: owner, manager, viewer.
   */
  reportSalesDiscounts: { call: { query: ReportSalesDiscountsQuery }; answer: ReportSalesDiscountsAnswer };
  /**
   * List refunds and voids with their reasons, newest first
   *
   * Refunds on the day on which they were made: together they are the refunds of the sales report. Voids of completed transactions on the day of the transaction: the sales report no longer has them.
   *
   * Permission `reports:read`: owner, manager, viewer.
   */
  reportSalesRefunds: { call: { query: ReportSalesRefundsQuery }; answer: ReportSalesRefundsAnswer };
  /**
   * Report tax by rate
   *
   * Net amounts, taxes and totals of each tax rate, less refunds. All rows together are the sales report of the same days. Sales without tax have the rate 0.
   *
   * Permission `reports:read`: owner, manager, viewer.
   */
  reportSalesTax: { call: { query: ReportSalesTaxQuery }; answer: ReportSalesTaxAnswer };
  /**
   * Whether you get the figures of last week by mail each Monday
   *
   * Permission `reports:read`: owner, manager, viewer.
   */
  getWeeklyMail: { call: Record<never, never>; answer: GetWeeklyMailAnswer };
  /**
   * Turn the mail of last week on or off
   *
   * Each Monday from seven o’clock: the sales of last week compared with the week before, the best sellers, and low stock, of what you may read. In the language of `Accept-Language`. None comes without sales in both weeks.
   *
   * Permission `reports:read`: owner, manager, viewer.
   */
  updateWeeklyMail: { call: { body: UpdateWeeklyMailBody }; answer: UpdateWeeklyMailAnswer };
  /**
   * List shifts, newest first
   *
   * Permission `shifts:read`: owner, manager, cashier, viewer.
   */
  listShifts: { call: { query?: ListShiftsQuery | undefined }; answer: ListShiftsAnswer };
  /**
   * Open a shift of a register with a counted float
   *
   * Counts in the rate-limit window for selling, which is separate from that of all other operations.
   *
   * Permission `shifts:write`: owner, manager, cashier.
   */
  openShift: { call: { body: OpenShiftBody }; answer: OpenShiftAnswer };
  /**
   * Get a shift with its sums as of now (X report)
   *
   * Permission `shifts:read`: owner, manager, cashier, viewer.
   */
  getShift: { call: { path: { id: string } }; answer: GetShiftAnswer };
  /**
   * Close a counted shift and write its closure (Z report)
   *
   * Counts in the rate-limit window for selling, which is separate from that of all other operations.
   *
   * Permission `shifts:write`: owner, manager, cashier.
   */
  closeShift: { call: { path: { id: string }; body?: CloseShiftBody | undefined }; answer: CloseShiftAnswer };
  /**
   * Count the drawer of an open shift, which then takes no more sales
   *
   * Counts in the rate-limit window for selling, which is separate from that of all other operations.
   *
   * Permission `shifts:write`: owner, manager, cashier.
   */
  countShift: { call: { path: { id: string }; body: CountShiftBody }; answer: CountShiftAnswer };
  /**
   * List the cash movements of a shift, newest first
   *
   * Permission `shifts:read`: owner, manager, cashier, viewer.
   */
  listCashMovements: { call: { path: { id: string }; query?: ListCashMovementsQuery | undefined }; answer: ListCashMovementsAnswer };
  /**
   * Pay cash in or out, or open the drawer without a sale
   *
   * Counts in the rate-limit window for selling, which is separate from that of all other operations.
   *
   * Permission `shifts:write`: owner, manager, cashier.
   */
  createCashMovement: { call: { path: { id: string }; body: CreateCashMovementBody }; answer: CreateCashMovementAnswer };
  /**
   * Void a cash movement of an open shift
   *
   * Counts in the rate-limit window for selling, which is separate from that of all other operations.
   *
   * Permission `shifts:write`: owner, manager, cashier.
   */
  voidCashMovement: { call: { path: { id: string; movement_id: string }; body: VoidCashMovementBody }; answer: VoidCashMovementAnswer };
  /**
   * Replace the count of a shift that is being counted
   *
   * Counts in the rate-limit window for selling, which is separate from that of all other operations.
   *
   * Permission `shifts:write`: owner, manager, cashier.
   */
  recountShift: { call: { path: { id: string }; body: RecountShiftBody }; answer: RecountShiftAnswer };
  /**
   * Let a shift that is being counted sell again
   *
   * Counts in the rate-limit window for selling, which is separate from that of all other operations.
   *
   * Permission `shifts:write`: owner, manager, cashier.
   */
  reopenShift: { call: { path: { id: string } }; answer: ReopenShiftAnswer };
  /**
   * Get the sums of a shift as of now (X report) as a file
   *
   * Permission `shifts:read`: owner, manager, cashier, viewer.
   */
  printShift: { call: { path: { id: string }; query?: PrintShiftQuery | undefined }; answer: PrintShiftAnswer };
  /**
   * List the staff: active, former and invited
   *
   * Users limited to branches see members of these branches, and members without a limit.
   *
   * Permission `staff:read`: owner, manager.
   */
  listStaff: { call: { query?: ListStaffQuery | undefined }; answer: ListStaffAnswer };
  /**
   * Invite a person to the staff, or add a member with a PIN
   *
   * With `pin` instead of `email`: a member without an account, who signs in at registered devices only. With `email`: grants nothing before the person accepts. The response is the same whether or not the address has an account. The response to a repeated request has no link.
   *
   * Permission `staff:write`: owner, manager.
   */
  inviteColleague: { call: { body: InviteColleagueBody }; answer: InviteColleagueAnswer };
  /**
   * Get a staff member
   *
   * Permission `staff:read`: owner, manager.
   */
  getColleague: { call: { path: { id: string } }; answer: GetColleagueAnswer };
  /**
   * Change a staff member
   *
   * Permission `staff:write`: owner, manager.
   */
  updateColleague: { call: { path: { id: string }; body?: UpdateColleagueBody | undefined }; answer: UpdateColleagueAnswer };
  /**
   * End a member’s access to this merchant, or withdraw an invitation
   *
   * Permission `staff:write`: owner, manager.
   */
  deactivateColleague: { call: { path: { id: string } }; answer: DeactivateColleagueAnswer };
  /**
   * End all sessions of a staff member
   *
   * Ends all sessions of a current member other than an owner. The member can sign in again with the password.
   *
   * Permission `staff:sessions`: owner.
   */
  endColleagueSessions: { call: { path: { id: string } }; answer: EndColleagueSessionsAnswer };
  /**
   * Send an invitation again; its earlier link stops working
   *
   * With `email`: invites a member without an e-mail address to an account. By accepting, the same member can sign in with a password, and keeps sales and PIN.
   *
   * Permission `staff:write`: owner, manager.
   */
  resendInvitation: { call: { path: { id: string }; body?: ResendInvitationBody | undefined }; answer: ResendInvitationAnswer };
  /**
   * Restore a former member
   *
   * Permission `staff:write`: owner, manager.
   */
  reactivateColleague: { call: { path: { id: string } }; answer: ReactivateColleagueAnswer };
  /**
   * Create a password reset link for a member
   *
   * For owners, to hand over in person; works once, for 30 minutes. Only for an account that was created for this merchant and works for no other. If mail is set up, the member gets a mail about it, without the link.
   *
   * Permission `staff:recover`: owner.
   */
  makeResetLink: { call: { path: { id: string } }; answer: MakeResetLinkAnswer };
  /**
   * Synchronise a till: first all records, then the changes
   *
   * Continue with `meta.cursor` while `has_more`, and later with the last one. A record replaces the stored one with the same `kind` and `id`, or deletes it if `deleted`; it may be sent more than once. INVALID_STATE on `cursor` means: delete all records and start again without a cursor. Compressed if the client accepts gzip.
   *
   * Permission `sync:read`: owner, manager, cashier, stock_clerk.
   */
  sync: { call: { query?: SyncQuery | undefined }; answer: SyncAnswer };
  /**
   * Record a sale, or park it
   *
   * Counts in the rate-limit window for selling, which is separate from that of all other operations.
   *
   * Permission `sales:write`: owner, manager, cashier.
   */
  createTransaction: { call: { body: CreateTransactionBody }; answer: CreateTransactionAnswer };
  /**
   * List transactions, newest first
   *
   * Permission `sales:read`: owner, manager, cashier, viewer.
   */
  listTransactions: { call: { query?: ListTransactionsQuery | undefined }; answer: ListTransactionsAnswer };
  /**
   * Calculate a sale without recording it
   *
   * Takes the body of a sale; the payment may be omitted. Writes nothing. `problems` lists why the sale would be rejected (short stock, an inactive product, a register that takes no money now, too few points, a discount beyond the role, a missing approval).
   *
   * Counts in the rate-limit window for selling, which is separate from that of all other operations.
   *
   * Permission `sales:write`: owner, manager, cashier.
   */
  quoteTransaction: { call: { body: QuoteTransactionBody }; answer: QuoteTransactionAnswer };
  /**
   * Get a transaction with its items, payments and refunds
   *
   * Permission `sales:read`: owner, manager, cashier, viewer.
   */
  getTransaction: { call: { path: { id: string } }; answer: GetTransactionAnswer };
  /**
   * Change a parked transaction
   *
   * Omitted fields keep their value. Given items replace all items, and the reservation with them.
   *
   * Counts in the rate-limit window for selling, which is separate from that of all other operations.
   *
   * Permission `sales:write`: owner, manager, cashier.
   */
  updateTransaction: { call: { path: { id: string }; body?: UpdateTransactionBody | undefined }; answer: UpdateTransactionAnswer };
  /**
   * Complete a parked transaction
   *
   * Counts in the rate-limit window for selling, which is separate from that of all other operations.
   *
   * Permission `sales:write`: owner, manager, cashier.
   */
  completeTransaction: { call: { path: { id: string }; body?: CompleteTransactionBody | undefined }; answer: CompleteTransactionAnswer };
  /**
   * Get the receipt of a completed transaction for printing
   *
   * The first reading by a user or API key with `sales:write` is the original; all others, in any format, have `copy: true`. The text is in the language of `Accept-Language`. The printer commands open the drawer for an original that was paid in cash.
   *
   * Counts in the rate-limit window for selling, which is separate from that of all other operations.
   *
   * Permission `sales:read`: owner, manager, cashier, viewer.
   */
  getReceipt: { call: { path: { id: string }; query?: GetReceiptQuery | undefined }; answer: GetReceiptAnswer };
  /**
   * Send the receipt of a completed transaction by mail, with a PDF
   *
   * The mail is queued and retried until a mail server accepts it (`GET /jobs`). It counts as a reading of the receipt. `INVALID_STATE` if no mail server is set up.
   *
   * Counts in the rate-limit window for selling, which is separate from that of all other operations.
   *
   * Permission `sales:write`: owner, manager, cashier.
   */
  sendReceipt: { call: { path: { id: string }; body: SendReceiptBody }; answer: SendReceiptAnswer };
  /**
   * Refund a transaction, fully or in part
   *
   * After 5,000 refunded lines of a transaction, only everything that is left can be refunded: without `items` and `amount`.
   *
   * Counts in the rate-limit window for selling, which is separate from that of all other operations.
   *
   * Permission `sales:refund`: owner, manager, cashier.
   */
  refundTransaction: { call: { path: { id: string }; body?: RefundTransactionBody | undefined }; answer: RefundTransactionAnswer };
  /**
   * Preview a refund
   *
   * Counts in the rate-limit window for selling, which is separate from that of all other operations.
   *
   * Permission `sales:refund`: owner, manager, cashier.
   */
  previewRefund: { call: { path: { id: string }; body?: PreviewRefundBody | undefined }; answer: PreviewRefundAnswer };
  /**
   * Void a parked transaction, or a completed one of today
   *
   * Counts in the rate-limit window for selling, which is separate from that of all other operations.
   *
   * Permission `sales:write`: owner, manager, cashier.
   */
  voidTransaction: { call: { path: { id: string }; body?: VoidTransactionBody | undefined }; answer: VoidTransactionAnswer };
  /**
   * List warehouses
   *
   * Permission `places:read`: owner, manager, cashier, stock_clerk, viewer.
   */
  listWarehouses: { call: { query?: ListWarehousesQuery | undefined }; answer: ListWarehousesAnswer };
  /**
   * Add a warehouse to a branch
   *
   * Permission `places:write`: owner, manager.
   */
  createWarehouse: { call: { body: CreateWarehouseBody }; answer: CreateWarehouseAnswer };
  /**
   * Get a warehouse
   *
   * Permission `places:read`: owner, manager, cashier, stock_clerk, viewer.
   */
  getWarehouse: { call: { path: { id: string } }; answer: GetWarehouseAnswer };
  /**
   * Change a warehouse
   *
   * Permission `places:write`: owner, manager.
   */
  updateWarehouse: { call: { path: { id: string }; body?: UpdateWarehouseBody | undefined }; answer: UpdateWarehouseAnswer };
  /**
   * List webhook endpoints with their delivery status
   *
   * Permission `webhooks:read`: owner, manager.
   */
  listWebhooks: { call: { query?: ListWebhooksQuery | undefined }; answer: ListWebhooksAnswer };
  /**
   * Create an endpoint
   *
   * Receives events from now on, signed as in [Standard Webhooks](https://www.standardwebhooks.com). Delivered at least once, in order as long as nothing fails, and retried for three days. Recognise repeated events by their `webhook-id`.
   *
   * Fields may also be written in camelCase.
   *
   * Permission `webhooks:write`: owner, manager.
   */
  createWebhook: { call: { body: CreateWebhookBody }; answer: CreateWebhookAnswer };
  /**
   * Get an endpoint
   *
   * Permission `webhooks:read`: owner, manager.
   */
  getWebhook: { call: { path: { id: string } }; answer: GetWebhookAnswer };
  /**
   * Change, pause or resume an endpoint
   *
   * Fields may also be written in camelCase.
   *
   * Permission `webhooks:write`: owner, manager.
   */
  updateWebhook: { call: { path: { id: string }; body?: UpdateWebhookBody | undefined }; answer: UpdateWebhookAnswer };
  /**
   * Delete an endpoint and its deliveries
   *
   * Permission `webhooks:write`: owner, manager.
   */
  deleteWebhook: { call: { path: { id: string } }; answer: DeleteWebhookAnswer };
  /**
   * List deliveries (delivered, pending and failed), newest first
   *
   * Kept for 30 days after they are finished.
   *
   * Permission `webhooks:read`: owner, manager.
   */
  listDeliveries: { call: { path: { id: string }; query?: ListDeliveriesQuery | undefined }; answer: ListDeliveriesAnswer };
  /**
   * Send one event again
   *
   * Permission `webhooks:write`: owner, manager.
   */
  redeliver: { call: { path: { id: string; delivery_id: string } }; answer: RedeliverAnswer };
  /**
   * Replay all events after a sequence number
   *
   * Only to an address that has responded to a message with 2xx before. At most 1000 events, one replay at a time, 60 seconds apart.
   *
   * Fields may also be written in camelCase.
   *
   * Permission `webhooks:write`: owner, manager.
   */
  replayEvents: { call: { path: { id: string }; body: ReplayEventsBody }; answer: ReplayEventsAnswer };
  /**
   * Rotate the secret; the old one also signs for a day
   *
   * Permission `webhooks:write`: owner, manager.
   */
  rotateWebhookSecret: { call: { path: { id: string } }; answer: RotateWebhookSecretAnswer };
  /**
   * Send a test event now, and return its result
   *
   * Permission `webhooks:write`: owner, manager.
   */
  testWebhook: { call: { path: { id: string } }; answer: TestWebhookAnswer };
  /** The process runs */
  isLive: { call: Record<never, never>; answer: IsLiveAnswer };
  /** The service can serve */
  isReady: { call: Record<never, never>; answer: IsReadyAnswer };
}

/** Where each operation is found. */
export const operations = {
  getAccounts: { method: 'GET', path: '/api/v1/accounting/accounts' },
  updateAccounts: { method: 'PUT', path: '/api/v1/accounting/accounts' },
  listApiKeys: { method: 'GET', path: '/api/v1/api-keys' },
  createApiKey: { method: 'POST', path: '/api/v1/api-keys' },
  getApiKey: { method: 'GET', path: '/api/v1/api-keys/{id}' },
  renameApiKey: { method: 'PUT', path: '/api/v1/api-keys/{id}' },
  revokeApiKey: { method: 'DELETE', path: '/api/v1/api-keys/{id}' },
  requestApproval: { method: 'POST', path: '/api/v1/approvals' },
  listApprovals: { method: 'GET', path: '/api/v1/approvals' },
  getApproval: { method: 'GET', path: '/api/v1/approvals/{id}' },
  approveApproval: { method: 'POST', path: '/api/v1/approvals/{id}/approve' },
  denyApproval: { method: 'POST', path: '/api/v1/approvals/{id}/deny' },
  listAuditEntries: { method: 'GET', path: '/api/v1/audit' },
  loginInBrowser: { method: 'POST', path: '/api/v1/auth/browser/login', open: true },
  logoutInBrowser: { method: 'POST', path: '/api/v1/auth/browser/logout', open: true },
  loginInBrowserWithPasskey: { method: 'POST', path: '/api/v1/auth/browser/passkey', open: true },
  refreshInBrowser: { method: 'POST', path: '/api/v1/auth/browser/refresh', open: true },
  changePassword: { method: 'POST', path: '/api/v1/auth/change-password' },
  acceptInvitation: { method: 'POST', path: '/api/v1/auth/invitations/accept' },
  previewInvitation: { method: 'POST', path: '/api/v1/auth/invitations/preview', open: true },
  login: { method: 'POST', path: '/api/v1/auth/login', open: true },
  logout: { method: 'POST', path: '/api/v1/auth/logout' },
  getCurrentUser: { method: 'GET', path: '/api/v1/auth/me' },
  updateCurrentUser: { method: 'PUT', path: '/api/v1/auth/me' },
  listOwnMerchants: { method: 'GET', path: '/api/v1/auth/merchants' },
  getAuthOptions: { method: 'GET', path: '/api/v1/auth/options', open: true },
  listPasskeys: { method: 'GET', path: '/api/v1/auth/passkeys' },
  addPasskey: { method: 'POST', path: '/api/v1/auth/passkeys' },
  startPasskey: { method: 'POST', path: '/api/v1/auth/passkeys/options' },
  loginWithPasskey: { method: 'POST', path: '/api/v1/auth/passkeys/sign-in', open: true },
  startPasskeySignIn: { method: 'POST', path: '/api/v1/auth/passkeys/sign-in/options', open: true },
  renamePasskey: { method: 'PUT', path: '/api/v1/auth/passkeys/{id}' },
  removePasskey: { method: 'DELETE', path: '/api/v1/auth/passkeys/{id}' },
  forgotPassword: { method: 'POST', path: '/api/v1/auth/password/forgot', open: true },
  resetPassword: { method: 'POST', path: '/api/v1/auth/password/reset', open: true },
  enterPin: { method: 'POST', path: '/api/v1/auth/pin' },
  getPin: { method: 'GET', path: '/api/v1/auth/pin' },
  setPin: { method: 'PUT', path: '/api/v1/auth/pin' },
  removePin: { method: 'DELETE', path: '/api/v1/auth/pin' },
  refresh: { method: 'POST', path: '/api/v1/auth/refresh', open: true },
  refreshToken: { method: 'POST', path: '/api/v1/auth/refresh-token', open: true },
  register: { method: 'POST', path: '/api/v1/auth/register', open: true },
  registerDevice: { method: 'POST', path: '/api/v1/auth/register-device' },
  listSessions: { method: 'GET', path: '/api/v1/auth/sessions' },
  endSessions: { method: 'DELETE', path: '/api/v1/auth/sessions' },
  endSession: { method: 'DELETE', path: '/api/v1/auth/sessions/{id}' },
  getTotp: { method: 'GET', path: '/api/v1/auth/totp' },
  startTotp: { method: 'POST', path: '/api/v1/auth/totp' },
  removeTotp: { method: 'DELETE', path: '/api/v1/auth/totp' },
  confirmTotp: { method: 'POST', path: '/api/v1/auth/totp/confirm' },
  renewRecoveryCodes: { method: 'POST', path: '/api/v1/auth/totp/recovery-codes' },
  listBranches: { method: 'GET', path: '/api/v1/branches' },
  createBranch: { method: 'POST', path: '/api/v1/branches' },
  getBranch: { method: 'GET', path: '/api/v1/branches/{id}' },
  updateBranch: { method: 'PUT', path: '/api/v1/branches/{id}' },
  listCategories: { method: 'GET', path: '/api/v1/categories' },
  createCategory: { method: 'POST', path: '/api/v1/categories' },
  renameCategory: { method: 'PUT', path: '/api/v1/categories/{id}' },
  deleteCategory: { method: 'DELETE', path: '/api/v1/categories/{id}' },
  listClosures: { method: 'GET', path: '/api/v1/closures' },
  getClosure: { method: 'GET', path: '/api/v1/closures/{id}' },
  getPostings: { method: 'GET', path: '/api/v1/closures/{id}/postings' },
  exportPostings: { method: 'GET', path: '/api/v1/closures/{id}/postings/file', file: true },
  recountClosure: { method: 'POST', path: '/api/v1/closures/{id}/recounts' },
  printClosure: { method: 'GET', path: '/api/v1/closures/{id}/report', file: true },
  listCustomers: { method: 'GET', path: '/api/v1/customers' },
  createCustomer: { method: 'POST', path: '/api/v1/customers' },
  importCustomers: { method: 'POST', path: '/api/v1/customers/import', form: true },
  readCustomerColumns: { method: 'POST', path: '/api/v1/customers/import/columns', form: true },
  validateCustomerImport: { method: 'POST', path: '/api/v1/customers/import/validate', form: true },
  getCustomer: { method: 'GET', path: '/api/v1/customers/{id}' },
  updateCustomer: { method: 'PUT', path: '/api/v1/customers/{id}' },
  deleteCustomer: { method: 'DELETE', path: '/api/v1/customers/{id}' },
  exportCustomerData: { method: 'GET', path: '/api/v1/customers/{id}/data' },
  eraseCustomer: { method: 'POST', path: '/api/v1/customers/{id}/erase' },
  getLoyalty: { method: 'GET', path: '/api/v1/customers/{id}/loyalty' },
  correctPoints: { method: 'POST', path: '/api/v1/customers/{id}/loyalty/corrections' },
  listPointsEntries: { method: 'GET', path: '/api/v1/customers/{id}/loyalty/history' },
  getDashboardSummary: { method: 'GET', path: '/api/v1/dashboard/summary' },
  loadDemo: { method: 'POST', path: '/api/v1/demo' },
  getDemo: { method: 'GET', path: '/api/v1/demo' },
  listDevices: { method: 'GET', path: '/api/v1/devices' },
  deleteDevice: { method: 'DELETE', path: '/api/v1/devices/{id}' },
  listEvents: { method: 'GET', path: '/api/v1/events' },
  createExport: { method: 'POST', path: '/api/v1/exports' },
  listExports: { method: 'GET', path: '/api/v1/exports' },
  getExport: { method: 'GET', path: '/api/v1/exports/{id}' },
  cancelExport: { method: 'DELETE', path: '/api/v1/exports/{id}' },
  checkInvariants: { method: 'GET', path: '/api/v1/health/invariants' },
  listInventory: { method: 'GET', path: '/api/v1/inventory' },
  createRecord: { method: 'POST', path: '/api/v1/inventory' },
  adjustStock: { method: 'POST', path: '/api/v1/inventory/adjustment' },
  deleteRecords: { method: 'POST', path: '/api/v1/inventory/bulk-delete' },
  exportRecords: { method: 'GET', path: '/api/v1/inventory/export', file: true },
  importRecords: { method: 'POST', path: '/api/v1/inventory/import', form: true },
  readImportColumns: { method: 'POST', path: '/api/v1/inventory/import/columns', form: true },
  validateImport: { method: 'POST', path: '/api/v1/inventory/import/validate', form: true },
  listImports: { method: 'GET', path: '/api/v1/inventory/imports' },
  getImport: { method: 'GET', path: '/api/v1/inventory/imports/{id}' },
  previewUndo: { method: 'GET', path: '/api/v1/inventory/imports/{id}/undo' },
  undoImport: { method: 'POST', path: '/api/v1/inventory/imports/{id}/undo' },
  listMovements: { method: 'GET', path: '/api/v1/inventory/movements' },
  adjustRecord: { method: 'POST', path: '/api/v1/inventory/stock/adjust' },
  transferRecord: { method: 'POST', path: '/api/v1/inventory/stock/transfer' },
  transferStock: { method: 'POST', path: '/api/v1/inventory/transfer' },
  getRecord: { method: 'GET', path: '/api/v1/inventory/{id}' },
  updateRecord: { method: 'PUT', path: '/api/v1/inventory/{id}' },
  patchRecord: { method: 'PATCH', path: '/api/v1/inventory/{id}' },
  deleteRecord: { method: 'DELETE', path: '/api/v1/inventory/{id}' },
  listJobs: { method: 'GET', path: '/api/v1/jobs' },
  getDiskSpace: { method: 'GET', path: '/api/v1/jobs/disk-space' },
  getJournal: { method: 'GET', path: '/api/v1/journal/{id}' },
  exportJournal: { method: 'GET', path: '/api/v1/journal/{id}/export', file: true },
  lookUpCode: { method: 'GET', path: '/api/v1/lookup' },
  getMerchant: { method: 'GET', path: '/api/v1/merchant' },
  updateMerchant: { method: 'PUT', path: '/api/v1/merchant' },
  patchMerchant: { method: 'PATCH', path: '/api/v1/merchant' },
  listProducts: { method: 'GET', path: '/api/v1/products' },
  createProduct: { method: 'POST', path: '/api/v1/products' },
  changeProducts: { method: 'POST', path: '/api/v1/products/bulk-update' },
  getProduct: { method: 'GET', path: '/api/v1/products/{id}' },
  updateProduct: { method: 'PUT', path: '/api/v1/products/{id}' },
  patchProduct: { method: 'PATCH', path: '/api/v1/products/{id}' },
  deleteProduct: { method: 'DELETE', path: '/api/v1/products/{id}' },
  addProductImage: { method: 'POST', path: '/api/v1/products/{id}/images', form: true },
  listPriceChanges: { method: 'GET', path: '/api/v1/products/{id}/prices' },
  createVariant: { method: 'POST', path: '/api/v1/products/{id}/variants' },
  getPushKey: { method: 'GET', path: '/api/v1/push/key' },
  getPushRules: { method: 'GET', path: '/api/v1/push/rules' },
  updatePushRules: { method: 'PUT', path: '/api/v1/push/rules' },
  testPush: { method: 'POST', path: '/api/v1/push/test' },
  listRegisters: { method: 'GET', path: '/api/v1/registers' },
  createRegister: { method: 'POST', path: '/api/v1/registers' },
  getRegister: { method: 'GET', path: '/api/v1/registers/{id}' },
  updateRegister: { method: 'PUT', path: '/api/v1/registers/{id}' },
  exportReport: { method: 'POST', path: '/api/v1/reports/export' },
  reportInventory: { method: 'GET', path: '/api/v1/reports/inventory' },
  reportSales: { method: 'GET', path: '/api/v1/reports/sales' },
  reportSalesByCategory: { method: 'GET', path: '/api/v1/reports/sales/by-category' },
  reportSalesByHour: { method: 'GET', path: '/api/v1/reports/sales/by-hour' },
  reportSalesByProduct: { method: 'GET', path: '/api/v1/reports/sales/by-product' },
  reportSalesOfProduct: { method: 'GET', path: '/api/v1/reports/sales/by-product/{id}' },
  reportSalesByReason: { method: 'GET', path: '/api/v1/reports/sales/by-reason' },
  reportSalesByStaff: { method: 'GET', path: '/api/v1/reports/sales/by-staff' },
  reportSalesDiscounts: { method: 'GET', path: '/api/v1/reports/sales/discounts' },
  reportSalesRefunds: { method: 'GET', path: '/api/v1/reports/sales/refunds' },
  reportSalesTax: { method: 'GET', path: '/api/v1/reports/sales/tax' },
  getWeeklyMail: { method: 'GET', path: '/api/v1/reports/weekly-mail' },
  updateWeeklyMail: { method: 'PUT', path: '/api/v1/reports/weekly-mail' },
  listShifts: { method: 'GET', path: '/api/v1/shifts' },
  openShift: { method: 'POST', path: '/api/v1/shifts' },
  getShift: { method: 'GET', path: '/api/v1/shifts/{id}' },
  closeShift: { method: 'POST', path: '/api/v1/shifts/{id}/close' },
  countShift: { method: 'POST', path: '/api/v1/shifts/{id}/count' },
  listCashMovements: { method: 'GET', path: '/api/v1/shifts/{id}/movements' },
  createCashMovement: { method: 'POST', path: '/api/v1/shifts/{id}/movements' },
  voidCashMovement: { method: 'POST', path: '/api/v1/shifts/{id}/movements/{movement_id}/void' },
  recountShift: { method: 'POST', path: '/api/v1/shifts/{id}/recount' },
  reopenShift: { method: 'POST', path: '/api/v1/shifts/{id}/reopen' },
  printShift: { method: 'GET', path: '/api/v1/shifts/{id}/report', file: true },
  listStaff: { method: 'GET', path: '/api/v1/staff' },
  inviteColleague: { method: 'POST', path: '/api/v1/staff' },
  getColleague: { method: 'GET', path: '/api/v1/staff/{id}' },
  updateColleague: { method: 'PUT', path: '/api/v1/staff/{id}' },
  deactivateColleague: { method: 'DELETE', path: '/api/v1/staff/{id}' },
  endColleagueSessions: { method: 'POST', path: '/api/v1/staff/{id}/end-sessions' },
  resendInvitation: { method: 'POST', path: '/api/v1/staff/{id}/invite' },
  reactivateColleague: { method: 'POST', path: '/api/v1/staff/{id}/reactivate' },
  makeResetLink: { method: 'POST', path: '/api/v1/staff/{id}/reset-link' },
  sync: { method: 'GET', path: '/api/v1/sync' },
  createTransaction: { method: 'POST', path: '/api/v1/transactions' },
  listTransactions: { method: 'GET', path: '/api/v1/transactions' },
  quoteTransaction: { method: 'POST', path: '/api/v1/transactions/quote' },
  getTransaction: { method: 'GET', path: '/api/v1/transactions/{id}' },
  updateTransaction: { method: 'PUT', path: '/api/v1/transactions/{id}' },
  completeTransaction: { method: 'POST', path: '/api/v1/transactions/{id}/complete' },
  getReceipt: { method: 'GET', path: '/api/v1/transactions/{id}/receipt' },
  sendReceipt: { method: 'POST', path: '/api/v1/transactions/{id}/receipt/send' },
  refundTransaction: { method: 'POST', path: '/api/v1/transactions/{id}/refund' },
  previewRefund: { method: 'POST', path: '/api/v1/transactions/{id}/refund/preview' },
  voidTransaction: { method: 'POST', path: '/api/v1/transactions/{id}/void' },
  listWarehouses: { method: 'GET', path: '/api/v1/warehouses' },
  createWarehouse: { method: 'POST', path: '/api/v1/warehouses' },
  getWarehouse: { method: 'GET', path: '/api/v1/warehouses/{id}' },
  updateWarehouse: { method: 'PUT', path: '/api/v1/warehouses/{id}' },
  listWebhooks: { method: 'GET', path: '/api/v1/webhooks' },
  createWebhook: { method: 'POST', path: '/api/v1/webhooks' },
  getWebhook: { method: 'GET', path: '/api/v1/webhooks/{id}' },
  updateWebhook: { method: 'PUT', path: '/api/v1/webhooks/{id}' },
  deleteWebhook: { method: 'DELETE', path: '/api/v1/webhooks/{id}' },
  listDeliveries: { method: 'GET', path: '/api/v1/webhooks/{id}/deliveries' },
  redeliver: { method: 'POST', path: '/api/v1/webhooks/{id}/deliveries/{delivery_id}/redeliver' },
  replayEvents: { method: 'POST', path: '/api/v1/webhooks/{id}/replay' },
  rotateWebhookSecret: { method: 'POST', path: '/api/v1/webhooks/{id}/rotate-secret' },
  testWebhook: { method: 'POST', path: '/api/v1/webhooks/{id}/test' },
  isLive: { method: 'GET', path: '/health/live', open: true },
  isReady: { method: 'GET', path: '/health/ready', open: true },
} as const;
