import { browserOf } from '../../../design/browser-of.ts';
import { readPreference, storePreference } from '../../../lib/preferences.ts';
import { api } from '../../../session/api.ts';

/**
 * Whether this browser can get notifications. `denied`: the user has blocked them. `unable`: no browser support, or no
 * secure address.
 */
export type Ability = 'unable' | 'denied' | 'able';

const workerFile = '/push-worker.js';

export function abilityNow(): Ability {
  const isKnown = 'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis;
  if (!isKnown) return 'unable';
  return Notification.permission === 'denied' ? 'denied' : 'able';
}

/** Reports changes of the permission in the browser's settings. */
export function watchAbility(listener: () => void): () => void {
  let status: PermissionStatus | undefined;
  let isStopped = false;
  navigator.permissions
    ?.query({ name: 'notifications' })
    .then((found) => {
      if (isStopped) return;
      status = found;
      status.addEventListener('change', listener);
    })
    .catch(() => undefined);
  return () => {
    isStopped = true;
    status?.removeEventListener('change', listener);
  };
}

/** The id of this browser's device, if the browser still has its subscription. */
export async function findThisBrowser(): Promise<string | undefined> {
  const id = readPreference('device');
  return id !== undefined && abilityNow() === 'able' && (await subscription()) !== null ? id : undefined;
}

const subscription = async () =>
  (await (await navigator.serviceWorker.getRegistration('/'))?.pushManager.getSubscription()) ?? null;

/** Asks for permission, subscribes and registers the device. @returns whether the user allowed it */
export async function turnOn(): Promise<boolean> {
  if ((await Notification.requestPermission()) !== 'granted') return false;
  const { public_key } = (await api.getPushKey()).data;
  await navigator.serviceWorker.register(workerFile);
  const { pushManager } = await navigator.serviceWorker.ready;
  // A subscription for another key receives no messages of this service.
  await (await pushManager.getSubscription())?.unsubscribe();
  const created = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: public_key });
  const { endpoint = '', keys: { p256dh = '', auth = '' } = {} } = created.toJSON();
  const token = { endpoint, keys: { p256dh, auth } };
  const device = (await api.registerDevice({ body: { token, platform: 'web', name: browserOf(navigator.userAgent) } }))
    .data;
  storePreference('device', device.id);
  return true;
}

/** Ends the subscription, after the service has removed the device. */
export async function turnOff(): Promise<void> {
  storePreference('device', undefined);
  await (await subscription())?.unsubscribe();
}
