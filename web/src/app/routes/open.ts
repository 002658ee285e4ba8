import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { SignIn } from '../../features/auth/sign-in.tsx';
import { api } from '../../session/api.ts';
import { isLocalPath } from '../local-path.ts';
import { root } from './root.ts';

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: ({ to }: Record<string, unknown>): { to?: string } => (isLocalPath(to) ? { to } : {}),
  component: SignIn,
});

/** Whether new shops can be opened here. Demo shops need open registration. */
const registration = async () => (await api.getAuthOptions()).data.registration;

const welcome = createRoute({
  getParentRoute: () => root,
  path: '/welcome',
  loader: registration,
  component: lazyRouteComponent(() => import('../../features/auth/welcome.tsx'), 'Welcome'),
});

const acceptInvitation = createRoute({
  getParentRoute: () => root,
  path: '/accept-invitation',
  component: lazyRouteComponent(() => import('../../features/auth/accept-invitation.tsx'), 'AcceptInvitation'),
});

const forgotPassword = createRoute({
  getParentRoute: () => root,
  path: '/forgot-password',
  component: lazyRouteComponent(() => import('../../features/auth/reset-password.tsx'), 'ForgotPassword'),
});

const resetPassword = createRoute({
  getParentRoute: () => root,
  path: '/reset-password',
  component: lazyRouteComponent(() => import('../../features/auth/reset-password.tsx'), 'ResetPassword'),
});

const demo = createRoute({
  getParentRoute: () => root,
  path: '/demo',
  beforeLoad: async () => {
    if ((await registration()) !== 'open') throw redirect({ to: '/welcome' });
  },
  component: lazyRouteComponent(() => import('../../features/demo/demo.tsx'), 'Demo'),
});

/** Pages that need no session. */
export const openRoutes = [signIn, welcome, acceptInvitation, forgotPassword, resetPassword, demo] as const;
