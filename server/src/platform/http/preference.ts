import type { FastifyReply, FastifyRequest } from 'fastify';

/** Whether the client prefers the whole record without an envelope (RFC 7240). If so, sets Preference-Applied. */
export function prefersRepresentation(request: FastifyRequest, reply: FastifyReply): boolean {
  const header = request.headers.prefer;
  const preferences = (Array.isArray(header) ? header.join(',') : (header ?? '')).split(/[,;]/);
  const isPreferred = preferences.some((preference) => /^\s*return\s*=\s*"?representation"?\s*$/i.test(preference));
  if (isPreferred) reply.header('preference-applied', 'return=representation');
  return isPreferred;
}
