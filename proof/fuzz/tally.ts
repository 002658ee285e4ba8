import type { Operation } from './operations.ts';

/** Counts the statuses of the responses to each operation. */
export interface Tally {
  count(operation: string, status: number): void;
  /** The number of responses of each status. */
  byStatus(): string;
  /** The outcomes that each operation must have in a long run, and did not have. */
  gaps(operations: readonly Operation[]): string[];
}

/** The error statuses that a request to an operation can cause. */
function reachableErrors(operation: Operation): number[] {
  const { isPublic, path, body, fields } = operation;
  const isScoped = !isPublic && !/\/(auth|devices)\b/.test(path);
  const isRead =
    fields.some((field) => field.in === 'query') ||
    (body?.media === 'json' && Object.keys(body.schema.properties ?? {}).length > 0);
  return [
    ...(body === undefined ? [] : [400]),
    ...(isPublic ? [] : [401]),
    ...(isScoped ? [403] : []),
    ...(path.includes('{') ? [404] : []),
    ...(isRead ? [422] : []),
    429,
  ];
}

export function createTally(): Tally {
  const seen = new Map<string, Map<number, number>>();
  return {
    count(operation, status) {
      const of = seen.get(operation) ?? new Map<number, number>();
      seen.set(operation, of.set(status, (of.get(status) ?? 0) + 1));
    },
    byStatus() {
      const sums = new Map<number, number>();
      for (const of of seen.values())
        for (const [status, count] of of) sums.set(status, (sums.get(status) ?? 0) + count);
      return [...sums]
        .sort(([a], [b]) => a - b)
        .map(([status, count]) => `${status} × ${count}`)
        .join(', ');
    },
    gaps(operations) {
      return operations.flatMap((operation) => {
        const of = [...(seen.get(operation.id)?.keys() ?? [])];
        const missing = reachableErrors(operation).filter((status) => !of.includes(status));
        return [...(of.some((status) => status < 300) ? [] : ['success']), ...missing].map(
          (what) => `${operation.id}: ${what}`,
        );
      });
    },
  };
}
