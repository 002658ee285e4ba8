import type { Operations } from './api.generated.ts';

export type OperationName = keyof Operations;

/** What every call may be given besides what its operation takes. */
export interface CallOptions {
  /** Ends the call, its tries and waits; it then throws the signal's reason. Whether it was carried out is not known. */
  signal?: AbortSignal | undefined;
  /** A key of one's own, for what must happen once even if this program is restarted in between. Only POSTs have one. */
  idempotencyKey?: string | undefined;
  /** Another merchant than the client's. */
  merchantId?: string | undefined;
}

export type Call<Name extends OperationName> = Operations[Name]['call'] & CallOptions;

/** May be left out where the operation needs nothing. */
export type CallArguments<Name extends OperationName> =
  Record<never, never> extends Operations[Name]['call'] ? [call?: Call<Name>] : [call: Call<Name>];

/** Some operations have a bare answer as well, for clients that ask for it; this one does not. */
type InEnvelope<Answered> = [Extract<Answered, { data: unknown }>] extends [never] ? Answered : Extract<Answered, { data: unknown }>;

export type Answer<Name extends OperationName> = InEnvelope<Operations[Name]['answer']>;

/** A method for each operation of the interface. */
export type OperationMethods = {
  [Name in OperationName]: (...call: CallArguments<Name>) => Promise<Answer<Name>>;
};

/** What a page of a list holds; `never` for answers that are none. Of the ways to go on, this is about `next_cursor` sent as `cursor`. */
type RowOf<Answered> = Answered extends { data: (infer Row)[]; meta: { next_cursor: unknown } | { nextCursor: unknown } } ? Row : never;

export type ListName = {
  [Name in OperationName]: [RowOf<Answer<Name>>] extends [never]
    ? never
    : Operations[Name]['call'] extends { query?: { cursor?: unknown } | undefined }
      ? Name
      : never;
}[OperationName];

export type Row<Name extends ListName> = RowOf<Answer<Name>>;

/** An operation's place, as `operations` has it. */
export interface Place {
  method: string;
  path: string;
  /** Needs no token. */
  open?: true;
  /** Takes a form in place of JSON. */
  form?: true;
  /** Answers a file in place of JSON. */
  file?: true;
}

/** A call of whatever operation, once its types have been checked. */
export interface AnyCall extends CallOptions {
  path?: Record<string, string>;
  query?: Record<string, unknown> | undefined;
  body?: object | undefined;
  headers?: Record<string, string>;
}
