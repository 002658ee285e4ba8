import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';

const css = await readFile(new URL('tokens.css', import.meta.url), 'utf8');
const documented = await readFile(new URL('../../../docs/explanation/design.md', import.meta.url), 'utf8');

/** The colours of a scheme by their names. */
const coloursIn = (block: string | undefined): Map<string, string> =>
  new Map(
    [...(block ?? '').matchAll(/(--[\w-]+): (#[0-9a-f]{6});/g)].map(([, name = '', colour = '']) => [name, colour]),
  );

const [, light, dark] = css.split(/^:root:root(?:\[[^\]]+\])? \{$/m).map((block) => block.split('\n}\n')[0]);
const schemes = { light: coloursIn(light), dark: coloursIn(dark) };

/** Relative luminance of WCAG 2. */
function luminanceOf(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [high, low] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => b - a) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

test('knows black and white', () => {
  assert.equal(contrast('#000000', '#ffffff'), 21);
  assert.equal(contrast('#777777', '#777777'), 1);
});

for (const [scheme, colours] of Object.entries(schemes)) {
  const colourOf = (name: string) => colours.get(name) ?? assert.fail(`${name} has no colour in ${scheme}`);

  test(`text can be read on each ground in the ${scheme} scheme`, () => {
    for (const text of ['--ink', '--muted', '--accent', '--good', '--bad', '--low', '--mantine-color-placeholder'])
      for (const ground of ['--canvas', '--surface', '--raised', '--hover', '--accent-soft']) {
        // Nothing is typed on these.
        if (text.endsWith('placeholder') && ground !== '--surface') continue;
        const found = contrast(colourOf(text), colourOf(ground));
        assert.ok(found >= 4.5, `${text} on ${ground}: ${found.toFixed(2)}`);
      }
  });

  test(`the ring of the focus can be seen on each ground in the ${scheme} scheme`, () => {
    assert.match(css, /^:focus-visible \{\n {2}outline: 2px solid var\(--accent\);/m);
    for (const ground of ['--canvas', '--surface', '--raised', '--hover', '--accent-soft']) {
      const found = contrast(colourOf('--accent'), colourOf(ground));
      assert.ok(found >= 3, `the ring on ${ground}: ${found.toFixed(2)}`);
    }
  });

  test(`the border of a field can be seen in the ${scheme} scheme`, () => {
    const found = contrast(colourOf('--field'), colourOf('--surface'));
    assert.ok(found >= 3, found.toFixed(2));
  });
}

test('the document names the colours as they are', () => {
  const rows = [...documented.matchAll(/^\| `(--[\w-]+)` +\|[^|]+\| `(#\w+)` \| `(#\w+)` \|$/gm)];
  assert.ok(rows.length > 10);
  for (const [, name = '', inLight, inDark] of rows)
    assert.deepEqual([schemes.light.get(name), schemes.dark.get(name)], [inLight, inDark], name);
});
