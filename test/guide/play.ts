import { mock } from 'node:test';
import type { TestApp } from '../test-app.ts';
import { readPage, type Step } from './page.ts';
import { differences, fill, fits, type Json, type Names, parseTemplate, renderTemplate, renew } from './template.ts';

export interface Played {
  /** Where page and service differ, with the line of the request. */
  complaints: string[];
  /** The page as it ought to be. */
  renewed: string;
}

/** When the shop of a page opens, unless the page says otherwise. */
const opening = '2026-03-14T08:00:00Z';

/**
 * Sends every request of a page, in order, and holds the answers against those that are printed. Time stands still but for a second before
 * each request, so that the page may print it.
 */
export async function playPage(page: string, app: TestApp): Promise<Played> {
  mock.timers.enable({ apis: ['Date'], now: Date.parse(opening) });
  try {
    return await play(page, app);
  } finally {
    mock.timers.reset();
  }
}

async function play(page: string, app: TestApp): Promise<Played> {
  const names: Names = new Map();
  const complaints: string[] = [];
  const bodies: { step: Step; body: string }[] = [];
  for (const step of readPage(page)) {
    mock.timers.setTime(step.clock === undefined ? Date.now() + 1_000 : Date.parse(step.clock));
    const answer = await send(step, app, names);
    // Whether a session is over is asked of the database's own clock, which has moved on since the page was written.
    await app.admin.query(`update sessions set expires_at = now() + interval '1 day'`);
    const told = [...differencesOfHeads(step, answer, names), ...differencesOfBodies(step, answer, names)];
    complaints.push(...told.map((text) => `line ${step.line}, ${step.method} ${step.path}: ${text}`));
    if (answer.json !== undefined && step.answer.body !== undefined)
      bodies.push({
        step,
        body: told.length === 0 ? step.answer.body : renderTemplate(renew(printedOf(step), answer.json, names)),
      });
  }
  // From the end, so that the places before stay where they are.
  const renewed = bodies.reduceRight(
    (text, { step: { answer_at }, body }) => text.slice(0, answer_at.from) + body + text.slice(answer_at.to),
    page,
  );
  return { complaints, renewed };
}

interface Answer {
  status: number;
  headers: Record<string, unknown>;
  text: string;
  json: Json | undefined;
}

const most_sent = 300;

async function send(step: Step, { fastify: app }: TestApp, names: Names): Promise<Answer> {
  const url = fill(step.path, names).replace(/^https?:\/\/[^/]+/, '');
  const headers = Object.fromEntries(Object.entries(step.headers).map(([name, value]) => [name, fill(value, names)]));
  const isForm = headers['content-type']?.startsWith('multipart/') === true;
  // The lines of a form end as HTTP wants them to, which a page does not show.
  const payload =
    step.body === undefined ? undefined : isForm ? `${step.body.replaceAll('\n', '\r\n')}\r\n` : fill(step.body, names);
  for (let sent = 1; ; sent += 1) {
    const found = await app.inject({
      method: step.method as 'GET',
      url,
      headers,
      ...(payload === undefined ? {} : { payload }),
    });
    if (step.isRepeated && found.statusCode !== step.answer.status && sent < most_sent) continue;
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
  const wrong = Object.entries(printed.headers).filter(
    ([name, value]) => !fits(value, String(answer.headers[name]), names),
  );
  return [
    ...(printed.status === answer.status
      ? []
      : [`the page says ${printed.status}, the service ${answer.status} ${answer.text}`]),
    ...wrong.map(([name, value]) => `${name}: the page says ${value}, the service ${answer.headers[name]}`),
  ];
}

/** An answer that is no JSON may be left out: a file is not for reading. */
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
    throw new Error(`line ${line}: the printed answer is not JSON`, { cause });
  }
}
