import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import files from '@fastify/static';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { notFound } from '../../core/errors.ts';
import { readLanguage } from '../../core/language.ts';
import type { App } from '../context/app.ts';
import type { Services } from '../context/services.ts';
import { withTextsOf } from '../pages/language-links.ts';
import { sections } from '../pages/pages.ts';
import { hasMerchants } from './queries.ts';

/**
 * Scripts and styles come from this service only; styles that a component library sets at run time carry the nonce of
 * this response. Product pictures may come from other hosts.
 */
const policyWith = (nonce: string, pictures: string) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    `img-src 'self' https: data: blob:${pictures}`,
    "connect-src 'self'",
    "font-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

/** The origin of this service's pictures, if it is neither the page's origin nor https. */
const picturesFrom = ({ cdn_url, public_url }: Services['config']): string => {
  const files = cdn_url ?? public_url;
  return files?.startsWith('http:') === true ? ` ${new URL(files).origin}` : '';
};

/** The placeholder of the nonce in the built page. */
const noncePlaceholder = '__nonce__';
/** The element that is marked while there is no shop: the page then offers to open the first one. */
const rootElement = '<div id="root"';
const worker = 'push-worker.js';
/** The service worker, and what makes the pages installable and shows that the service cannot be reached. */
const filesAtRoot = [
  worker,
  'offline.html',
  'manifest.webmanifest',
  'icon-192.png',
  'icon-512.png',
  'icon-maskable-512.png',
];
const retry_after_s = 2;

const preparing = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="refresh" content="${retry_after_s}">
<title>Tillhouse</title>
<h1>The back office is being prepared</h1>
<p>This happens once after an installation or an update, and takes some seconds. The page comes by itself.</p>
</html>
`;

interface BackOffice {
  /** Adds the page at all of its addresses, and the files that it loads. */
  register(app: App): Promise<void>;
  /** Shows the page at a mistyped address in a browser: it says so, and leads back. `undefined` for other requests. */
  sendMissing(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> | undefined;
}

/** Addresses that are not of people: a program or the page itself asks for them. */
const isOfPrograms = (url: string) => /^\/(api|assets)(\/|$)/.test(url);

/** The back office in the browser: one page for all of its addresses. */
export function createBackOffice({ pages, database, config }: Services): BackOffice {
  let hasNoMerchants = true;
  const isUnused = async () => {
    // Shops are never removed, so the result is cached. If the database is unavailable, the page is still served.
    if (hasNoMerchants) hasNoMerchants = !(await hasMerchants(database.global).catch(() => true));
    return hasNoMerchants;
  };

  const sendPage = async (request: FastifyRequest, reply: FastifyReply) => {
    // A client that has left out `/api/v1` gets an error instead of a page.
    if (request.url !== '/' && !acceptsPage(request)) throw notFound('Address');
    const folder = pages.folder();
    reply.type('text/html; charset=utf-8');
    if (folder === undefined) return reply.code(503).header('retry-after', retry_after_s).send(preparing);
    const nonce = randomBytes(16).toString('base64url');
    const built = await readFile(join(folder, 'index.html'), 'utf8');
    const page = withTextsOf(readLanguage(request.headers['accept-language']), built);
    const html = (await isUnused()) ? page.replace(rootElement, `${rootElement} data-first`) : page;
    return reply
      .headers({
        'cache-control': 'no-cache',
        'content-security-policy': policyWith(nonce, picturesFrom(config)),
        vary: 'Accept-Language',
      })
      .send(html.replaceAll(noncePlaceholder, nonce));
  };

  return {
    register: (app) => addPages(app, pages, sendPage),
    sendMissing(request, reply) {
      if (request.method !== 'GET' || !acceptsPage(request) || isOfPrograms(request.url)) return undefined;
      return sendPage(request, reply.code(404));
    },
  };
}

const acceptsPage = ({ headers }: FastifyRequest) => headers.accept?.includes('text/html') === true;

async function addPages(
  app: App,
  pages: Services['pages'],
  sendPage: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>,
): Promise<void> {
  await app.register(files, { serve: false, preCompressed: true });
  const hide = { schema: { hide: true } };
  app.get('/', hide, sendPage);
  for (const section of sections) {
    app.get(`/${section}`, hide, sendPage);
    app.get(`/${section}/*`, hide, sendPage);
  }
  app.get<{ Params: { '*': string } }>('/assets/*', hide, async (request, reply) => {
    const folder = pages.folder();
    if (folder === undefined) throw notFound('File');
    // Their names change with their content.
    return reply.sendFile(request.params['*'], join(folder, 'assets'), { maxAge: '365d', immutable: true });
  });
  // Their names stay the same, so a browser revalidates them. Only the worker loads anything: pages.
  for (const file of filesAtRoot)
    app.get(`/${file}`, hide, async (_, reply) => {
      const folder = pages.folder();
      if (folder === undefined) throw notFound('File');
      if (file === worker) reply.header('content-security-policy', "default-src 'none'; connect-src 'self'");
      return reply.header('cache-control', 'no-cache').sendFile(file, folder, { cacheControl: false });
    });
}
