/** No error needs more text to be understood, and the limit bounds the cost of a very long one. */
const most = 2000

/** Mail servers repeat the addresses they refuse, and logs are not deleted with an account. */
export function withoutAddresses(error: string, length: number): string {
  return error
    .slice(0, most)
    .replace(/[^\s<>@:;,"]+@/g, '…@')
    .slice(0, length)
}
