import { Code, Text } from '@mantine/core';

interface CodeBlockProps {
  label: string;
  text: string;
}

/** Raw text of a request or response. Long text scrolls inside the block. */
export const CodeBlock = ({ label, text }: CodeBlockProps) => (
  <div>
    <Text size="sm" c="dimmed" mb={4}>
      {label}
    </Text>
    <Code
      block
      role="group"
      aria-label={label}
      tabIndex={0}
      mah={220}
      style={{ overflow: 'auto', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}
    >
      {text}
    </Code>
  </div>
);
