declare module 's3rver' {
  /** What of it is used: it brings no types of its own. */
  export default class S3rver {
    constructor(options: { address: string; port: number; silent: boolean; directory: string })
    run(): Promise<{ port: number }>
    store: { putBucket(name: string): Promise<void> }
    close(): Promise<void>
  }
}
