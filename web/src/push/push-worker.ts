import { type NoticeData, pageOf } from './page-of.ts';

/*
 * Runs in the browser beside the pages, also while none is open: shows what the service pushes, and opens the page that it is about. It asks for nothing and
 * keeps nothing. Only as much of its surroundings is described here as it uses: their types cannot be had beside those of a page.
 */
interface Message {
  title: string;
  body: string;
  tag: string;
  data: NoticeData;
}

interface WorkerEvent {
  waitUntil(work: Promise<unknown>): void;
}

interface PushArrival extends WorkerEvent {
  data: { json(): unknown } | null;
}

interface NoticeClick extends WorkerEvent {
  notification: { data: NoticeData | undefined; close(): void };
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
  addEventListener(type: 'push', listener: (event: PushArrival) => void): void;
  addEventListener(type: 'notificationclick', listener: (event: NoticeClick) => void): void;
}

const worker = globalThis as unknown as PushWorker;

// It holds nothing that a newer one would have to wait for.
worker.addEventListener('install', (event) => event.waitUntil(worker.skipWaiting()));

worker.addEventListener('push', (event) => {
  const { title, body, tag, data } = (event.data?.json() ?? { title: 'Tillhouse', body: '', tag: 'news', data: { type: '' } }) as Message;
  event.waitUntil(worker.registration.showNotification(title, { body, tag, data }));
});

worker.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(goTo(pageOf(event.notification.data ?? { type: '' })));
});

/** Beside what is open: a till with goods in it is not taken away from who sells. */
async function goTo(page: string): Promise<void> {
  const url = new URL(page, worker.location.origin).href;
  const open = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const there = open.find((one) => one.url === url);
  await (there === undefined ? worker.clients.openWindow(url) : there.focus());
}
