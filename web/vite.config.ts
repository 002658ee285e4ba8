import { defineConfig } from 'vite';

/** `npm run dev:web` shows changes as they are saved, beside a service that runs at port 3000. */
const service = process.env.TILLHOUSE_URL ?? 'http://127.0.0.1:3000';

// biome-ignore lint/style/noDefaultExport: it is how Vite finds it.
export default defineConfig({
  root: import.meta.dirname,
  // Types of the client come from its sources, and so does its code: nothing has to be built before.
  resolve: { conditions: ['tillhouse-source', 'module', 'browser', 'development|production'] },
  build: {
    target: 'es2023',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 800,
    rolldownOptions: {
      // What runs beside the pages has an address that stays, at the root: from there it is for all of them.
      input: { index: `${import.meta.dirname}/index.html`, 'push-worker': `${import.meta.dirname}/src/push/push-worker.ts` },
      output: { entryFileNames: ({ name }) => (name === 'push-worker' ? '[name].js' : 'assets/[name]-[hash].js') },
      // Libraries say where they may run, for servers that render pages; here nothing but a browser does.
      onLog: (level, log, handle) => (log.code === 'MODULE_LEVEL_DIRECTIVE' ? undefined : handle(level, log)),
    },
  },
  server: { proxy: { '/api': service, '/cdn': service, '/docs': service, '/openapi.json': service, '/push-worker.js': service } },
});
