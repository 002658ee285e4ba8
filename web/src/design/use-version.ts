import { randomId } from '@mantine/hooks';
import { useReducer } from 'react';

/** A text that differs after each call of the function. As a key it renders a part of the page from its start. */
export const useVersion = (): [version: string, renew: () => void] => useReducer(() => randomId(), '');
