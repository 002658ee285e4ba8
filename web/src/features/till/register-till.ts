import { browserOf } from '../../design/browser-of.ts';
import { readPreference, storePreference } from '../../lib/preferences.ts';
import { api } from '../../session/api.ts';
import { newId } from './ids.ts';

/** Registers this browser as a device on which PINs can be entered. @returns its id, the same each time */
export async function registerTill(): Promise<string> {
  const token = readPreference('till-token') ?? `till:${newId()}`;
  storePreference('till-token', token);
  const name = browserOf(navigator.userAgent);
  return (await api.registerDevice({ body: { token, platform: 'web', name } })).data.id;
}
