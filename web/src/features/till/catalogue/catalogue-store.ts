import type { CatalogueRow, Changes } from './catalogue-row.ts';
import type { CodeValues } from './code-match.ts';

/** How much of the catalogue has been read from the service. */
export interface Progress {
  /** `meta.cursor` of the last page. */
  cursor: string;
  /**
   * Whether the whole catalogue was read once. Before that, a code may also match a product that has not been read yet.
   */
  is_complete: boolean;
  /** Time at which the last read reached the end, in ms since 1970; 0 before. */
  checked_at: number;
}

export interface Found {
  progress: Progress | undefined;
  rows: CatalogueRow[];
  /** The products of the variants in `rows`. */
  parents: CatalogueRow[];
}

/** Local storage of the catalogue. Every method fails if the store is corrupt. */
export interface CatalogueStore {
  progress(): Promise<Progress | undefined>;
  /**
   * Writes a page, unless another tab has moved the store to a later cursor since the page was requested.
   * @returns whether the page was written
   */
  write(expected_cursor: string | undefined, changes: Changes, progress: Progress): Promise<boolean>;
  /** Removes all data, unless the store is no longer at this cursor. */
  clear(expected_cursor: string): Promise<void>;
  find(values: CodeValues): Promise<Found>;
  close(): void;
  /** Closes the store and deletes it from the device. */
  destroy(): Promise<void>;
}
