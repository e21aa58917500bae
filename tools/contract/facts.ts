import { readFileSync } from 'node:fs';

export interface FactField {
  type: string;
  repeated?: boolean;
  map?: boolean;
  nullable?: boolean;
  optional?: boolean;
  oneof?: string;
  required?: boolean;
  deprecated?: boolean;
}

export interface FactRoute {
  rpc: string;
  method: string;
  path: string;
  request: string;
  response: string;
  body: string | null;
  query: string[];
  streaming: boolean;
  noAuth?: boolean;
  deprecated?: boolean;
}

export interface Facts {
  routes: FactRoute[];
  types: Record<string, { fields: Record<string, FactField> }>;
  enums: Record<string, string[]>;
}

export const contractFolder = new URL('../../packages/contract/', import.meta.url);

export function readFacts(): Facts {
  const read = (name: string) => JSON.parse(readFileSync(new URL(`facts/${name}.json`, contractFolder), 'utf8'));
  return { routes: read('routes'), types: read('types'), enums: read('enums') };
}
