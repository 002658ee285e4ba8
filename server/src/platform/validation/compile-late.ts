import { SerializerSelector } from '@fastify/fast-json-stringify-compiler';
import type { ValidateFunction } from 'ajv';

/** Between two starts a shop asks for a few of all the operations: their schemas become functions when they are first needed, one by one. */

/** A validator that is compiled by the first value that it looks at. */
export function validatorOnFirstUse(compile: () => ValidateFunction): ValidateFunction {
  let compiled: ValidateFunction | undefined;
  const validate = (value: unknown) => {
    compiled ??= compile();
    const isValid = compiled(value);
    late.errors = compiled.errors ?? null;
    return isValid;
  };
  // Of Ajv's own functions the framework knows these two parts.
  const late = Object.assign(validate, { errors: null }) as unknown as ValidateFunction;
  return late;
}

const serializers = SerializerSelector();

/** The framework's own way of writing answers by their schemas, each of which is compiled by its first answer. */
export const serializersOnFirstUse: typeof serializers = (...given) => {
  const compile = serializers(...given);
  return (route) => {
    let write: ReturnType<typeof compile> | undefined;
    return (answer) => {
      write ??= compile(route);
      return write(answer);
    };
  };
};
