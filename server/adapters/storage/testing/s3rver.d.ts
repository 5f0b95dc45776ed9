declare module 's3rver' {
  type StoredObject = {
    bucket: string
    key: string
    content: Buffer | import('node:stream').Readable
    metadata: object
  }

  /** The parts that tests use; the package has no types of its own. */
  export default class S3rver {
    constructor(options: { address: string; port: number; silent: boolean; directory: string })
    run(): Promise<{ port: number }>
    store: {
      putBucket(name: string): Promise<void>
      getBucket(name: string): Promise<object | null>
      putPart(...given: unknown[]): Promise<{ md5: string }>
      putObject(object: StoredObject): Promise<{ size: number; md5: string }>
      putMetadata(bucket: string, key: string, metadata: object, md5: string): Promise<void>
      getResourcePath(bucket: string, key: string, resource: 'object'): string
    }
    close(): Promise<void>
  }
}

declare module 's3rver/lib/models/error.js' {
  export default class S3Error extends Error {
    constructor(code: string, message: string)
  }
}
