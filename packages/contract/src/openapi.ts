import enums from '../facts/enums.json' with { type: 'json' };
import otherRoutes from '../facts/other-routes.json' with { type: 'json' };
import routes from '../facts/routes.json' with { type: 'json' };
import types from '../facts/types.json' with { type: 'json' };
import { platformVersion } from './limits.ts';
import type { AnyRoute } from './route.ts';
import { pathNames } from './wire/request-shape.ts';

interface FactField {
  type: string;
  repeated?: boolean;
  map?: boolean;
  nullable?: boolean;
  required?: boolean;
  deprecated?: boolean;
  minLength?: number;
}

interface FactRoute {
  rpc: string;
  method: string;
  path: string;
  request: string | null;
  response: string | null;
  body: string | null;
  query: string[];
  streaming: boolean;
  tag: string | null;
  produces?: string[];
}

// The JSON files are wide literal types; these are what every row of them has in common.
const factTypes = types as Record<string, { fields: Record<string, FactField> }>;
const factEnums = enums as Record<string, string[]>;
const factRoutes = new Map<string, FactRoute>((routes as FactRoute[]).map((route) => [route.rpc, route]));
const factOthers = otherRoutes as FactRoute[];

/** `Message.field` of what stands in a path: nobody has to repeat it in the body. */
const inPaths = new Set(
  (routes as FactRoute[]).flatMap((route) => pathNames(route.path).map((name) => `${route.request}.${name}`)),
);

type Json = Record<string, unknown>;

/**
 * The OpenAPI 3.1 document of what a server really serves: its routes of the contract, and those of `others`
 * (`GET /health`) that the contract names outside /api/v1. Texts about fields come from the facts, so only a server,
 * never the console, imports this.
 */
export function openApiDocument(implemented: readonly AnyRoute[], others: readonly string[] = []): Json {
  const schemas: Record<string, Json> = { Error: errorSchema, StreamError: streamErrorSchema };
  const paths: Record<string, Json> = {};
  const add = (fact: FactRoute, extra: Json) => {
    const item = paths[fact.path] ?? {};
    paths[fact.path] = item;
    item[fact.method.toLowerCase()] = { ...operation(fact, schemas), ...extra };
  };
  for (const route of implemented) {
    const fact = factRoutes.get(route.rpc);
    // What the platform of this version had lost is served, but not described.
    if (!fact && route.deprecated) continue;
    if (!fact) throw new Error(`${route.rpc} is not in the contract's facts`);
    add(fact, {
      ...(route.deprecated ? { deprecated: true } : {}),
      ...(route.noAuth ? { security: [] } : {}),
    });
  }
  for (const fact of factOthers) if (others.includes(`${fact.method} ${fact.path}`)) add(fact, {});
  return {
    openapi: '3.1.0',
    info: { title: 'Determined API', version: platformVersion },
    security: [{ bearer: [] }],
    paths,
    components: {
      schemas,
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
    },
  };
}

function operation(fact: FactRoute, schemas: Record<string, Json>): Json {
  const parameters = [
    ...pathNames(fact.path).map((name) => ({
      name,
      in: 'path',
      required: true,
      schema: parameterSchema(fact, name, schemas),
    })),
    ...fact.query.map((name) => queryParameter(fact, name, schemas)),
  ];
  const body = requestBody(fact, schemas);
  return {
    operationId: fact.rpc,
    tags: fact.tag === null ? [] : [fact.tag],
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(body ? { requestBody: { required: true, content: { 'application/json': { schema: body } } } } : {}),
    responses: { 200: okResponse(fact, schemas), default: errorResponse },
  };
}

function okResponse(fact: FactRoute, schemas: Record<string, Json>): Json {
  if (fact.response === null) {
    const content = (fact.produces ?? []).map((type) => [type, { schema: { type: 'string', format: 'binary' } }]);
    return { description: 'The content.', content: Object.fromEntries(content) };
  }
  const reply = reference(fact.response, schemas);
  if (!fact.streaming) return { description: 'The reply.', content: { 'application/json': { schema: reply } } };
  const line = { type: 'object', properties: { result: reply, error: { $ref: '#/components/schemas/StreamError' } } };
  return { description: 'One such object a line.', content: { 'application/json': { schema: line } } };
}

