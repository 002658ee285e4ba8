import { api } from '../../../session/api.ts';
import { browserOf } from '../../../ui/browser-of.ts';
import { recall, remember } from '../../../ui/memory.ts';

/** Whether notices can come to this browser: `denied` where its person has refused them, `unable` where it knows of no such thing, or this address is not safe enough. */
export type Ability = 'unable' | 'denied' | 'able';

const workerFile = '/push-worker.js';

export function abilityNow(): Ability {
  const isKnown = 'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis;
  if (!isKnown) return 'unable';
  return Notification.permission === 'denied' ? 'denied' : 'able';
}

/** Tells when its person has changed their mind in the browser's own settings. */
export function watchAbility(listener: () => void): () => void {
  let status: PermissionStatus | undefined;
  let isOver = false;
  navigator.permissions
    ?.query({ name: 'notifications' })
    .then((found) => {
      if (isOver) return;
      status = found;
      status.addEventListener('change', listener);
    })
    .catch(() => undefined);
  return () => {
    isOver = true;
    status?.removeEventListener('change', listener);
  };
}

/** The device that this browser was registered as, while the browser itself still knows of it. */
export async function findThisBrowser(): Promise<string | undefined> {
  const id = recall('device');
  return id !== undefined && abilityNow() === 'able' && (await subscription()) !== null ? id : undefined;
}

const subscription = async () => (await (await navigator.serviceWorker.getRegistration('/'))?.pushManager.getSubscription()) ?? null;

/** Asks the person, subscribes, and registers. @returns whether the person let it */
export async function switchOn(): Promise<boolean> {
  if ((await Notification.requestPermission()) !== 'granted') return false;
  const { public_key } = (await api.getPushKey()).data;
  await navigator.serviceWorker.register(workerFile);
  const { pushManager } = await navigator.serviceWorker.ready;
  // One that was made with another key would never hear of us.
  await (await pushManager.getSubscription())?.unsubscribe();
  const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: public_key });
  const { endpoint = '', keys: { p256dh = '', auth = '' } = {} } = made.toJSON();
  const token = { endpoint, keys: { p256dh, auth } };
  const device = (await api.registerDevice({ body: { token, platform: 'web', name: browserOf(navigator.userAgent) } })).data;
  remember('device', device.id);
  return true;
}

/** Where the service has forgotten the device, the browser forgets, too. */
export async function switchOff(): Promise<void> {
  remember('device', undefined);
  await (await subscription())?.unsubscribe();
}
