import '@fontsource-variable/figtree';
import '../design/components.css';
import '../design/tokens.css';
import '../design/density.css';
import '../design/styles.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { applyStoredDensity } from '../design/density.ts';
import { App } from './app.tsx';

/**
 * Makes the pages installable, and lets them say that the service cannot be reached. Only secure addresses have service
 * workers, and a browser may refuse them.
 */
if ('serviceWorker' in navigator)
  addEventListener('load', () => void navigator.serviceWorker.register('/push-worker.js').catch(() => undefined));

applyStoredDensity();
const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no element with the id "root"');
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
