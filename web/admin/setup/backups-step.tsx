import { settings } from '#contract/platform/settings.ts'
import type { SetupState } from '#contract/shop/setup.ts'
import { useRecordForm } from '../../api/record-form.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorBox, Notice } from '../../ui/notice.tsx'
import { TextField } from '../../ui/text-field.tsx'

/** The time of the daily backup. The place is a variable, because a restore needs it as well. */
export function BackupsStep({ state }: { state: SetupState }) {
  const form = useRecordForm(settings.change, {
    initial: { backup_at: state.backup_at ?? '' },
    toInput: ({ backup_at }) => ({ body: { backup_at: backup_at.trim() || null } }),
    done: 'Backups saved',
    failed: 'Failed to save the backups',
    unasked: 'choice',
  })
  return (
    <form {...form.attributes} className="grid gap-5">
      <p className="text-soft">
        A backup contains the database, the files and the keys. The shop stays online while it runs.
      </p>
      {!state.backup_place && (
        <Notice>
          The shop does not know where to write backups. Set the variable BACKUP_TO to a folder on
          another disk or to an s3:// address, and restart the shop. Until then, no backups run.
        </Notice>
      )}
      <TextField
        label="Daily backup at (UTC)"
        hint="For example 02:30. Leave empty if you back up in another way."
        className="max-w-sm"
        maxLength={5}
        {...form.input('backup_at')}
      />
      {form.error && <ErrorBox>{form.error}</ErrorBox>}
      <div>
        <Button type="submit" loading={form.pending} disabled={!form.dirty}>
          Set Backups
        </Button>
      </div>
    </form>
  )
}
