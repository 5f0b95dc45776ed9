import { settings } from '#contract/platform/settings.ts'
import type { SetupState } from '#contract/shop/setup.ts'
import { useRecordForm } from '../../api/record-form.ts'
import { tellConfig } from '../../config.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorBox } from '../../ui/notice.tsx'
import { Select } from '../../ui/select.tsx'
import { ownTimeZone, timeZones } from '../settings/time-zones.ts'

/** The shop's time zone, initially that of the user's browser. */
export function TimeZoneStep({ state }: { state: SetupState }) {
  const form = useRecordForm(settings.change, {
    initial: { time_zone: state.time_zone ?? ownTimeZone() },
    toInput: ({ time_zone }) => ({ body: { time_zone } }),
    done: 'Time zone saved',
    failed: 'Failed to save the time zone',
    unasked: 'choice',
    onDone({ time_zone }) {
      tellConfig({ timeZone: time_zone ?? 'UTC' })
    },
  })
  return (
    <form {...form.attributes} className="grid gap-5">
      <Select
        label="Time zone"
        hint="Used for dates and times in emails and on pages."
        className="max-w-sm"
        options={timeZones(form.values.time_zone)}
        {...form.input('time_zone')}
      />
      {form.error && <ErrorBox>{form.error}</ErrorBox>}
      <div>
        <Button
          type="submit"
          loading={form.pending}
          disabled={state.time_zone !== null && !form.dirty}
        >
          Set Time Zone
        </Button>
      </div>
    </form>
  )
}
