import { type TSchema, Type } from 'typebox';
import { errorCatalogue } from '../../core/errors.ts';

export const success = <Data extends TSchema>(data: Data) => Type.Object({ success: Type.Literal(true), data });

export const message = Type.Object({ success: Type.Literal(true), message: Type.String() });

export const meta = Type.Object({
  page: Type.Integer(),
  limit: Type.Integer(),
  total: Type.Integer(),
  total_pages: Type.Integer(),
  next_cursor: Type.Unsafe<string | null>({
    type: ['string', 'null'],
    description: 'Send as `cursor` for the next page; null on the last page',
  }),
});

export const page = <Row extends TSchema>(row: Row) =>
  Type.Object({ success: Type.Literal(true), data: Type.Array(row), meta });

export const failure = Type.Object(
  {
    success: Type.Literal(false),
    error: Type.Object({
      code: Type.Unsafe<string>({ type: 'string', enum: Object.keys(errorCatalogue) }),
      message: Type.String(),
      details: Type.Array(Type.Object({ field: Type.String(), message: Type.String() }), {
        maxItems: 101,
        description: 'Each offending field. Beyond 100 rows, one more row says how many are not listed',
      }),
    }),
  },
  { description: 'The failure envelope' },
);

/**
 * The failures of every route. They are serialized in one place, so no route compiles their schema; only the OpenAPI
 * document uses it.
 */
export const failures = {
  400: failure,
  401: failure,
  403: failure,
  404: failure,
  422: failure,
  429: failure,
  500: failure,
  503: failure,
};

/** The successful responses of a route; the OpenAPI document adds its failures. */
export const replies = <Own extends Partial<Record<200 | 201, TSchema>>>(own: Own): Own => own;

/** Wraps the payload of a response. */
export const data = <T>(payload: T) => ({ success: true as const, data: payload });
