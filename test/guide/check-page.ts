import { mock } from 'node:test';
import type { TestApp } from '../test-app.ts';
import { readPage, type Step } from './page.ts';
import { differences, fill, fits, type Json, type Names, parseTemplate, renderTemplate, update } from './template.ts';

export interface PageCheck {
  /** The differences between page and service, with the line of the request. */
  problems: string[];
  /** The page with the current responses. */
  updated: string;
}

/** The time of the first request, unless the page sets another. */
const start = '2026-03-14T08:00:00Z';

/**
 * Sends every request of a page in order, and compares the responses with the printed ones.
 * The clock advances only one second before each request, so that the page can print timestamps.
 */
export async function checkPage(page: string, app: TestApp): Promise<PageCheck> {
  mock.timers.enable({ apis: ['Date'], now: Date.parse(start) });
  try {
    return await sendRequests(page, app);
  } finally {
    mock.timers.reset();
  }
}

async function sendRequests(page: string, app: TestApp): Promise<PageCheck> {
  const names: Names = new Map();
  const problems: string[] = [];
  const bodies: { step: Step; body: string }[] = [];
  for (const step of readPage(page)) {
    mock.timers.setTime(step.clock === undefined ? Date.now() + 1_000 : Date.parse(step.clock));
    const answer = await send(step, app, names);
    // The database checks the expiry of sessions with its own clock, which is later than the time of the page.
    await app.admin.query(`update sessions set expires_at = now() + interval '1 day'`);
    const found = [...differencesOfHeads(step, answer, names), ...differencesOfBodies(step, answer, names)];
    problems.push(...found.map((text) => `line ${step.line}, ${step.method} ${step.path}: ${text}`));
    if (answer.json !== undefined && step.answer.body !== undefined)
      bodies.push({
        step,
        body: found.length === 0 ? step.answer.body : renderTemplate(update(printedOf(step), answer.json, names)),
      });
  }
  // From the end, so that earlier positions remain valid.
  const updated = bodies.reduceRight(
    (text, { step: { body_at }, body }) => text.slice(0, body_at.from) + body + text.slice(body_at.to),
    page,
  );
  return { problems, updated };
}

interface Answer {
  status: number;
  headers: Record<string, unknown>;
  text: string;
  json: Json | undefined;
}

const max_repeats = 300;

async function send(step: Step, { fastify: app }: TestApp, names: Names): Promise<Answer> {
  const url = fill(step.path, names).replace(/^https?:\/\/[^/]+/, '');
  const headers = Object.fromEntries(Object.entries(step.headers).map(([name, value]) => [name, fill(value, names)]));
  const isForm = headers['content-type']?.startsWith('multipart/') === true;
  // A form needs the line ends of HTTP, which a page does not have.
  const payload =
    step.body === undefined ? undefined : isForm ? `${step.body.replaceAll('\n', '\r\n')}\r\n` : fill(step.body, names);
  for (let sent = 1; ; sent += 1) {
    const found = await app.inject({
      method: step.method as 'GET',
      url,
      headers,
      ...(payload === undefined ? {} : { payload }),
    });
    if (step.isRepeated && found.statusCode !== step.answer.status && sent < max_repeats) continue;
    const isJson = String(found.headers['content-type']).startsWith('application/json') && found.body !== '';
    return {
      status: found.statusCode,
      headers: found.headers,
      text: found.body,
      json: isJson ? JSON.parse(found.body) : undefined,
    };
  }
}

function differencesOfHeads({ answer: printed }: Step, answer: Answer, names: Names): string[] {
  const different = Object.entries(printed.headers).filter(
    ([name, value]) => !fits(value, String(answer.headers[name]), names),
  );
  return [
    ...(printed.status === answer.status
      ? []
      : [`the page says ${printed.status}, the service ${answer.status} ${answer.text}`]),
    ...different.map(([name, value]) => `${name}: the page says ${value}, the service ${answer.headers[name]}`),
  ];
}

/** The page may omit a body that is not JSON, such as a file. */
function differencesOfBodies(step: Step, answer: Answer, names: Names): string[] {
  if (answer.json !== undefined) return differences(printedOf(step), answer.json, names);
  const printed = step.answer.body;
  const text = answer.text.replaceAll('\r\n', '\n').replace('\uFEFF', '').trim();
  return printed === undefined || fits(printed, text, names) ? [] : [`the page says ${printed}, the service ${text}`];
}

function printedOf({ answer, line }: Step): Json | undefined {
  try {
    return answer.body === undefined ? undefined : parseTemplate(answer.body);
  } catch (cause) {
    throw new Error(`line ${line}: the printed response is not JSON`, { cause });
  }
}
