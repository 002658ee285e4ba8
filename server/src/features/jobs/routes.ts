import type { App } from '../../platform/context/app.ts';
import { data, page, replies, success } from '../../platform/http/envelope.ts';
import { paged } from '../../platform/http/paging.ts';
import { readDiskState } from '../../platform/limits/upload-space.ts';
import { listJobs } from './queries.ts';
import { diskSpace, job, jobsQuery, toJob } from './schemas.ts';

export async function jobRoutes(app: App): Promise<void> {
  app.get(
    '/jobs',
    {
      config: { permission: 'jobs:read' },
      schema: {
        operationId: 'listJobs',
        summary: 'List background jobs, newest first',
        description: 'Jobs are kept for a week. A failed one has its error and the time of its next attempt.',
        tags: ['Operating'],
        querystring: jobsQuery,
        response: replies({ 200: page(job) }),
      },
    },
    async ({ db, query }) => paged(await listJobs(db, query), query, toJob),
  );

  app.get(
    '/jobs/disk-space',
    {
      config: { permission: 'jobs:read' },
      schema: {
        operationId: 'getDiskSpace',
        summary: 'Whether the disk of the service is almost full',
        tags: ['Operating'],
        response: replies({ 200: success(diskSpace) }),
      },
    },
    async () => data({ state: await readDiskState(app.services) }),
  );
}
