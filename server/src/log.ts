import { pino } from 'pino';

interface Entry {
  time: string;
  level: number;
  msg: string;
  err?: { message: string; stack: string };
  [field: string]: unknown;
}

const error = 50;

/** One JSON object a line, for programs; sentences where a person looks on. */
export function createLog(level: string, out: NodeJS.WriteStream = process.stdout): pino.Logger {
  const options: pino.LoggerOptions = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    // PostgreSQL quotes the row that it complains about, and with it what nobody should read here.
    redact: { paths: ['err.detail', 'err.cause.detail'], remove: true },
  };
  // Left to itself pino writes to the file behind it, which is faster, and outlives a reader that goes away.
  if (!out.isTTY) return out === process.stdout ? pino(options) : pino(options, out);
  // A terminal may be closed while we speak; stopping, which follows, must not fail for that.
  out.on('error', () => undefined);
  return pino(
    options,
    forPeople((text) => out.write(text)),
  );
}

/** Takes the log's lines of JSON and writes them for a person at a terminal: when, what, and about what. */
function forPeople(write: (text: string) => void): { write(line: string): void } {
  return {
    write(line) {
      const { time, level, msg, err, request_id, ...fields } = JSON.parse(line) as Entry;
      const about = Object.entries(level >= error ? { request_id, ...fields } : fields)
        .filter(([, value]) => value !== undefined)
        .map(([name, value]) => ` ${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`);
      const cause = err === undefined ? '' : `: ${level >= error ? err.stack : err.message}`;
      write(`${plain(`${time.slice(11, 19)} ${msg}${about.join('')}${cause}`)}\n`);
    },
  };
}

/** What a client wrote must not steer the terminal. */
const plain = (text: string): string => text.replace(/[^\P{Cc}\n]/gu, '?');
