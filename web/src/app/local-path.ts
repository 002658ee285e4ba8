/** Accepts only paths of this site, to prevent redirects to other sites. */
export const isLocalPath = (to: unknown): to is string => typeof to === 'string' && /^\/(?![/\\])/.test(to);
