import assert from 'node:assert/strict';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';

const updates = process.env.UPDATE_SCREENS === 'yes';
/** Processors round edges of letters differently. */
const channelDifference = 48;
const differingAtMost = 100;

const fileOf = (name: string): URL => new URL(`${name}.png`, import.meta.url);

/** Texts that differ from run to run, each with what stands for it: the code of a sale, and ends of ids. */
const varying: readonly [string, string][] = [
  ['\\b(\\d{6})-[0-9A-Z]{6}\\b', '$1-AAAAAA'],
  ['[0-9a-f]{8}-[0-9a-f-]{27}', '00000000-0000-0000-0000-000000000000'],
];

/** Runs in the page. */
const maskTexts = `(() => {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text !== null; text = texts.nextNode())
    for (const [pattern, put] of ${JSON.stringify(varying)})
      if (new RegExp(pattern).test(text.data)) text.data = text.data.replace(new RegExp(pattern, 'g'), put);
})()`;

/**
 * Compares what a page looks like with the stored picture of this name. The font comes with the pages and the browser
 * with npm, so that each machine paints the same. `UPDATE_SCREENS=yes` writes the picture.
 * @returns what differs, with the path of the new picture; undefined if nothing does
 */
export async function comparePicture(page: Page, name: string): Promise<string | undefined> {
  await page.evaluate('document.fonts.ready.then(() => undefined)');
  await page.evaluate(maskTexts);
  const shown = await page.screenshot({ animations: 'disabled' });
  if (updates) {
    await writeFile(fileOf(name), shown);
    return undefined;
  }
  const { count, box } = await differingPixels(page, await readFile(fileOf(name)), shown);
  if (count <= differingAtMost) return undefined;
  const folder = join(tmpdir(), 'pictures');
  await mkdir(folder, { recursive: true });
  const path = join(folder, `${name}.png`);
  await writeFile(path, shown);
  return `${name}: ${count} pixels differ, within ${box}; now ${path}`;
}

interface Difference {
  count: number;
  /** Left, top, right and bottom of what differs. */
  box: string;
}

/** Counts in a page of its own, by the decoder of the browser. */
async function differingPixels(page: Page, expected: Buffer, shown: Buffer): Promise<Difference> {
  const counting = await page.context().newPage();
  try {
    const [one, other] = [expected, shown].map((picture) => `data:image/png;base64,${picture.toString('base64')}`);
    return await counting.evaluate(`(async () => {
      const pixelsOf = async (address) => {
        const image = new Image();
        image.src = address;
        await image.decode();
        const canvas = new OffscreenCanvas(image.width, image.height).getContext('2d');
        canvas.drawImage(image, 0, 0);
        return canvas.getImageData(0, 0, image.width, image.height);
      };
      const [one, other] = [await pixelsOf(${JSON.stringify(one)}), await pixelsOf(${JSON.stringify(other)})];
      if (one.width !== other.width || one.height !== other.height)
        return { count: Infinity, box: other.width + ' by ' + other.height };
      const box = [Infinity, Infinity, 0, 0];
      let count = 0;
      for (let at = 0; at < one.data.length; at += 4) {
        const differs = [0, 1, 2].some((channel) => Math.abs(one.data[at + channel] - other.data[at + channel]) > ${channelDifference});
        if (!differs) continue;
        count += 1;
        const [x, y] = [(at / 4) % one.width, Math.floor(at / 4 / one.width)];
        box[0] = Math.min(box[0], x);
        box[1] = Math.min(box[1], y);
        box[2] = Math.max(box[2], x);
        box[3] = Math.max(box[3], y);
      }
      return { count, box: box.join(' ') };
    })()`);
  } finally {
    await counting.close();
  }
}

/** Fails with all differences, so that one run names each picture. */
export function assertNone(differences: readonly (string | undefined)[]): void {
  const found = differences.filter((one) => one !== undefined);
  assert.equal(found.length, 0, `pages look different:\n${found.join('\n')}`);
}
