/** The beginning of a long text, for the log. PostgreSQL rejects JSON with half an emoji. */
export const beginningOf = (text: string, most = 2000) => text.slice(0, most).toWellFormed()
