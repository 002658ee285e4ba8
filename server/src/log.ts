interface Entry {
  time: string;
  level: number;
  msg: string;
  err?: { message: string; stack: string };
  [field: string]: unknown;
}

const error = 50;

/** Takes the log's lines of JSON and writes them for a person at a terminal: when, what, and about what. */
export function forPeople(write: (text: string) => void): { write(line: string): void } {
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
