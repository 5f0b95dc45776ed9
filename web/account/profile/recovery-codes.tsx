import { Download } from 'lucide-react'
import { useConfig } from '../../config.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'

type RecoveryCodesProps = { codes: readonly string[]; onClose: () => void }

/** Shown once, because the shop stores only hashes of the codes. */
export function RecoveryCodes({ codes, onClose }: RecoveryCodesProps) {
  const { shopName } = useConfig()
  const text = codes.join('\n')
  const file = `Recovery codes for your ${shopName} account. Each works once.\n\n${text}\n`
  return (
    <Dialog
      open
      onClose={onClose}
      title="Save your recovery codes"
      actions={
        <Button look="primary" onClick={onClose}>
          I Have Saved Them
        </Button>
      }
    >
      <div className="grid gap-5">
        <p className="text-soft">
          Each code lets you sign in once without your phone. The codes are shown only once: store
          them where you can find them without your phone.
        </p>
        <ol className="grid gap-x-6 gap-y-2 rounded-md border border-line p-4 font-mono text-[0.9375rem] sm:grid-cols-2">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ol>
        <div className="flex flex-wrap items-center gap-3">
          <a
            href={`data:text/plain;charset=utf-8,${encodeURIComponent(file)}`}
            download="recovery-codes.txt"
            className={buttonClass({ size: 'small' })}
          >
            <Download size={16} aria-hidden="true" />
            Download
          </a>
          <CopyButton
            text={text}
            label="Copy codes"
            copied="Codes copied to clipboard"
            failed="Failed to copy the codes"
            size="small"
          />
        </div>
      </div>
    </Dialog>
  )
}
