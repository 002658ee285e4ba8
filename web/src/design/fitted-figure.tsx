import { Text } from '@mantine/core';

interface FittedFigureProps {
  children: string;
  /** Font size in a place that is wide enough, in pixels. */
  size: number;
}

/** A large figure. Where its place is narrow for it, it is smaller and not wider than the place. */
export const FittedFigure = ({ children, size }: FittedFigureProps) => (
  <div className="fitted-place">
    <Text fw={700} className="figures fitted" style={{ '--characters': children.length, '--size': `${size}px` }}>
      {children}
    </Text>
  </div>
);
