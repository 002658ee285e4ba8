import type { App } from '../../platform/context/app.ts';
import { page, replies } from '../../platform/http/envelope.ts';
import { paged } from '../../platform/http/paging.ts';
import { listJobs } from './queries.ts';
import { job, jobsQuery, toJob } from './schemas.ts';

export async function jobRoutes(app: App): Promise<void> {
  app.get(
    '/jobs',
    {
      config: { permission: 'jobs:read' },
      schema: {
        operationId: 'listJobs',
        summary: 'What is done for the merchant in the background, the newest first',
        description: 'Kept for a week. What failed says why, and when it is tried again.',
        tags: ['Operating'],
        querystring: jobsQuery,
        response: replies({ 200: page(job) }),
      },
    },
    async ({ db, query }) => paged(await listJobs(db, query), query, toJob),
  );
}
