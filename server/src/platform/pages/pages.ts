/** The back office in the browser, as files. */
export interface Pages {
  /** Their folder; `undefined` while they are being built, or if the build failed. */
  folder(): string | undefined;
}

/** The first segments of the pages' addresses; `/` is the dashboard. */
export const sections = [
  'sign-in',
  'accept-invitation',
  'forgot-password',
  'reset-password',
  'welcome',
  'demo',
  'products',
  'stock',
  'sales',
  'shifts',
  'approvals',
  'till',
  'customers',
  'reports',
  'settings',
] as const;
