import { Anchor, type AnchorProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { ComponentPropsWithRef } from 'react';

type Props = Omit<AnchorProps, 'href'> & Omit<ComponentPropsWithRef<'a'>, keyof AnchorProps>;

/** A link to a page, looking like the text around it; the compiler knows the pages and what their addresses take. */
export const TextLink = createLink((props: Props) => <Anchor {...props} />);
