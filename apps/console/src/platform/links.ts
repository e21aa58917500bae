/** The product's manual, which the master serves to everybody. */
export const docsAddress = '/det/docs';
/** The REST calls of this very server, as an OpenAPI document. */
export const apiAddress = '/api/v1/openapi.json';

/** Where a picture that an administrator has given the cluster lies, in one of its looks. */
export const customerAsset = (
  name: 'logo',
  look: { orientation: 'horizontal' | 'vertical'; mode: 'light' | 'dark' },
): string => `/det/customer-assets/${name}?${new URLSearchParams(look)}`;
