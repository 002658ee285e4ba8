/** The part of JSON Schema that the API description uses. */
export interface Schema {
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  format?: string;
  pattern?: string;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  required?: string[];
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
}

export interface Field {
  in: 'path' | 'query' | 'header';
  name: string;
  required: boolean;
  schema: Schema;
}

export interface Operation {
  id: string;
  method: string;
  path: string;
  fields: Field[];
  body?: { media: 'json' | 'form'; required: boolean; schema: Schema };
  isPublic: boolean;
}

interface Described {
  operationId: string;
  security?: unknown[];
  parameters?: (Field & { $ref?: string })[];
  requestBody?: { required?: boolean; content: Record<string, { schema: Schema }> };
}

interface Description {
  paths: Record<string, Record<string, Described>>;
  components: { parameters: Record<string, Field> };
}

/** All operations under `/api/v1` in the API description. */
export function operationsOf(description: object): Operation[] {
  const { paths, components } = description as Description;
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(
      ([method, { operationId: id, security = [], parameters = [], requestBody }]): Operation => {
        const fields = parameters.map((field) => {
          const found = field.$ref === undefined ? field : components.parameters[field.$ref.split('/').at(-1) ?? ''];
          if (found === undefined) throw new Error(`${id}: ${field.$ref} is not described`);
          return found;
        });
        const [media, content] = Object.entries(requestBody?.content ?? {})[0] ?? [];
        return {
          id,
          method: method.toUpperCase(),
          path,
          fields,
          isPublic: security.length === 0,
          ...(content === undefined
            ? {}
            : {
                body: {
                  media: media === 'application/json' ? 'json' : 'form',
                  required: requestBody?.required ?? false,
                  schema: content.schema,
                },
              }),
        };
      },
    ),
  );
  return operations.filter(({ path }) => path.startsWith('/api/v1'));
}
