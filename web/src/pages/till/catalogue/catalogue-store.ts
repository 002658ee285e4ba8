import type { CatalogueRow, Changes } from './catalogue-row.ts';
import type { CodeValues } from './code-match.ts';

/** How far the catalogue has been read from the service. */
export interface Progress {
  /** `meta.cursor` of the last page. */
  cursor: string;
  /** Whether everything has been read once. Before that, a code that is found once may belong to a product that is not there yet, too. */
  is_complete: boolean;
  /** When the last page was the end of what there was, in ms since 1970; 0 before. */
  checked_at: number;
}

export interface Found {
  progress: Progress | undefined;
  rows: CatalogueRow[];
  /** The products of the variants among the rows. */
  parents: CatalogueRow[];
}

/** Where the catalogue is kept. All fail where the store is broken. */
export interface CatalogueStore {
  progress(): Promise<Progress | undefined>;
  /**
   * Writes a page, unless the store is no longer at the cursor with which the page was asked for: another tab was first.
   * @returns whether it was written
   */
  write(asked_with: string | undefined, changes: Changes, progress: Progress): Promise<boolean>;
  /** Removes everything, unless the store is no longer at this cursor. */
  clear(asked_with: string): Promise<void>;
  find(values: CodeValues): Promise<Found>;
  close(): void;
  /** Closes it, and deletes it from the device. */
  destroy(): Promise<void>;
}
