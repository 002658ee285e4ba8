import { type NotificationData, notificationPage } from './notification-page.ts';

/*
 * Service worker. Shows push notifications, also while no page is open, and opens the page of a notification. It caches
 * nothing and does not intercept requests. The few types that it uses are declared here, because the libraries `dom`
 * and `webworker` conflict.
 */
interface Message {
  title: string;
  body: string;
  tag: string;
  data: NotificationData;
}

interface WorkerEvent {
  waitUntil(work: Promise<unknown>): void;
}

interface PushMessageEvent extends WorkerEvent {
  data: { json(): unknown } | null;
}

interface NotificationClickEvent extends WorkerEvent {
  notification: { data: NotificationData | undefined; close(): void };
}

interface OpenPage {
  url: string;
  focus(): Promise<unknown>;
}

interface PushWorker {
  registration: ServiceWorkerRegistration;
  location: { origin: string };
  clients: {
    matchAll(of: { type: 'window'; includeUncontrolled: boolean }): Promise<OpenPage[]>;
    openWindow(url: string): Promise<unknown>;
  };
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install', listener: (event: WorkerEvent) => void): void;
  addEventListener(type: 'push', listener: (event: PushMessageEvent) => void): void;
  addEventListener(type: 'notificationclick', listener: (event: NotificationClickEvent) => void): void;
}

const worker = globalThis as unknown as PushWorker;

// The worker has no state, so a new version can replace it at once.
worker.addEventListener('install', (event) => event.waitUntil(worker.skipWaiting()));

worker.addEventListener('push', (event) => {
  const { title, body, tag, data } = (event.data?.json() ?? {
    title: 'Tillhouse',
    body: '',
    tag: 'news',
    data: { type: '' },
  }) as Message;
  event.waitUntil(worker.registration.showNotification(title, { body, tag, data }));
});

worker.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openPage(notificationPage(event.notification.data ?? { type: '' })));
});

/** Opens a new tab unless the page is already open, because an open till may have items in its cart. */
async function openPage(page: string): Promise<void> {
  const url = new URL(page, worker.location.origin).href;
  const open = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const existing = open.find((one) => one.url === url);
  await (existing === undefined ? worker.clients.openWindow(url) : existing.focus());
}
