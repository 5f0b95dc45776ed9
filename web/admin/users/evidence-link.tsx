import { staffEvidence } from '#contract/licensing/staff-evidence.ts'
import { useAsk } from '../../api/ask.ts'
import { formatCount } from '../../format.ts'
import { LinkButton } from '../../ui/button.tsx'

/**
 * Links to the leaked files on record that identify a copy of the user. Nothing if there are none.
 */
export function EvidenceLink({ uid }: { uid: number }) {
  const { answer } = useAsk(staffEvidence.list, { query: { uid, limit: 1 } })
  if (!answer || answer.total === 0) return null
  return (
    <LinkButton to={`/admin/loader/evidence?uid=${uid}`}>
      Evidence ({formatCount(answer.total)})
    </LinkButton>
  )
}
