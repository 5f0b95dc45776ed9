import { CircleHelp } from 'lucide-react'
import { useState } from 'react'
import { devices } from '#contract/licensing/devices.ts'
import type { Result } from '#contract/wire/endpoint.ts'
import { useAction } from '../../api/action.ts'
import { messageOf } from '../../api/error.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { nextRelease } from '../devices/next-release.ts'

type Answer = Result<typeof devices.why>
type WhyProps = { productId: number; product: string }

/** Says why access is refused: the answer that the loader on the last used device would get now. */
export function WhyNot({ productId, product }: WhyProps) {
  const [answer, setAnswer] = useState<Answer | null>(null)
  const ask = useAction(devices.why, {
    failed: 'The answer could not be loaded. Please try again.',
    say: messageOf,
    failureIn: 'toast',
    reload: 'never',
    onDone: setAnswer,
  })
  return (
    <>
      <Button
        look="quiet"
        size="small"
        loading={ask.pending}
        onClick={() => ask.run({ query: { game_id: String(productId) } })}
        aria-label={`Why can’t I play ${product}?`}
        className="-ml-4 relative z-10"
      >
        <CircleHelp size={16} aria-hidden="true" />
        Why can’t I play?
      </Button>
      <Dialog
        open={answer !== null}
        onClose={() => setAnswer(null)}
        title={product}
        actions={
          <>
            <LinkButton to="/dashboard?t=devices">My devices</LinkButton>
            <Button look="primary" onClick={() => setAnswer(null)}>
              Got it
            </Button>
          </>
        }
      >
        {answer && <Told answer={answer} />}
      </Dialog>
    </>
  )
}

function Told({ answer: { code, sentence, advice, device, next_release_at } }: { answer: Answer }) {
  return (
    <div className="grid gap-3">
      <p className="font-[600]">{sentence}</p>
      {advice && <p>{advice}</p>}
      {next_release_at && <p className="text-soft">{nextRelease(next_release_at)}</p>}
      <p className="text-faint text-sm [overflow-wrap:anywhere]">
        {device ? `For ${device}. ` : ''}Loader code: {code}
      </p>
    </div>
  )
}
