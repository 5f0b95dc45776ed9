import * as z from 'zod'
import {
  countedStates,
  credits,
  type modes,
  type roundings,
  type TimePolicy,
} from '#contract/credits.ts'
import { api } from '../../api/client.ts'
import { useEndpointForm } from '../../api/form.ts'
import { FormDialog } from '../../api/form-dialog.tsx'
import { differing } from '../../api/rebase.ts'
import { Select } from '../../ui/select.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { Choices } from '../incidents/choices.tsx'
import { states } from '../status/states.ts'

type PolicyDialogProps = {
  uid: number
  policy: TimePolicy
  /** All modules of the status page. */
  repos: readonly string[]
  onClose: () => void
}

const roundingNames: { value: (typeof roundings)[number]; label: string }[] = [
  { value: 'second', label: 'To the second' },
  { value: 'hour', label: 'Up to the full hour' },
  { value: 'day', label: 'Up to the full day' },
]
const modeNames: { value: (typeof modes)[number]; label: string; effect: string }[] = [
  {
    value: 'credit',
    label: 'Credit it afterwards',
    effect: 'When an incident is closed, a draft of the batch appears here.',
  },
  {
    value: 'still',
    label: 'Time stands still',
    effect:
      'While an incident goes on, nobody can play, nothing is charged and nobody is told of an end. When it is closed, everybody gets that time at once.',
  },
]
const counted = states.filter(
  (each): each is { value: (typeof countedStates)[number]; label: string } =>
    countedStates.some((state) => state === each.value),
)

const body = credits.setPolicy.body.required()
const schema = body.extend({
  from_minutes: z.preprocess(numberOf, body.shape.from_minutes),
  factor: z.preprocess(numberOf, body.shape.factor),
})

export function PolicyDialog({ uid, policy, repos, onClose }: PolicyDialogProps) {
  const { game_id, name, ...fields } = policy
  const form = useEndpointForm(credits.setPolicy, {
    initial: {
      ...fields,
      from_minutes: String(fields.from_minutes),
      factor: String(fields.factor),
    },
    schema,
    send: ({ revision, ...typed }, base) => {
      const changed = differing({ ...base, revision }, { ...typed, revision })
      return api(credits.setPolicy, {
        params: { id: String(game_id) },
        body: {
          ...changed,
          revision,
          ...(changed.from_minutes !== undefined && { from_minutes: Number(typed.from_minutes) }),
          ...(changed.factor !== undefined && { factor: Number(typed.factor) }),
        } as z.input<typeof credits.setPolicy.body>,
      })
    },
    done: `Policy of ${name} saved`,
    failed: 'Failed to save the policy',
    draft: { uid, form: `time policy ${game_id}` },
    onDone: onClose,
  })
  const known = [...new Set([...repos, ...fields.repos])]
  return (
    <FormDialog form={form} onClose={onClose} title={name} submit="Save Changes">
      <Choices
        legend="Modules that it needs"
        hint="An incident of one of them is an incident of the product."
        options={known.map((repo) => ({ value: repo, label: repo }))}
        {...form.control('repos')}
      />
      <Choices legend="States that count" options={counted} {...form.control('states')} />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          label="From how many minutes on"
          inputMode="numeric"
          autoComplete="off"
          {...form.input('from_minutes')}
        />
        <TextField
          label="Factor"
          inputMode="decimal"
          autoComplete="off"
          hint="2 gives twice what was lost."
          {...form.input('factor')}
        />
      </div>
      <Select label="Rounding" options={roundingNames} {...form.input('rounding')} />
      <Select
        label="What becomes of the time"
        options={modeNames}
        hint={modeNames.find(({ value }) => value === form.values.mode)?.effect}
        {...form.input('mode')}
      />
    </FormDialog>
  )
}

function numberOf(typed: unknown) {
  return typeof typed === 'string' && typed.trim() !== '' ? Number(typed) : typed
}
