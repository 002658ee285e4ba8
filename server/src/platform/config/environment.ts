/**
 * Readers of settings. Each takes the environment and the variable's name, and throws an Error that names the variable.
 */
export type Environment = NodeJS.ProcessEnv;

/** One of several values. The first is the default. */
export function oneOf<Value extends string>(
  env: Environment,
  name: string,
  values: readonly [Value, ...Value[]],
): Value {
  const value = text(env, name) ?? values[0];
  const found = values.find((one) => one === value);
  if (found === undefined) throw wrong(name, `must be one of ${values.join(', ')}`);
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
