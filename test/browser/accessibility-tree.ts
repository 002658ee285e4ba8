import type { Page } from 'playwright-core';

/** A part of the tree that a screen reader gets. */
export interface Node {
  role: string;
  name: string;
  description: string;
  /** `focusable`, `invalid`, `live`, `level` and others, as they are set. */
  properties: Record<string, unknown>;
}

interface RawNode {
  ignored: boolean;
  role?: { value?: string };
  name?: { value?: string };
  description?: { value?: string };
  properties?: { name: string; value: { value?: unknown } }[];
}

/** The accessibility tree of Chromium, flat, without what it ignores. */
export async function readTree(page: Page): Promise<Node[]> {
  const devtools = await page.context().newCDPSession(page);
  const { nodes } = (await devtools.send('Accessibility.getFullAXTree')) as unknown as { nodes: RawNode[] };
  await devtools.detach();
  return nodes
    .filter(({ ignored }) => !ignored)
    .map(({ role, name, description, properties = [] }) => ({
      role: role?.value ?? '',
      name: (name?.value ?? '').trim(),
      description: (description?.value ?? '').trim(),
      properties: Object.fromEntries(properties.map((one) => [one.name, one.value.value])),
    }));
}

const controls = new Set(
  'button checkbox combobox link menuitem option radio searchbox slider spinbutton switch tab textbox'.split(' '),
);
const landmarks = new Set('banner complementary contentinfo form main navigation region search'.split(' '));
/** A page has one of each, and their role is their name. */
const single = ['banner', 'main'];

/** What a person with a screen reader could not tell apart or find on a page. */
export function faultsOf(nodes: readonly Node[]): string[] {
  const faults: string[] = [];
  const headings = nodes.filter(({ role, properties }) => role === 'heading' && properties.level === 1);
  if (headings.length !== 1) faults.push(`${headings.length} headings of level 1: ${headings.map(({ name }) => name)}`);
  for (const role of single) {
    const count = nodes.filter((node) => node.role === role).length;
    if (count > 1 || (role === 'main' && count === 0)) faults.push(`${count} landmarks "${role}"`);
  }
  const seen = new Set<string>();
  for (const { role, name } of nodes) {
    if (controls.has(role) && name === '') faults.push(`a ${role} without a name`);
    if (!landmarks.has(role)) continue;
    if (seen.has(`${role} ${name}`)) faults.push(`two landmarks ${role} "${name}"`);
    seen.add(`${role} ${name}`);
  }
  for (const { role, properties } of nodes)
    if (properties.focusable === true && ['generic', 'none', 'StaticText'].includes(role))
      faults.push(`the focus stops at something without a role: ${role}`);
  return faults;
}
