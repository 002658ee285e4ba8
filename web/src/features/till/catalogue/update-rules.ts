import type { Permission } from '../../../session/permissions.ts';

/**
 * Roles without events poll for changes. With events, a rare poll catches missed ones. Both intervals are shorter than
 * the maximum age.
 */
const poll_every_ms = 60_000;
const verify_every_ms = 5 * 60_000;

/** How long to wait before the next update of the catalogue. @param isUpToDate whether the last one succeeded */
export const updateInterval = (may: (what: Permission) => boolean, isUpToDate: boolean): number =>
  may('events:read') && isUpToDate ? verify_every_ms : poll_every_ms;
