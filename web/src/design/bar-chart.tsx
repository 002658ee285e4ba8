import { useElementSize } from '@mantine/hooks';
import { useState } from 'react';
import './bar-chart.css';
import { columnsIn, positionsIn, spanOf, ticksOf } from './scale.ts';

export interface Bar {
  label: string;
  value: number;
  /** Value of the previous period, drawn as a paler bar behind. */
  before?: number | undefined;
}

interface BarChartProps {
  bars: readonly Bar[];
  /** Formats a value. */
  format(value: number): string;
  /** Label of the period, for the legend. Without it there is no legend. */
  title?: string;
  /** Label of the previous period's value. */
  beforeTitle?: string;
}

const height_px = 260;
const edges = { top: 8, bottom: 26, right: 8 };
const scale_px = 92;
/** Of a character of the scale, at most. */
const character_px = 6.8;

/** One bar for each part of a period. A table with the same data serves screen readers. */
export function BarChart({ bars, format, title, beforeTitle = '' }: BarChartProps) {
  const { ref, width } = useElementSize();
  const [pointed, point] = useState<number>();
  const values = bars.flatMap(({ value, before = 0 }) => [value, before]);
  const ticks = ticksOf(Math.min(...values), Math.max(...values));
  const [low = 0, high = 1] = [ticks[0], ticks.at(-1)];
  const longest = Math.max(...ticks.map((tick) => format(tick).length));
  const edge = { ...edges, left: Math.max(scale_px, Math.ceil(longest * character_px) + 12) };
  const columns = columnsIn({ width, edge, bars: bars.length });
  const yOf = positionsIn({ low, high }, { top: edge.top, bottom: height_px - edge.bottom });
  const hovered = pointed === undefined ? undefined : bars[pointed];
  const hasBefore = bars.some(({ before }) => before !== undefined);
  return (
    <div ref={ref} className="chart" aria-hidden="true">
      {title !== undefined && hasBefore && (
        <div className="legend">
          <span className="key" /> {title}
          <span className="key behind" /> {beforeTitle}
        </div>
      )}
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
                x={columns.slotOf(at)}
                y={0}
                width={columns.slot}
                height={height_px}
                onPointerEnter={() => point(at)}
              />
              {before !== undefined && (
                <rect className="behind" {...columns.behind(at)} {...spanOf(yOf(before), yOf(0))} rx={2} />
              )}
              <rect
                className={at === pointed ? 'bar pointed' : 'bar'}
                x={columns.startOf(at)}
                {...spanOf(yOf(value), yOf(0))}
                width={columns.bar}
                rx={2}
              />
              {at % columns.labelEvery === 0 && (
                <text className="scale" x={columns.middleOf(at)} y={height_px - 6} textAnchor="middle">
                  {label}
                </text>
              )}
            </g>
          ))}
        </svg>
      )}
      {hovered !== undefined && pointed !== undefined && (
        <div className="tooltip" style={columns.noteOf(pointed)}>
          <strong>{hovered.label}</strong> {format(hovered.value)}
          {hovered.before !== undefined && ` · ${beforeTitle} ${format(hovered.before)}`}
        </div>
      )}
    </div>
  );
}
