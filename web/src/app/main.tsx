import '@fontsource-variable/figtree';
import '../design/components.css';
import '../design/tokens.css';
import '../design/density.css';
import '../design/styles.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { applyStoredDensity } from '../design/density.ts';
import { loadTexts } from '../language/i18n.tsx';
import { App } from './app.tsx';
import { keepPageOnDrop } from './keep-page-on-drop.ts';

/**
 * Makes the pages installable, and lets them say that the service cannot be reached. Only secure addresses have service
 * workers, and a browser may refuse them.
 */
if ('serviceWorker' in navigator)
  addEventListener('load', () => void navigator.serviceWorker.register('/push-worker.js').catch(() => undefined));

/** Until the page is loaded again, if its texts could not be. */
const reload_after_ms = 2_000;

applyStoredDensity();
keepPageOnDrop();
const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no element with the id "root"');
loadTexts().then(
  (texts) =>
    createRoot(root).render(
      <StrictMode>
        <App texts={texts} />
      </StrictMode>,
    ),
  // The connection was lost, or the service was updated between the two files.
  () => setTimeout(() => location.reload(), reload_after_ms),
);
