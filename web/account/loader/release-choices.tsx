import { releases } from '#contract/licensing/releases.ts'
import { useAction } from '../../api/action.ts'
import { Card } from '../../ui/card.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'

/** The customer's choices: whether to get betas, and whether to get mails about new releases. */
export function ReleaseChoices({ beta, mailed }: { beta: boolean; mailed: boolean }) {
  const choose = useAction(releases.choose, {
    done: ({ beta: now }) => (now ? 'You now get beta releases' : 'You now get stable releases'),
    failed: 'Your choice could not be saved',
    failureIn: 'toast',
  })
  const follow = useAction(releases.follow, {
    done: ({ on }) =>
      on ? 'You will get emails about new releases' : 'You will not get emails about new releases',
    failed: 'Your choice could not be saved',
    failureIn: 'toast',
  })
  return (
    <Card className="mt-5 grid gap-5">
      <Checkbox
        label="Get beta releases of the loader and of your games’ modules"
        hint="Beta releases come earlier and can have bugs. You can switch back at any time."
        checked={beta}
        disabled={choose.pending}
        onChange={({ target }) => choose.run({ body: { beta: target.checked } })}
      />
      <Checkbox
        label="Email me about new releases"
        hint="One email for each release of the loader, and of your games’ modules while you have a subscription, once you can download it."
        checked={mailed}
        disabled={follow.pending}
        onChange={({ target }) => follow.run({ body: { on: target.checked } })}
      />
    </Card>
  )
}
