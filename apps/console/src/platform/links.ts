/** The product's manual, which the master serves to everybody. */
export const docsAddress = '/det/docs';
/** The REST calls of this very server, as an OpenAPI document. */
export const apiAddress = '/api/v1/openapi.json';
