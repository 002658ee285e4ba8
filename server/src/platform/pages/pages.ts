/** The back office in the browser, as files. */
export interface Pages {
  /** Where they are; `undefined` while they are being made, or if they cannot be. */
  folder(): string | undefined;
}

/** What the pages are about, as the first part of their addresses; `/` is the dashboard. */
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
  'till',
  'customers',
  'reports',
  'settings',
] as const;
