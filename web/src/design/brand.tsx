import { Text } from '@mantine/core';

/** The mark: a house whose lower edge is a torn receipt. */
export const Mark = ({ size = 28 }: { size?: number }) => (
  <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" className="mark">
    <rect width="32" height="32" rx="8" className="mark-ground" />
    <path d="M7 14.2 16 6l9 8.2V26l-3-2.2-3 2.2-3-2.2-3 2.2-3-2.2L7 26z" fill="#fff" />
    <path d="M11.5 15.5h9m-9 4h5.5" className="mark-lines" />
  </svg>
);

const product = 'Tillhouse';

/** The mark in the middle of the page, as index.html has it, until there is something to show. */
export const Starting = () => (
  <div className="starting" role="status" aria-label={product}>
    <Mark size={56} />
  </div>
);

/** The mark with the product's name. */
export const Wordmark = () => (
  <div className="wordmark">
    <Mark size={32} />
    <Text span inherit>
      {product}
    </Text>
  </div>
);
