/** What a link to the dashboard shows. */
export interface DashboardView {
  period?: Period;
  branch?: string;
}

/** Today is what is shown without a word. */
export const periods = ['yesterday', '7days', '30days', 'month'] as const;
export type Period = (typeof periods)[number];

const isPeriod = (period: unknown): period is Period => (periods as readonly unknown[]).includes(period);

export function readView({ period, branch }: Record<string, unknown>): DashboardView {
  return { ...(isPeriod(period) ? { period } : {}), ...(typeof branch === 'string' ? { branch } : {}) };
}

/** First and last day of a period that is named by how it lies to today, on the shop’s calendar. */
export function daysOf(period: Period | undefined, today: string): { start_date: string; end_date: string } {
  const back = (days: number) => new Date(Date.parse(`${today}T00:00:00Z`) - days * 86_400_000).toISOString().slice(0, 10);
  switch (period) {
    case 'yesterday':
      return { start_date: back(1), end_date: back(1) };
    case '7days':
      return { start_date: back(6), end_date: today };
    case '30days':
      return { start_date: back(29), end_date: today };
    case 'month':
      return { start_date: `${today.slice(0, 8)}01`, end_date: today };
    default:
      return { start_date: today, end_date: today };
  }
}
