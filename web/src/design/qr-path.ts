import { encode } from 'uqr';

/** Quiet zone that scanners need around a code, in modules. */
const edge = 4;

/**
 * A QR code as one SVG path, one unit a module: a rectangle for each run of dark modules. The view box includes the
 * quiet zone.
 */
export function qrPathOf(text: string): { path: string; viewBox: string } {
  const { data, size } = encode(text, { ecc: 'M', border: 0 });
  const runs = data.flatMap((row, y) =>
    [
      ...row
        .map((isDark) => (isDark ? '1' : '0'))
        .join('')
        .matchAll(/1+/g),
    ].map(({ index, 0: run }) => `M${index} ${y}h${run.length}v1h-${run.length}z`),
  );
  return { path: runs.join(''), viewBox: [-edge, -edge, size + 2 * edge, size + 2 * edge].join(' ') };
}
