import { ShieldOff } from 'lucide-react'
import { longestRevocationReason, staffRevocations } from '#contract/licensing/staff-revocations.ts'
import type { Me } from '#contract/platform/sessions.ts'
import { useAttemptId } from '../../api/attempt-id.ts'
import { useEndpointForm } from '../../api/form.ts'
import { FormDialog } from '../../api/form-dialog.tsx'
import { useDraftDialog } from '../../drafts.ts'
import { formatCounted } from '../../format.ts'
import { Button } from '../../ui/button.tsx'
import { RadioGroup } from '../../ui/radio-group.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { EffectsBox, useEffectsPreview } from '../effects.tsx'
import { revokeSentences } from './revocation-effects.ts'

type Target =
  | { scope: 'build'; build: string }
  | { scope: 'customer'; uid: number }
  | { scope: 'below' }

type RevokeLoadersProps = {
  me: Me
  target: Target
  title: string
  /** The button's label. On a small button only screen readers get it. */
  label: string
  small?: boolean
}

const draftOf = (target: Target) => `revoke ${Object.values(target).join(' ')}`

/** Suspends or revokes issued copies: one build, all of a customer, or all below a version. */
export function RevokeLoaders(props: RevokeLoadersProps) {
  const { me, target, label, small = false } = props
  const [open, setOpen] = useDraftDialog(me.uid, draftOf(target))
  return (
    <>
      <Button
        size={small ? 'small' : undefined}
        aria-label={small ? label : undefined}
        onClick={() => setOpen(true)}
      >
        <ShieldOff size={16} aria-hidden="true" />
        {small ? 'Revoke' : label}
      </Button>
      {open && <RevokeDialog {...props} onClose={() => setOpen(false)} />}
    </>
  )
}

type Fields = { state: 'suspended' | 'revoked'; below: string; reason: string }

const states = [
  { value: 'suspended', label: 'Suspend' },
  { value: 'revoked', label: 'Revoke' },
] as const

function RevokeDialog({
  me,
  target,
  title,
  onClose,
}: RevokeLoadersProps & { onClose: () => void }) {
  const meant = ({ state, below }: Fields) =>
    target.scope === 'below' ? { ...target, below, state } : { ...target, state }
  const idOf = useAttemptId()
  const form = useEndpointForm<typeof staffRevocations.add, Fields>(staffRevocations.add, {
    initial: { state: 'revoked', below: '', reason: '' },
    toInput(fields) {
      const body = { ...meant(fields), reason: fields.reason }
      return { body: { ...body, ...idOf(JSON.stringify(body)) } }
    },
    done: ({ effects }) => `${formatCounted(effects.builds, 'build')} withdrawn`,
    failed: 'Failed to revoke the loaders',
    draft: { uid: me.uid, form: draftOf(target) },
    onDone: onClose,
  })
  const { state, below } = form.values
  const named = target.scope !== 'below' || below.trim() !== ''
  const tried = useEffectsPreview(
    staffRevocations.effects,
    named ? { query: meant(form.values) } : null,
  )
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={title}
      submit={state === 'revoked' ? 'Revoke' : 'Suspend'}
      look="danger"
    >
      <RadioGroup
        legend="Action"
        options={states}
        value={state}
        onChange={(chosen) => form.set({ state: chosen })}
      />
      <p className="text-soft text-sm">
        {state === 'revoked'
          ? 'Permanent. You can undo it within 24 hours.'
          : 'Temporary, until you lift it. Use it while you investigate.'}{' '}
        The customer is told that the loader was withdrawn and can request a new one.
      </p>
      {target.scope === 'below' && (
        <TextField
          label="All builds below version"
          hint="Builds of this version and newer ones keep working."
          placeholder="1.5.0"
          autoComplete="off"
          maxLength={40}
          {...form.input('below')}
        />
      )}
      <TextField
        label="Reason"
        hint="Visible to staff only, here and in the log."
        autoComplete="off"
        maxLength={longestRevocationReason}
        {...form.input('reason')}
      />
      <EffectsBox
        tried={tried}
        toSentences={revokeSentences}
        hint="Enter a version to preview the effects."
      />
    </FormDialog>
  )
}
