import { type NotificationData, notificationPage } from './notification-page.ts';

/*
 * Service worker. Shows push notifications, also while no page is open, and opens the page of a notification. If the
 * service cannot be reached, it shows a page that says so, the only one that it keeps. At the till this page also shows the change of the last sale,
 * which the till has left for it. The
 * few types that it uses are declared here, because the libraries `dom` and `webworker` conflict.
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

interface FetchEvent {
  request: Request;
  respondWith(response: Promise<Response>): void;
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
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void;
  addEventListener(type: 'push', listener: (event: PushMessageEvent) => void): void;
  addEventListener(type: 'notificationclick', listener: (event: NotificationClickEvent) => void): void;
}

const worker = globalThis as unknown as PushWorker;

const offlinePage = '/offline.html';
/** How long the till's page for a lost connection shows the change of the last sale. */
const note_at_most_ms = 10 * 60 * 1_000;

// A new version can replace it at once. Each install fetches the page again.
worker.addEventListener('install', (event) =>
  event.waitUntil(Promise.all([worker.skipWaiting(), caches.open('offline').then((cache) => cache.add(offlinePage))])),
);

worker.addEventListener('fetch', (event) => {
  // Everything but a page goes to the service without this worker.
  const { mode, url } = event.request;
  if (mode === 'navigate') event.respondWith(fetch(event.request).catch(() => readOfflinePage(new URL(url).pathname)));
});

async function readOfflinePage(path: string): Promise<Response> {
  const page = await caches.match(offlinePage);
  if (page === undefined) return Response.error();
  const note = path === '/till' ? await readTillNote() : undefined;
  if (note === undefined) return page;
  const html = (await page.text()).replace('<main>', () => `<main>\n      <h1>${asHtml(note)}</h1>`);
  return new Response(html, { headers: page.headers });
}

/** The change of the last sale, as the till has written it; `undefined` after ten minutes. */
async function readTillNote(): Promise<string | undefined> {
  const stored = await caches.match('/till-note');
  if (stored === undefined) return undefined;
  const { text, at }: { text: string; at: number } = await stored.json();
  return Date.now() - at < note_at_most_ms ? text : undefined;
}

const asHtml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

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
