import assert from 'node:assert/strict';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { diff } from 'node:util';

const updates = process.env.UPDATE_SCREENS === 'yes';
/** How long a screen must stay the same to have loaded all of its data, or to be wrong. */
const still_ms = updates ? 1_500 : 15_000;
const differencesAtMost = 3;

/** An element, or several of them. */
interface Shown {
  ariaSnapshot(): Promise<string>;
}

export interface Screens {
  /**
   * Compares what an element shows with the file of this name, by its accessibility tree. Waits until it is the same.
   * `UPDATE_SCREENS=yes` writes the file.
   */
  check(name: string, shown: Shown): Promise<void>;
  /** Fails if a screen differed, and names all that did. */
  end(): Promise<void>;
}

/** @param folder below this one */
export function compareScreens(folder: string): Screens {
  const read = (name: string) => readFile(fileOf(`${folder}/${name}.yaml`), 'utf8');
  const write = async (name: string, shown: string) => {
    await mkdir(fileOf(folder), { recursive: true });
    await writeFile(fileOf(`${folder}/${name}.yaml`), shown);
  };
  return createScreens(folder, { read, write, textOf: async (_name, shown) => shown });
}

/**
 * Compares with one file, which has for each screen the lines that differ from the screen of another folder, or all
 * lines if these are fewer.
 * @param name of the file
 * @param folder of the other screens
 */
export function compareWithScreens(name: string, folder: string): Screens {
  const file = fileOf(`${name}.diff`);
  const parts = new Map<string, string>();
  const screens = createScreens(name, {
    async read(screen) {
      if (parts.size === 0)
        for (const part of (await readFile(file, 'utf8')).split(/^# /m).slice(1)) {
          const end = part.indexOf('\n') + 1;
          parts.set(part.slice(0, end - 1), part.slice(end));
        }
      return parts.get(screen) ?? '';
    },
    write: async (screen, text) => void parts.set(screen, text),
    async textOf(screen, shown) {
      const lines = changedLines(shown, await readFile(fileOf(`${folder}/${screen}.yaml`), 'utf8'));
      const changes = lines.map((line) => `${line}\n`).join('');
      return changes.length < shown.length ? changes : shown;
    },
  });
  return {
    check: screens.check,
    async end() {
      if (updates) await writeFile(file, [...parts].map(([screen, text]) => `# ${screen}\n${text}`).join(''));
      await screens.end();
    },
  };
}

const fileOf = (path: string): URL => new URL(path, import.meta.url);

interface ScreenStore {
  read(name: string): Promise<string>;
  write(name: string, text: string): Promise<void>;
  /** What is stored of a screen. */
  textOf(name: string, shown: string): Promise<string>;
}

function createScreens(of: string, { read, write, textOf }: ScreenStore): Screens {
  const differences: string[] = [];
  const end = async () => assert.equal(differences.length, 0, `screens differ:\n${differences.join('\n')}`);
  return {
    async check(name, element) {
      const expected = updates ? undefined : await read(name);
      const shown = await waitFor(async () => textOf(name, masked(await element.ariaSnapshot())), expected);
      if (shown === expected) return;
      if (expected === undefined) return write(name, shown);
      differences.push(`${of}/${name}:\n${changedLines(shown, expected).slice(0, 20).join('\n')}`);
      // Each takes long, and a fault often changes all screens.
      if (differences.length === differencesAtMost) await end();
    },
    end,
  };
}

async function waitFor(read: () => Promise<string>, expected: string | undefined): Promise<string> {
  let shown = '';
  for (let since = performance.now(); performance.now() - since < still_ms; ) {
    const before = shown;
    shown = await read();
    if (shown === expected) break;
    if (shown !== before) since = performance.now();
    await sleep(50);
  }
  return shown;
}

/** What differs from run to run: each kind of it, and what stands for it. */
const varying: readonly [RegExp, string][] = [
  [/[0-9a-f]{8}-[0-9a-f-]{27}/g, '<id>'],
  [/\b(\d{6})-[0-9A-Z]{6}\b/g, '$1-<code>'],
  [/\b(tk_live_|whsec_)[\w+/=-]+/g, '$1<secret>'],
  // The end of a key.
  [/…[\w-]{4}(?![\w-])/g, '…<end>'],
  [/\b\d+ ms\b/g, '<n> ms'],
  // Lists leave out the year of a time, if it is this year.
  [/\b([A-Z][a-z]{2} \d{1,2}), 20\d{2}, (\d{1,2}:\d{2} [AP]M)/g, '$1, $2'],
  [/\b(\d{1,2} [A-Z][a-z]{2}) 20\d{2}, (\d{1,2}\.\d{2})/g, '$1, $2'],
  // The job queue and its times live in the database, which has the clock of the machine.
  [/\b(?!Mar \d)[A-Z][a-z]{2} \d{1,2}, \d{1,2}:\d{2} [AP]M/g, '<now>'],
];

const masked = (shown: string): string =>
  `${varying.reduce((text, [pattern, put]) => text.replace(pattern, put), shown)}\n`;

function changedLines(shown: string, expected: string): string[] {
  const lines = diff(shown.split('\n'), expected.split('\n'));
  return lines.filter(([kind]) => kind !== 0).map(([kind, line]) => `${kind < 0 ? '-' : '+'} ${line}`);
}
