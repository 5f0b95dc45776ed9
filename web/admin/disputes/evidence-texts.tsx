import { type Evidence, evidenceFields } from '#contract/selling/dispute-evidence.ts'

/** The texts that the bank will receive or has received. */
export function EvidenceTexts({ evidence }: { evidence: Evidence }) {
  const written = evidenceFields.filter(({ name }) => evidence[name])
  if (written.length === 0) return <p className="text-soft">No evidence yet.</p>
  return (
    <dl className="grid gap-5">
      {written.map(({ name, label }) => (
        <div key={name}>
          <dt className="label">{label}</dt>
          <dd className="mt-1.5 whitespace-pre-wrap text-[0.9375rem] text-soft [overflow-wrap:anywhere]">
            {evidence[name]}
          </dd>
        </div>
      ))}
    </dl>
  )
}
