import assert from 'node:assert/strict';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { diff } from 'node:util';
import type { Locator } from 'playwright-core';

const updates = process.env.UPDATE_SCREENS === 'yes';
/** How long a screen must stay the same to have loaded all of its data, or to be wrong. */
const still_ms = updates ? 1_500 : 15_000;
const differencesAtMost = 3;

export interface Screens {
  /**
   * Compares what an element shows with the file of this name, by its accessibility tree. Waits until it is the same.
   * `UPDATE_SCREENS=yes` writes the file.
   */
  check(name: string, shown: Locator): Promise<void>;
  /** Fails if a screen differed, and names all that did. */
  end(): void;
}

/** @param folder below this one */
export function compareScreens(folder: string): Screens {
  const differences: string[] = [];
  return {
    async check(name, element) {
      const file = new URL(`${folder}/${name}.yaml`, import.meta.url);
      const expected = updates ? undefined : await readFile(file, 'utf8');
      const shown = await waitFor(element, expected);
      if (shown === expected) return;
      if (updates) {
        await mkdir(new URL('.', file), { recursive: true });
        return writeFile(file, shown);
      }
      differences.push(`${folder}/${name}.yaml:\n${changedLines(shown, expected ?? '')}`);
      // Each takes long, and a fault often changes all screens.
      if (differences.length === differencesAtMost) this.end();
    },
    end: () => assert.equal(differences.length, 0, `screens differ:\n${differences.join('\n')}`),
  };
}

async function waitFor(element: Locator, expected: string | undefined): Promise<string> {
  let shown = '';
  for (let since = performance.now(); performance.now() - since < still_ms; ) {
    const before = shown;
    shown = masked(await element.ariaSnapshot());
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
  // The end of a key.
  [/…[\w-]{4}\b/g, '…<end>'],
  [/\b\d+ ms\b/g, '<n> ms'],
  // The job queue and its times live in the database, which has the clock of the machine.
  [/\b(?!Mar \d+, 2026)[A-Z][a-z]{2} \d{1,2}, 20\d{2}, \d{1,2}:\d{2} [AP]M/g, '<now>'],
];

const masked = (shown: string): string =>
  `${varying.reduce((text, [pattern, put]) => text.replace(pattern, put), shown)}\n`;

function changedLines(shown: string, expected: string): string {
  const lines = diff(expected.split('\n'), shown.split('\n'));
  const changed = lines.filter(([kind]) => kind !== 0).map(([kind, line]) => `${kind < 0 ? '-' : '+'} ${line}`);
  return changed.slice(0, 20).join('\n');
}
