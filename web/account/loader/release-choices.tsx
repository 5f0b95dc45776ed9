import { releases } from '#contract/releases.ts'
import { useAction } from '../../api/action.ts'
import { Card } from '../../ui/card.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'

/** The customer's choices: whether to get betas, and whether to get mails about new releases. */
export function ReleaseChoices({ beta, mailed }: { beta: boolean; mailed: boolean }) {
  const choose = useAction(releases.choose, {
    done: ({ beta: now }) => (now ? 'You get betas now' : 'You get stable releases now'),
    failed: 'Your choice could not be saved',
    failureIn: 'toast',
  })
  const follow = useAction(releases.follow, {
    done: ({ on }) => (on ? 'New releases are mailed to you' : 'No more mails of new releases'),
    failed: 'Your choice could not be saved',
    failureIn: 'toast',
  })
  return (
    <Card className="mt-5 grid gap-5">
      <Checkbox
        label="Get betas of the loader and of your games’ modules"
        hint="Betas come earlier and can have faults. You can go back at any time."
        checked={beta}
        disabled={choose.pending}
        onChange={({ target }) => choose.run({ body: { beta: target.checked } })}
      />
      <Checkbox
        label="Mail me new releases of what I have"
        hint="Of the loader, and of your games’ modules while you have time. Each once, when it is there for you."
        checked={mailed}
        disabled={follow.pending}
        onChange={({ target }) => follow.run({ body: { on: target.checked } })}
      />
    </Card>
  )
}
