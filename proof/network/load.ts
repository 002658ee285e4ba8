import { type Agent, request } from 'node:http';

/** The outcome of one request. */
export interface Outcome {
  /** 0 without a response. */
  status: number;
  took_ms: number;
  retry_after: string | undefined;
}

export interface LoadRequest {
  url: string;
  method: 'GET' | 'POST';
  headers: Record<string, string>;
  body?: string;
}

const timeout_ms = 120_000;

export function sendRequest({ url, method, headers, body }: LoadRequest, agent: Agent): Promise<Outcome> {
  return new Promise((resolve) => {
    const since = performance.now();
    const outcome = (status: number, retry_after?: string) =>
      resolve({ status, took_ms: performance.now() - since, retry_after });
    const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
    const sent = request(
      url,
      { method, agent, headers: { ...headers, ...length }, timeout: timeout_ms },
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
  /** The next request to send. */
  next(): LoadRequest;
  lasts_ms: number;
}

/** Runs this number of clients. Each sends its next request after the response. */
export async function runClients(count: number, { agent, next, lasts_ms }: Load): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  const until = performance.now() + lasts_ms;
  const client = async () => {
    while (performance.now() < until) outcomes.push(await sendRequest(next(), agent));
  };
  await Promise.all(Array.from({ length: count }, client));
  return outcomes;
}

const tick_ms = 5;

/** Sends this number of requests per second, independent of earlier responses. */
export async function sendAtRate(per_s: number, { agent, next, lasts_ms }: Load): Promise<Outcome[]> {
  const pending: Promise<Outcome>[] = [];
  const since = performance.now();
  await new Promise<void>((resolve) => {
    const timer = setInterval(() => {
      const elapsed_ms = performance.now() - since;
      const due = Math.floor((Math.min(elapsed_ms, lasts_ms) / 1_000) * per_s);
      while (pending.length < due) pending.push(sendRequest(next(), agent));
      if (elapsed_ms < lasts_ms) return;
      clearInterval(timer);
      resolve();
    }, tick_ms);
  });
  return Promise.all(pending);
}

/** A percentile of the response times. */
export function percentile(outcomes: readonly Outcome[], percent: number): number {
  const sorted = outcomes.map(({ took_ms }) => took_ms).sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))] ?? 0;
}
