/** A path through these values in a box of this size, from the left to the right. */
export function linePath(values: readonly number[], { width, height }: { width: number; height: number }): string {
  const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)];
  const step = width / Math.max(1, values.length - 1);
  return values
    .map((value, index) => {
      const y = high === low ? height : height - ((value - low) / (high - low)) * height;
      return `${index === 0 ? 'M' : 'L'}${round(index * step)} ${round(y)}`;
    })
    .join('');
}

const round = (value: number) => Math.round(value * 10) / 10;
