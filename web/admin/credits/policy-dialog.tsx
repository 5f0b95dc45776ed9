import * as z from 'zod'
import {
  countedStates,
  credits,
  type modes,
  type roundings,
  type TimePolicy,
} from '#contract/outages/credits.ts'
import { isolated } from '#contract/wire/isolate.ts'
import { api } from '../../api/client.ts'
import { FormDialog } from '../../api/form-dialog.tsx'
import { differing } from '../../api/rebase.ts'
import { useRecordForm } from '../../api/record-form.ts'
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
  { value: 'hour', label: 'Up to the hour' },
  { value: 'day', label: 'Up to the day' },
]
const modeNames: { value: (typeof modes)[number]; label: string; effect: string }[] = [
  {
    value: 'credit',
    label: 'Credit it after the incident',
    effect: 'When an incident is closed, a draft batch appears here for review.',
  },
  {
    value: 'still',
    label: 'Freeze it during the incident',
    effect:
      'During an incident customers cannot play, nothing is charged and no expiry emails are sent. When it is closed, customers get the time back automatically.',
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

/** The name under which unsaved changes are stored when the session ends. */
export const policyDraft = (productId: number) => `time policy ${productId}`

export function PolicyDialog({ uid, policy, repos, onClose }: PolicyDialogProps) {
  const { game_id, name, ...fields } = policy
  const form = useRecordForm(credits.setPolicy, {
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
    done: isolated`Policy of ${name} saved`,
    failed: 'Failed to save the policy',
    draft: { uid, form: policyDraft(game_id) },
    onDone: onClose,
  })
  const known = [...new Set([...repos, ...fields.repos])]
  return (
    <FormDialog form={form} onClose={onClose} title={name} submit="Save Changes">
      <Choices
        legend="Required modules"
        hint="An incident of one of these modules counts for the product."
        options={known.map((repo) => ({ value: repo, label: repo }))}
        {...form.control('repos')}
      />
      <Choices legend="Module statuses that count" options={counted} {...form.control('states')} />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          label="Minimum duration (minutes)"
          inputMode="numeric"
          autoComplete="off"
          {...form.input('from_minutes')}
        />
        <TextField
          label="Factor"
          inputMode="decimal"
          autoComplete="off"
          hint="2 gives twice the lost time."
          {...form.input('factor')}
        />
      </div>
      <Select label="Rounding" options={roundingNames} {...form.input('rounding')} />
      <Select
        label="Lost time"
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
