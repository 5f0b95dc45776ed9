import { Button } from '../../ui/button.tsx'

type Form = { pending: boolean; dirty: boolean; reset: () => void }

/** Below a long form: saves it or puts it back, and tells while something is not saved. */
export function SaveBar({ form, saving = form.pending }: { form: Form; saving?: boolean }) {
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button type="submit" look="primary" loading={saving} disabled={!form.dirty}>
        Save Changes
      </Button>
      <Button look="quiet" disabled={!form.dirty} onClick={form.reset}>
        Reset
      </Button>
      <p role="status" className="text-faint text-sm">
        {form.dirty && 'There are changes that are not saved.'}
      </p>
    </div>
  )
}
