/** No error needs more to be understood, and one that goes on and on costs no more to look through. */
const most = 2000

/**
 * The beginning of an error that somebody else worded, with only the domain of each e-mail address:
 * mail servers repeat whom they refuse, and the log forgets nobody.
 */
export function withoutAddresses(error: string, length: number): string {
  return error
    .slice(0, most)
    .replace(/[^\s<>@:;,"]+@/g, '…@')
    .slice(0, length)
}
