import { linePath } from './line-path.ts';
import './line-chart.css';

const size_px = { width: 400, height: 56 };

/** The course of some values without scales. Nothing without at least two values, and one that is not 0. */
export function LineChart({ values }: { values: readonly number[] }) {
  if (values.length < 2 || values.every((value) => value === 0)) return null;
  const path = linePath(values, size_px);
  const { width, height } = size_px;
  return (
    <svg className="line-chart" viewBox={`0 -2 ${width} ${height + 4}`} preserveAspectRatio="none" aria-hidden="true">
      <path className="area" d={`${path}L${width} ${height}L0 ${height}Z`} />
      <path className="line" d={path} />
    </svg>
  );
}
