import type { Role } from '../../server/src/core/permissions.ts';
import type { Kind } from '../merchant-records.ts';

/** The ids to put into a request, by kind. */
export type Named = Readonly<Record<Kind, string>>;

/** The records that a request to a route names, and what its response may show. */
export interface RouteEntry {
  /** The kind of record in the path. */
  about?: Kind;
  /** A small body with an effect. */
  body?: (named: Named) => unknown;
  /** A query that names records. */
  query?: (named: Named) => string;
  /** The record can be used once: after a success it is deleted or in another state. */
  isConsumed?: true;
  /** Neither the request nor the response belongs to a merchant. */
  isPublic?: true;
  /** The record belongs to the user who requested it. Of the others only owners see it. */
  isPersonal?: true;
  /** The response to roles that have the permission, but may not do this with the owner's record. */
  refusedTo?: Partial<Record<Role, 403 | 404>>;
  /** The response does not end. */
  isEndless?: true;
  /** The response shows other branches too: the location of stock is not secret (0013). */
  showsOtherBranches?: true;
  /** The response names each merchant for which the caller works (0069). */
  listsOwnMerchants?: true;
}
