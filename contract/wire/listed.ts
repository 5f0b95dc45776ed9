// This file has no schemas: the storefront page imports it and must not load the schema library.

/** Maximum number of products in the store's list. */
export const mostListed = 500
