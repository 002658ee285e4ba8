import { defineConfig, type Plugin } from 'vite';

/** `npm run dev:web` serves the pages with hot reload, and forwards API requests to a service on port 3000. */
const service = process.env.TILLHOUSE_URL ?? 'http://127.0.0.1:3000';

/**
 * Moves the styles behind the first sight of the page, so that a browser paints it before they are loaded. The scripts
 * wait for them.
 */
const stylesAfterStart: Plugin = {
  name: 'styles-after-start',
  transformIndexHtml: {
    order: 'post',
    handler(html) {
      const styles = html.match(/^\s*<link rel="stylesheet"[^>]*>\n/gm) ?? [];
      const rest = styles.reduce((text, link) => text.replace(link, ''), html);
      return rest.replace(/^\s*<noscript>/m, (tag) => `${styles.join('')}${tag}`);
    },
  },
};

/**
 * Names the texts of each language in the page, which has them loaded beside its scripts. The service leaves the link of
 * one language.
 */
const linkLanguages: Plugin = {
  name: 'link-languages',
  transformIndexHtml: {
    order: 'post',
    handler(html, { bundle = {} }) {
      const links = Object.values(bundle).flatMap((file) => {
        const [, language] =
          /\/language\/(\w+)(?:-audit)?\.ts$/.exec((file.type === 'chunk' && file.facadeModuleId) || '') ?? [];
        return language === undefined
          ? []
          : [`    <link rel="modulepreload" href="/${file.fileName}" data-language="${language}" />\n`];
      });
      return html.replace(/^\s*<\/head>/m, (end) => links.sort().join('') + end);
    },
  },
};

// biome-ignore lint/style/noDefaultExport: Vite loads the default export.
export default defineConfig({
  root: import.meta.dirname,
  plugins: [stylesAfterStart, linkLanguages],
  // Use the client's sources, so that it need not be built first.
  resolve: { conditions: ['tillhouse-source', 'module', 'browser', 'development|production'] },
  build: {
    target: 'es2023',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 800,
    rolldownOptions: {
      // The service worker needs a fixed address at the root: its scope is the folder of its script.
      input: {
        index: `${import.meta.dirname}/index.html`,
        'push-worker': `${import.meta.dirname}/src/push/push-worker.ts`,
      },
      output: {
        entryFileNames: ({ name }) => (name === 'push-worker' ? '[name].js' : 'assets/[name]-[hash].js'),
        // One file for the first load, instead of one for each set of pages that share something: a slow line spends
        // more time on each further request than on its bytes.
        codeSplitting: {
          groups: [{ name: 'first', tags: ['$initial'], test: (id) => !id.includes('/push/') }],
        },
      },
      // Ignore directives for server rendering, such as 'use client': the pages run only in a browser.
      onLog: (level, log, handle) => (log.code === 'MODULE_LEVEL_DIRECTIVE' ? undefined : handle(level, log)),
    },
  },
  server: {
    proxy: { '/api': service, '/cdn': service, '/docs': service, '/openapi.json': service, '/push-worker.js': service },
  },
});
