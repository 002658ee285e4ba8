import type { ReactNode } from 'react';

/** Icons of 24 by 24 beside text with the same meaning, so they are hidden from screen readers. */
const paths = {
  dashboard: <path d="M4 13h6V4H4zm10 7h6V4h-6zM4 20h6v-4H4z" />,
  products: <path d="m12 3 8 4.5v9L12 21l-8-4.5v-9zm0 9 8-4.5M12 12v9m0-9L4 7.5" />,
  stock: <path d="M3 21V9l9-5 9 5v12M7 21v-9h10v9M7 15h10M7 18h10" />,
  sales: <path d="M6 3v18l3-2 3 2 3-2 3 2V3zm3 5h6m-6 4h6" />,
  reports: <path d="M4 20V4m0 16h16M8 16v-5m4 5V7m4 9v-3" />,
  till: <path d="M4 20h16v-6l-2-5H6l-2 5zM4 14h16M8 9V4h8v5m-6 8h4" />,
  customers: (
    <>
      <circle cx="9" cy="8" r="3.5" />
      <path d="M3 20a6 6 0 0 1 12 0m1-15.5a3.5 3.5 0 0 1 0 7M18 14.5a6 6 0 0 1 3 5.5" />
    </>
  ),
  lock: <path d="M6 11h12v9H6zm2.5 0V8a3.5 3.5 0 0 1 7 0v3" />,
  shifts: <path d="M3 10h18v10H3zM6 10V5h12v5M10 15h4" />,
  approvals: <path d="M5 4h14v16H5zm3.5 8.5 2.5 2.5 4.5-5" />,
  calendar: <path d="M4 6h16v14H4zm0 5h16M8 3v5m8-5v5" />,
  minus: <path d="M5 12h14" />,
  cross: <path d="m6 6 12 12M18 6 6 18" />,
  print: <path d="M7 9V3h10v6M7 17H4v-8h16v8h-3M7 14h10v7H7z" />,
  settings: (
    <>
      <circle cx="12" cy="12" r="3" />
      <path d="M12 3v3m0 12v3M3 12h3m12 0h3M5.6 5.6l2.1 2.1m8.6 8.6 2.1 2.1m0-12.8-2.1 2.1m-8.6 8.6-2.1 2.1" />
    </>
  ),
  search: (
    <>
      <circle cx="11" cy="11" r="6" />
      <path d="m20 20-4.6-4.6" />
    </>
  ),
  sun: (
    <>
      <circle cx="12" cy="12" r="4" />
      <path d="M12 3v2m0 14v2M3 12h2m14 0h2M5.6 5.6 7 7m10 10 1.4 1.4m0-12.8L17 7M7 17l-1.4 1.4" />
    </>
  ),
  moon: <path d="M19 14.5A7.5 7.5 0 0 1 9.5 5 7.5 7.5 0 1 0 19 14.5z" />,
  user: (
    <>
      <circle cx="12" cy="8" r="4" />
      <path d="M5 21a7 7 0 0 1 14 0" />
    </>
  ),
  plus: <path d="M12 5v14M5 12h14" />,
  up: <path d="m6 14 6-6 6 6" />,
  down: <path d="m6 10 6 6 6-6" />,
  left: <path d="m14 6-6 6 6 6" />,
  right: <path d="m10 6 6 6-6 6" />,
  check: <path d="m5 12 5 5 9-10" />,
} satisfies Record<string, ReactNode>;

export type IconName = keyof typeof paths;

export function Icon({ name, size = 18 }: { name: IconName; size?: number }) {
  return (
    <svg
      aria-hidden="true"
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.8}
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      {paths[name]}
    </svg>
  );
}
