import { useElementSize } from '@mantine/hooks';
import { useState } from 'react';
import { labelInterval, positionsIn, spanOf, ticksOf } from './scale.ts';

export interface Bar {
  label: string;
  value: number;
  /** Value of the previous period, drawn as a line across the bar. */
  before?: number | undefined;
}

interface BarChartProps {
  bars: readonly Bar[];
  /** Formats a value. */
  format(value: number): string;
  /** Label of the previous period's value. */
  beforeTitle?: string;
}

const height_px = 260;
const edge = { top: 8, bottom: 26, left: 92, right: 8 };
const label_px = 64;
const bar_px_at_most = 56;

/** One bar for each part of a period. A table with the same data serves screen readers. */
export function BarChart({ bars, format, beforeTitle = '' }: BarChartProps) {
  const { ref, width } = useElementSize();
  const [pointed, point] = useState<number>();
  const values = bars.flatMap(({ value, before = 0 }) => [value, before]);
  const ticks = ticksOf(Math.min(...values), Math.max(...values));
  const [low = 0, high = 1] = [ticks[0], ticks.at(-1)];
  const inner = Math.max(0, width - edge.left - edge.right);
  const barSlot_px = inner / bars.length;
  const yOf = positionsIn({ low, high }, { top: edge.top, bottom: height_px - edge.bottom });
  const xOf = (at: number) => edge.left + (at + 0.5) * barSlot_px;
  const bar = Math.min(barSlot_px * 0.72, bar_px_at_most);
  const labelEvery = labelInterval(bars.length, Math.floor(inner / label_px));
  const hovered = pointed === undefined ? undefined : bars[pointed];
  return (
    <div ref={ref} className="chart" aria-hidden="true">
      {width > 0 && (
        <svg width={width} height={height_px} onPointerLeave={() => point(undefined)} role="presentation">
          {ticks.map((tick) => (
            <g key={tick}>
              <line className="grid" x1={edge.left} x2={width - edge.right} y1={yOf(tick)} y2={yOf(tick)} />
              <text className="scale" x={edge.left - 8} y={yOf(tick)} textAnchor="end" dominantBaseline="central">
                {format(tick)}
              </text>
            </g>
          ))}
          {bars.map(({ label, value, before }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the position identifies the part of the period.
            <g key={at}>
              <rect
                className="touch"
                x={edge.left + at * barSlot_px}
                y={0}
                width={barSlot_px}
                height={height_px}
                onPointerEnter={() => point(at)}
              />
              <rect
                className={at === pointed ? 'bar pointed' : 'bar'}
                x={xOf(at) - bar / 2}
                {...spanOf(yOf(value), yOf(0))}
                width={bar}
                rx={2}
              />
              {before !== undefined && (
                <line
                  className="before"
                  x1={xOf(at) - bar / 2 - 2}
                  x2={xOf(at) + bar / 2 + 2}
                  y1={yOf(before)}
                  y2={yOf(before)}
                />
              )}
              {at % labelEvery === 0 && (
                <text className="scale" x={xOf(at)} y={height_px - 6} textAnchor="middle">
                  {label}
                </text>
              )}
            </g>
          ))}
        </svg>
      )}
      {hovered !== undefined && pointed !== undefined && (
        <div
          className="tooltip"
          style={xOf(pointed) > width / 2 ? { right: width - xOf(pointed) + 12 } : { left: xOf(pointed) + 12 }}
        >
          <strong>{hovered.label}</strong> {format(hovered.value)}
          {hovered.before !== undefined && ` · ${beforeTitle} ${format(hovered.before)}`}
        </div>
      )}
    </div>
  );
}
