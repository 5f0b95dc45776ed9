// Without schemas: the store's page says it, and loads none.

/** Products that the store lists at most. */
export const mostListed = 500
