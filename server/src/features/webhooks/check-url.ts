import { invalidField } from '../../core/errors.ts';
import { literalOf, type MayReach } from '../../platform/outbound/addresses.ts';

/** Which addresses webhooks may reach, and what seals their secrets. */
export interface Reach {
  may_reach: MayReach;
  secret: string;
}

/** What is wrong at first sight. A name is judged each time that it is connected to, by the address that it has then. @throws AppError VALIDATION_ERROR */
export function checkUrl(url: string, mayReach: MayReach): void {
  const address = new URL(url);
  if (address.username !== '' || address.password !== '') throw invalidField('url', 'must not carry a name or password');
  const literal = literalOf(address);
  if (literal !== undefined && !mayReach(literal)) throw invalidField('url', 'must be an address on the internet');
}
