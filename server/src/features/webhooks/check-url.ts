import { invalidField } from '../../core/errors.ts';
import { literalOf, type MayReach } from '../../platform/outbound/addresses.ts';

/** Which addresses webhooks may reach, and the secret that encrypts their secrets. */
export interface Reach {
  may_reach: MayReach;
  secret: string;
}

/**
 * Checks a URL when it is entered. A host name is checked again at each connection, by the address that it then
 * resolves to.
 * @throws AppError VALIDATION_ERROR
 */
export function checkUrl(url: string, mayReach: MayReach): void {
  const address = new URL(url);
  if (address.username !== '' || address.password !== '') throw invalidField('url', 'must not carry a name or password');
  const literal = literalOf(address);
  if (literal !== undefined && !mayReach(literal)) throw invalidField('url', 'must be an address on the internet');
}
