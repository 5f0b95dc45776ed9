import { Button } from '../ui/button.tsx'

type Form = { pending: boolean; dirty: boolean; reset: () => void }

/**
 * The bar below a long form. It saves or resets the form, and says if there are unsaved changes.
 */
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
        {form.dirty && 'You have unsaved changes.'}
      </p>
    </div>
  )
}
