import type { S3Address } from '#server/kernel/config/s3-url.ts'
import { FilesTrouble } from '#server/kernel/network/files-trouble.ts'

type S3Failure = Error & {
  code?: string
  Code?: string
  $metadata?: { httpStatusCode?: number }
}

const wrongKey = ['InvalidAccessKeyId', 'SignatureDoesNotMatch', 'AccessDenied', 'Forbidden']
const elsewhere = [
  'PermanentRedirect',
  'AuthorizationHeaderMalformed',
  'IllegalLocationConstraintException',
]
const full = ['QuotaExceeded', 'XMinioStorageFull', 'StorageFull', 'InsufficientStorage']

/** A HEAD response has no body, so it cannot tell whether the bucket is missing. */
export function isMissing(error: unknown): boolean {
  const { name, $metadata } = error as S3Failure
  return name !== 'NoSuchBucket' && $metadata?.httpStatusCode === 404
}

export function troubleOf(error: unknown, { host, bucket, region }: S3Address): FilesTrouble {
  const { name = '', code = '', message, $metadata } = error as S3Failure
  const status = $metadata?.httpStatusCode
  const make = (sentence: string, kind: Partial<FilesTrouble> = {}) =>
    new FilesTrouble(sentence, { ...kind, cause: error })
  if (name === 'NoSuchBucket' || status === 404) {
    return make(`There is no bucket ${bucket} at ${host}. Create it, or correct the name.`, {
      misconfigured: true,
    })
  }
  if (full.includes(name) || status === 507) {
    return make(`The storage at ${host} is full (${name}). Free up space.`, { full: true })
  }
  if (elsewhere.includes(name) || status === 301) {
    return make(
      `The bucket ${bucket} at ${host} is not in the region ${region} (${message}). Set the right one with ?region=.`,
      { misconfigured: true },
    )
  }
  // A 403 that is not the fault of the key. It works once the clock is right.
  if (name === 'RequestTimeTooSkewed') {
    return make(
      `The storage at ${host} refuses this machine’s time (${message}). Set the clock and use NTP.`,
    )
  }
  if (wrongKey.includes(name) || status === 401 || status === 403) {
    return make(
      `The key has no access to the bucket ${bucket} at ${host} (${name}). Correct the key and secret, or allow the key to list, read, write and delete.`,
      { misconfigured: true },
    )
  }
  if (status === undefined) {
    return make(
      `The storage at ${host} cannot be reached (${code || message}). Check that it is running.`,
    )
  }
  return make(`The storage at ${host} returned an error (${name}, ${status}).`)
}
