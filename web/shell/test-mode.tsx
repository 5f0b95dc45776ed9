import { FlaskConical } from 'lucide-react'
import { useOptionalConfig } from '../config.ts'

/** Says on every page that payments are simulated, and links to the simulated mail and payments. */
export function TestMode() {
  const sandbox = useOptionalConfig()?.sandbox
  if (!sandbox) return null
  const link = 'underline decoration-warning/50 underline-offset-4 hover:decoration-warning'
  return (
    <aside aria-label="Test mode" className="border-warning/25 border-b bg-[#1d1709] text-warning">
      <div className="page flex min-h-10 flex-wrap items-center gap-x-5 gap-y-0.5 py-2 text-sm">
        <span className="flex items-center gap-2">
          <FlaskConical size={16} aria-hidden="true" />
          <strong className="font-[650]">Test mode</strong>
          <span className="hidden text-soft sm:inline">Nothing here costs money.</span>
        </span>
        <span className="ml-auto flex flex-wrap gap-x-5">
          <a href={`${sandbox.url}/mail`} className={link}>
            Mailbox
          </a>
          <a href={`${sandbox.url}/payments`} className={link}>
            Payments
          </a>
          <a href={`${sandbox.url}/#clock`} className={link}>
            Clock
          </a>
        </span>
      </div>
    </aside>
  )
}
