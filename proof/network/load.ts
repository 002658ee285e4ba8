import { type Agent, request } from 'node:http';

/** What came of one request. */
export interface Outcome {
  /** 0 where no answer came. */
  status: number;
  took_ms: number;
  retry_after: string | undefined;
}

export interface Target {
  url: string;
  method: 'GET' | 'POST';
  headers: Record<string, string>;
  body?: string;
}

const patience_ms = 120_000;

export function ask({ url, method, headers, body }: Target, agent: Agent): Promise<Outcome> {
  return new Promise((resolve) => {
    const asked = performance.now();
    const outcome = (status: number, retry_after?: string) =>
      resolve({ status, took_ms: performance.now() - asked, retry_after });
    const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
    const sent = request(
      url,
      { method, agent, headers: { ...headers, ...length }, timeout: patience_ms },
      (response) => {
        response.resume();
        response.once('error', () => outcome(0));
        response.once('end', () => outcome(response.statusCode ?? 0, response.headers['retry-after']));
      },
    );
    sent.once('timeout', () => sent.destroy());
    sent.once('error', () => outcome(0));
    sent.end(body);
  });
}

interface Load {
  agent: Agent;
  /** What is asked next. */
  next(): Target;
  lasts_ms: number;
}

/** This number of clients, each of which sends its next request after the response. */
export async function byClients(count: number, { agent, next, lasts_ms }: Load): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  const until = performance.now() + lasts_ms;
  const client = async () => {
    while (performance.now() < until) outcomes.push(await ask(next(), agent));
  };
  await Promise.all(Array.from({ length: count }, client));
  return outcomes;
}

const tick_ms = 5;

/** This number of requests a second, independent of earlier responses. */
export async function atRate(per_s: number, { agent, next, lasts_ms }: Load): Promise<Outcome[]> {
  const asked: Promise<Outcome>[] = [];
  const since = performance.now();
  await new Promise<void>((resolve) => {
    const timer = setInterval(() => {
      const elapsed_ms = performance.now() - since;
      const due = Math.floor((Math.min(elapsed_ms, lasts_ms) / 1_000) * per_s);
      while (asked.length < due) asked.push(ask(next(), agent));
      if (elapsed_ms < lasts_ms) return;
      clearInterval(timer);
      resolve();
    }, tick_ms);
  });
  return Promise.all(asked);
}

/** A percentile of the times. */
export function percentile(outcomes: readonly Outcome[], percent: number): number {
  const sorted = outcomes.map(({ took_ms }) => took_ms).sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))] ?? 0;
}
