/** The parts of the OpenAPI document that are completed after it was collected from the routes. */
export interface Document {
  paths?: object;
  webhooks?: object;
  components?: object;
}

interface Described {
  description?: string;
  headers?: object;
  content?: Record<string, object>;
}

interface Operation {
  operationId?: string;
  description?: string;
  parameters?: object[];
  requestBody?: { required?: boolean; content?: Record<string, { schema?: { required?: string[] } }> };
  responses?: Record<string, Described>;
}

interface PlacedOperation {
  path: string;
  /** In lower case. */
  method: string;
  operation: Operation;
}

/** The operations themselves, to be changed in place. */
export function operationsOf(document: Document): PlacedOperation[] {
  const paths = (document.paths ?? {}) as Record<string, Record<string, Operation>>;
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({ path, method, operation })),
  );
}
