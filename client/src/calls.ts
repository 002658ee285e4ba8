import type { Operations } from './api.generated.ts';

export type OperationName = keyof Operations;

/** Options of every call. */
export interface CallOptions {
  /** Ends the call with its tries and waits; it throws the signal's reason, and its outcome is unknown. */
  signal?: AbortSignal | undefined;
  /** A key for a call that must happen once, even if this program restarts in between: of a POST, PUT or PATCH. */
  idempotencyKey?: string | undefined;
  /** Another merchant than the client's. */
  merchantId?: string | undefined;
}

export type Call<Name extends OperationName> = Operations[Name]['call'] & CallOptions;

/** Optional if the operation needs no arguments. */
export type CallArguments<Name extends OperationName> =
  Record<never, never> extends Operations[Name]['call'] ? [call?: Call<Name>] : [call: Call<Name>];

/** Some operations also have a response without envelope; this client does not request it. */
type InEnvelope<Answered> = [Extract<Answered, { data: unknown }>] extends [never]
  ? Answered
  : Extract<Answered, { data: unknown }>;

export type Answer<Name extends OperationName> = InEnvelope<Operations[Name]['answer']>;

/** A method for each operation of the interface. */
export type OperationMethods = {
  [Name in OperationName]: (...call: CallArguments<Name>) => Promise<Answer<Name>>;
};

/** The rows of a page of a list; `never` for other responses. Pages continue with `next_cursor` as `cursor`. */
type RowOf<Answered> = Answered extends {
  data: (infer Row)[];
  meta: { next_cursor: unknown } | { nextCursor: unknown };
}
  ? Row
  : never;

export type ListName = {
  [Name in OperationName]: [RowOf<Answer<Name>>] extends [never]
    ? never
    : Operations[Name]['call'] extends { query?: { cursor?: unknown } | undefined }
      ? Name
      : never;
}[OperationName];

export type Row<Name extends ListName> = RowOf<Answer<Name>>;

/** The address of an operation, as in `operations`. */
export interface Endpoint {
  method: string;
  path: string;
  /** Without a token. */
  open?: true;
  /** The body is a form instead of JSON. */
  form?: true;
  /** The response is a file instead of JSON. */
  file?: true;
}

/** A call of any operation, after its types were checked. */
export interface AnyCall extends CallOptions {
  path?: Record<string, string>;
  query?: Record<string, unknown> | undefined;
  body?: object | undefined;
  headers?: Record<string, string>;
}
