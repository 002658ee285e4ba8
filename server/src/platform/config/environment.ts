/** Reads settings from the environment: each reader takes the environment and the variable's name, and throws an Error that names it. */
export type Environment = NodeJS.ProcessEnv;

/** The first is what it is when nothing is said. */
export function oneOf<Known extends string>(
  env: Environment,
  name: string,
  known: readonly [Known, ...Known[]],
): Known {
  const value = text(env, name) ?? known[0];
  const found = known.find((one) => one === value);
  if (found === undefined) throw wrong(name, `must be one of ${known.join(', ')}`);
  return found;
}

export const wrong = (name: string, why: string) => new Error(`${name} ${why}`);

export function text(env: Environment, name: string): string | undefined {
  const value = env[name]?.trim();
  return value === undefined || value === '' ? undefined : value;
}

export function wholeNumber(
  env: Environment,
  name: string,
  range: { fallback: number; least: number; most: number },
): number {
  const value = text(env, name);
  if (value === undefined) return range.fallback;
  const number = Number(value);
  if (!Number.isInteger(number) || number < range.least || number > range.most) {
    throw wrong(name, `must be a whole number from ${range.least} to ${range.most}, not “${value}”`);
  }
  return number;
}

export function address(env: Environment, name: string): string | undefined {
  const value = text(env, name);
  if (value === undefined) return undefined;
  if (!/^https?:$/.test(URL.parse(value)?.protocol ?? ''))
    throw wrong(name, `must be an http or https address, not “${value}”`);
  return value.replace(/\/+$/, '');
}
