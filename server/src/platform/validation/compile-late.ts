import { SerializerSelector } from '@fastify/fast-json-stringify-compiler';
import type { ValidateFunction } from 'ajv';

/** A shop uses only a few of all operations, so each schema is compiled when it is first needed. */

/** A validator that is compiled when it validates its first value. */
export function validatorOnFirstUse(compile: () => ValidateFunction): ValidateFunction {
  let compiled: ValidateFunction | undefined;
  const validate = (value: unknown) => {
    compiled ??= compile();
    const isValid = compiled(value);
    wrapper.errors = compiled.errors ?? null;
    return isValid;
  };
  // The framework reads these two properties of Ajv's functions.
  const wrapper = Object.assign(validate, { errors: null }) as unknown as ValidateFunction;
  return wrapper;
}

const serializers = SerializerSelector();

/** The framework's own serializers, each compiled when its first response is sent. */
export const serializersOnFirstUse: typeof serializers = (...args) => {
  const compile = serializers(...args);
  return (route) => {
    let write: ReturnType<typeof compile> | undefined;
    return (response) => {
      write ??= compile(route);
      return write(response);
    };
  };
};
