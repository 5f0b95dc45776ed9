import { apiUrl, tellUnauthorized } from '../../api/client.ts'
import { ApiError, toApiError } from '../../api/error.ts'

type Sending = {
  file: Blob
  /** Describes the file. */
  query: object
  /** Called with the uploaded share, from 0 to 1. */
  onProgress: (part: number) => void
  signal: AbortSignal
}
type Takes = { method: string; path: string; consumes: string; status?: number }

/**
 * Uploads a file as a stream. It uses XMLHttpRequest, because fetch does not report upload
 * progress.
 */
export function sendFile<Answer>(
  { method, path, consumes, status = 200 }: Takes,
  { file, query, onProgress, signal }: Sending,
) {
  return new Promise<Answer>((resolve, reject) => {
    const request = new XMLHttpRequest()
    const about = new URLSearchParams(
      Object.entries(query).map(([name, value]) => [name, String(value)]),
    )
    request.open(method, `${apiUrl(path)}?${about}`)
    request.withCredentials = true
    request.setRequestHeader('content-type', consumes)
    request.upload.onprogress = ({ loaded, total }) => onProgress(total ? loaded / total : 0)
    request.onload = () => {
      const answer = parse(request.responseText)
      if (request.status === status) return resolve(answer as Answer)
      const refusal = toApiError(request.status, answer)
      tellUnauthorized(refusal)
      reject(refusal)
    }
    const lost = () =>
      reject(
        new ApiError(0, 'unreachable', 'The connection was lost. Please check it and try again.'),
      )
    request.onerror = lost
    request.ontimeout = lost
    request.onabort = () => reject(new ApiError(0, 'cancelled', 'The upload was cancelled'))
    signal.addEventListener('abort', () => request.abort())
    request.send(file)
  })
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
