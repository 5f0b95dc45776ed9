/** What an API of a provider answers instead of doing what it was asked for. */
export class Failure extends Error {
  readonly status: number
  readonly code: string
  constructor(status: number, code: string, message: string) {
    super(message)
    this.status = status
    this.code = code
  }
}