function requestBody(fact: FactRoute, schemas: Record<string, Json>): Json | undefined {
  if (fact.body === null || fact.request === null) return undefined;
  if (fact.body === '*') return reference(fact.request, schemas);
  const field = factTypes[fact.request]?.fields[fact.body];
  return field && fieldSchema({ ...field, nullable: false }, schemas);
}

function queryParameter(fact: FactRoute, name: string, schemas: Record<string, Json>): Json {
  const field = fieldAt(fact.request, name);
  return {
    name,
    in: 'query',
    ...(field?.required && !name.includes('.') ? { required: true } : {}),
    ...(field?.deprecated ? { deprecated: true } : {}),
    ...(field?.repeated ? { style: 'form', explode: true } : {}),
    schema: parameterSchema(fact, name, schemas),
  };
}

function parameterSchema(fact: FactRoute, name: string, schemas: Record<string, Json>): Json {
  const field = fieldAt(fact.request, name);
  return field ? fieldSchema({ ...field, nullable: false }, schemas) : { type: 'string' };
}

function fieldAt(message: string | null, name: string): FactField | undefined {
  let field: FactField | undefined;
  let at = message ?? '';
  for (const part of name.split('.')) {
    field = factTypes[at]?.fields[part];
    at = field?.type ?? '';
  }
  return field;
}

const scalarSchemas: Record<string, Json> = {
  string: { type: 'string' },
  boolean: { type: 'boolean' },
  integer: { type: 'integer', format: 'int32' },
  number: { type: 'number', format: 'double' },
  'int64-string': { type: 'string', format: 'int64' },
  timestamp: { type: 'string', format: 'date-time' },
  'bytes-base64': { type: 'string', contentEncoding: 'base64' },
  object: { type: 'object', additionalProperties: true },
  any: {},
};

function fieldSchema(field: FactField, schemas: Record<string, Json>): Json {
  let schema = scalarSchemas[field.type] ?? reference(field.type, schemas);
  if (field.minLength !== undefined) schema = { ...schema, minLength: field.minLength };
  if (field.repeated) schema = { type: 'array', items: schema };
  if (field.map) schema = { type: 'object', additionalProperties: schema };
  if (field.nullable) schema = { anyOf: [schema, { type: 'null' }] };
  return field.deprecated ? { ...schema, deprecated: true } : schema;
}

/** A reference to a message or enum, which is described when it is first asked for. */
function reference(name: string, schemas: Record<string, Json>): Json {
  if (!schemas[name]) {
    const values = factEnums[name];
    const described: Json = values ? { type: 'string', enum: values } : { type: 'object' };
    // Stands there before its fields are read, so that a message may contain itself.
    schemas[name] = described;
    const fields = Object.entries(factTypes[name]?.fields ?? {});
    const required = fields
      .filter(([field, fact]) => fact.required && !inPaths.has(`${name}.${field}`))
      .map(([field]) => field);
    if (!values) {
      described.properties = Object.fromEntries(fields.map(([field, fact]) => [field, fieldSchema(fact, schemas)]));
    }
    if (required.length > 0) described.required = required;
  }
  return { $ref: `#/components/schemas/${name}` };
}

const errorSchema: Json = {
  type: 'object',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      required: ['code', 'reason', 'error'],
      properties: { code: { type: 'integer' }, reason: { type: 'string' }, error: { type: 'string' } },
    },
  },
};

const streamErrorSchema: Json = {
  type: 'object',
  properties: {
    grpcCode: { type: 'integer' },
    httpCode: { type: 'integer' },
    message: { type: 'string' },
    httpStatus: { type: 'string' },
    details: { type: 'array', items: {} },
  },
};

const errorResponse: Json = {
  description: 'What went wrong.',
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
};
