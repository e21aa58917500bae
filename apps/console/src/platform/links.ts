/** The platform's public documentation. */
export const docsAddress = 'https://docs.determined.ai/latest/';
/** The REST calls of this very server, as an OpenAPI document. */
export const apiAddress = '/api/v1/openapi.json';
