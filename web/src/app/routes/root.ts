import { createRootRoute, createRoute, Outlet, redirect } from '@tanstack/react-router';
import { Starting } from '../../design/brand.tsx';
import { Crashed, NotFound } from '../../design/feedback/error-pages.tsx';
import { isSignedIn } from '../../session/session-state.ts';
import { Shell } from '../shell/shell.tsx';

export const root = createRootRoute({ component: Outlet, notFoundComponent: NotFound, errorComponent: Crashed });

/** All pages that need a session. */
export const authenticated = createRoute({
  getParentRoute: () => root,
  id: 'authenticated',
  component: Shell,
  // On a slow line the session takes seconds to resume.
  pendingComponent: Starting,
  pendingMs: 0,
  pendingMinMs: 0,
  beforeLoad: async ({ location }) => {
    const isAuthenticated = await isSignedIn();
    // The service marks the page if no shop exists yet.
    if (!isAuthenticated && location.href === '/' && document.getElementById('root')?.dataset.first !== undefined)
      throw redirect({ to: '/welcome' });
    if (!isAuthenticated)
      throw redirect({ to: '/sign-in', search: location.href === '/' ? {} : { to: location.href } });
  },
});
