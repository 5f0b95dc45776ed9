import { ArrowLeft } from 'lucide-react'
import { Link } from 'react-router'
import { ticketsPath } from './paths.ts'

export function BackLink() {
  return (
    <Link
      to={ticketsPath}
      className="mb-5 inline-flex items-center gap-2 rounded-sm font-[600] text-[0.9375rem] text-soft hover:text-ink"
    >
      <ArrowLeft size={18} aria-hidden="true" />
      All tickets
    </Link>
  )
}
