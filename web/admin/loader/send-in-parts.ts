import type { DetailedError, Upload } from 'tus-js-client'
import { type ReleaseUpload, releaseUploads } from '#contract/licensing/release-uploads.ts'
import { api, apiUrl, tellUnauthorized } from '../../api/client.ts'
import { ApiError, isRefused, toApiError } from '../../api/error.ts'
import { hashFile } from '../../api/hash-file.ts'

/**
 * The size of one part in bytes. The limit that proxies have by default is smaller, but would take
 * many requests.
 */
const partSize = 8 * 1024 * 1024
/**
 * Milliseconds until a lost connection is retried: longer each time, then always the last value.
 */
const waits = [1000, 2000, 5000, 10_000]

/** The progress of a file, from 0 to 1, and the current step. */
export type Stage = { at: 'reading' | 'sending' | 'paused' | 'lost'; part: number }

type Sending = {
  file: File
  /** The properties of the release. The server refuses invalid ones before the upload starts. */
  about: { version: string; product?: string | undefined; minimum: string }
  tell: (stage: Stage) => void
  /** After an abort, the uploaded parts stay on the server for a day. */
  signal: AbortSignal
}

export type InParts = {
  /** Resolves to the id of the upload when all of it has arrived. */
  finished: Promise<string>
  pause: () => void
  goOn: () => void
}

/**
 * Reads a file for its SHA-256, then uploads it in parts. If the server already has the beginning
 * of the file, the upload resumes from there, even after a reload of the page.
 */
export function sendInParts({ file, about, tell, signal }: Sending): InParts {
  let upload: Upload | undefined
  let retry: ReturnType<typeof setTimeout> | undefined
  let failures = 0
  let stage: Stage = { at: 'reading', part: 0 }
  const at = (changed: Partial<Stage>) => {
    stage = { ...stage, ...changed }
    tell(stage)
  }
  const start = () => {
    clearTimeout(retry)
    at({ at: 'sending' })
    upload?.start()
  }
  const goOn = () => (stage.at === 'paused' || stage.at === 'lost') && start()
  const back = () => stage.at === 'lost' && start()
  const halt = () => {
    clearTimeout(retry)
    void upload?.abort()
  }

  async function send(resolve: (id: string) => void, reject: (error: unknown) => void) {
    const sha256 = await hashFile(file, (part) => {
      signal.throwIfAborted()
      at({ part })
    })
    const { uploads } = await api(releaseUploads.list)
    const begun = uploads.find((known) => known.sha256 === sha256 && known.size === file.size)
    // The library works only in the browser, and few pages need it.
    const { Upload } = await import('tus-js-client')
    signal.throwIfAborted()
    upload = new Upload(file, {
      endpoint: beginAt({ ...about, file_name: file.name.slice(-255), sha256 }),
      ...(begun && { uploadUrl: apiUrl(pathOf(begun)) }),
      chunkSize: partSize,
      retryDelays: null,
      // The server lists the unfinished uploads.
      storeFingerprintForResuming: false,
      onBeforeRequest: (request) => {
        request.getUnderlyingObject().withCredentials = true
      },
      onProgress: (sent, total) => at({ part: sent / total }),
      onChunkComplete: () => {
        failures = 0
      },
      onSuccess: () => resolve(upload!.url!.split('/').at(-1)!),
      onError(error) {
        const refusal = refusalOf(error)
        if (!passes(refusal)) {
          tellUnauthorized(refusal)
          return reject(refusal)
        }
        retry = setTimeout(back, waits[Math.min(failures, waits.length - 1)])
        failures += 1
        at({ at: 'lost' })
      },
    })
    at({ at: 'sending', part: begun ? begun.received / begun.size : 0 })
    upload.start()
  }

  const cancelled = new ApiError(
    0,
    'cancelled',
    'The upload was stopped. The uploaded part is stored for a day.',
  )
  const finished = new Promise<string>((resolve, reject) => {
    signal.addEventListener('abort', () => reject(cancelled))
    window.addEventListener('online', back)
    send(resolve, reject).catch((error) => reject(unreadable(error)))
  }).finally(() => {
    window.removeEventListener('online', back)
    halt()
  })
  return {
    finished,
    pause() {
      halt()
      at({ at: 'paused' })
    },
    goOn,
  }
}

/** The path `uploads/{id}` of an unfinished upload. */
export const pathOf = ({ id }: Pick<ReleaseUpload, 'id'>) =>
  releaseUploads.find.path.replace('{id}', id)

function beginAt(query: Record<string, string | undefined>) {
  const given = Object.entries(query).filter(([, value]) => value) as [string, string][]
  const begin = `${apiUrl(releaseUploads.begin.path)}?${new URLSearchParams(given)}`
  // Absolute, because the library resolves the response's Location header against it, which
  // requires an origin.
  return new URL(begin, window.location.href).href
}

function refusalOf(error: Error | DetailedError): ApiError {
  const response = 'originalResponse' in error ? error.originalResponse : null
  const status = response?.getStatus() ?? 0
  return toApiError(status, parse(response?.getBody() ?? ''))
}

/**
 * Whether a retry may succeed in a moment: there was no response, a proxy answered, or another
 * request interfered.
 */
function passes(refusal: ApiError): boolean {
  if (isRefused<typeof releaseUploads.send>(refusal, 'files_full')) return false
  const { status } = refusal
  return status === 0 || status === 408 || status === 429 || status >= 500 || gone(refusal)
}

const gone = (refusal: ApiError) =>
  isRefused<typeof releaseUploads.send>(refusal, 'wrong_offset', 'unknown_upload')

/** The file was moved or changed after it was chosen, so it can no longer be read. */
function unreadable(error: unknown): unknown {
  return error instanceof DOMException && error.name === 'NotReadableError'
    ? new ApiError(0, 'unreadable', 'The file has changed since you chose it. Choose it again.')
    : error
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
