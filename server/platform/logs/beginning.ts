/** The part of a long text that is logged. A cut character would be no valid JSON for PostgreSQL. */
export const beginningOf = (text: string, most = 2000) => text.slice(0, most).toWellFormed()
