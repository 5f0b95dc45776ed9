import { Share2 } from 'lucide-react'
import { referrals } from '#contract/selling/referrals.ts'
import { useAction } from '../../api/action.ts'
import { useConfig } from '../../config.ts'
import { Button } from '../../ui/button.tsx'
import { Card, CardHeader } from '../../ui/card.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { shareLink } from './share.ts'

type Look = 'primary' | 'secondary'

/** The customer's code and the link with it, or a button to create one. */
export function CodeCard({ code, look }: { code: string | null; look: Look }) {
  if (code === null) return <CreateCode look={look} />
  const link = `${window.location.origin}/signup?ref=${encodeURIComponent(code)}`
  return (
    <Card>
      <CardHeader
        title="Your referral code"
        detail="Friends who sign up with it count towards your next free month."
      />
      <p className="display mb-6 break-words text-[clamp(1.75rem,6vw,2.5rem)] tabular-nums">
        {code}
      </p>
      <div className="flex flex-wrap items-end gap-3">
        <TextField
          label="Referral link"
          readOnly
          value={link}
          onFocus={(event) => event.target.select()}
          className="min-w-0 grow basis-64"
          end={
            <CopyButton
              text={link}
              label="Copy referral link"
              copied="Referral link copied to clipboard"
              failed="Failed to copy to clipboard"
            />
          }
        />
        <ShareButton link={link} look={look} />
      </div>
    </Card>
  )
}

function ShareButton({ link, look }: { link: string; look: Look }) {
  const { shopName } = useConfig()
  return (
    <Button look={look} onClick={() => shareLink(link, shopName)}>
      <Share2 size={18} aria-hidden="true" />
      Share
    </Button>
  )
}

function CreateCode({ look }: { look: Look }) {
  const create = useAction(referrals.addCode, {
    done: 'Referral code created successfully',
    failed: 'Failed to create referral code',
    failureIn: 'toast',
    say: (_, failed) => failed,
  })
  return (
    <Card>
      <CardHeader
        title="Your referral code"
        detail="You do not have a code yet. Create one and share it: friends who sign up with it count towards your next free month."
      />
      <Button look={look} loading={create.pending} onClick={() => create.run()}>
        Create Referral Code
      </Button>
    </Card>
  )
}
