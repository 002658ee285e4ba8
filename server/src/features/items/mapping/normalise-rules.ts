/** A heading without case, spaces and hyphens. */
export const normalise = (heading: string): string =>
  heading
    .normalize('NFC')
    .toLowerCase()
    .replace(/[\s_-]/g, '');
