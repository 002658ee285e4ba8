const prefix = 'cookie of ';

/**
 * A name for the session in the cookie, instead of its refresh token, which the page cannot read. It names the user:
 * all tabs of the browser share the cookie, and another user may have signed in in another tab.
 */
export const cookieSessionOf = (access_token: string): string => `${prefix}${userOf(access_token)}`;

/** Whether a session continues with the cookie. */
export const isCookieSession = (session: string): boolean => session.startsWith(prefix);

/** The id of the user whose access token it is. */
export function userOf(access_token: string): string | undefined {
  const [, payload = ''] = access_token.split('.');
  try {
    return JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))).sub;
  } catch {
    return undefined;
  }
}
