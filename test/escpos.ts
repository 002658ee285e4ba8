import assert from 'node:assert/strict';

/** What a receipt printer does with the commands that it is sent. */
export interface Printed {
  lines: { text: string; is_bold: boolean }[];
  /** How often the cash drawer was opened. */
  drawer: number;
  /** After how many lines the paper was cut. */
  cuts: number[];
}

/** Code page 437 above ASCII, as far as tests need it. */
const letters: Record<number, string> = { 129: 'ü', 130: 'é', 132: 'ä', 148: 'ö' };

/** Reads ESC/POS. An unknown command is an error. */
export function readEscPos(bytes: Uint8Array): Printed {
  const printed: Printed = { lines: [], drawer: 0, cuts: [] };
  let text = '';
  let is_bold = false;
  let isLineBold = false;
  let at = 0;
  const next = () => bytes[at++] ?? assert.fail('the commands end in the middle of one');
  const commands: Record<string, () => unknown> = {
    // ESC @, FS ., ESC M: initialize, leave Kanji mode, choose a font.
    '1b40': () => assert.equal(at, 2, 'the printer is initialized first'),
    '1c2e': () => undefined,
    '1b4d': next,
    // ESC t: choose a code page.
    '1b74': next,
    // ESC E: bold.
    '1b45': () => {
      is_bold = next() === 1;
    },
    // ESC p: a pulse to the drawer.
    '1b70': () => {
      at += 3;
      printed.drawer += 1;
    },
    // GS V: cut.
    '1d56': () => {
      next();
      printed.cuts.push(printed.lines.length);
    },
  };
  while (at < bytes.length) {
    const byte = next();
    if (byte === 0x0d) continue;
    if (byte === 0x0a) {
      printed.lines.push({ text, is_bold: isLineBold });
      text = '';
      isLineBold = false;
    } else if (byte < 0x20) {
      const name = Buffer.from([byte, next()]).toString('hex');
      (commands[name] ?? assert.fail(`unknown command ${name}`))();
    } else {
      text += letters[byte] ?? String.fromCharCode(byte);
      isLineBold ||= is_bold;
    }
  }
  assert.equal(text, '', 'the last line is printed');
  return printed;
}
