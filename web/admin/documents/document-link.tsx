import { apiUrl } from '../../api/client.ts'

/** The number of a document, linked to its PDF. */
export function DocumentLink({ number }: { number: string }) {
  return (
    <a
      href={apiUrl(`/admin/documents/${number}`)}
      target="_blank"
      rel="noreferrer"
      className="rounded-sm font-[650] tabular-nums underline decoration-edge underline-offset-4 hover:decoration-signal"
    >
      {number}
      <span className="sr-only"> (PDF)</span>
    </a>
  )
}
