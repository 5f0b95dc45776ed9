import { releases } from '#contract/releases.ts'
import { useAction } from '../../api/action.ts'
import { Card } from '../../ui/card.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'

/** Whether the customer takes betas. */
export function BetaChoice({ beta }: { beta: boolean }) {
  const choose = useAction(releases.choose, {
    done: ({ beta: now }) => (now ? 'You get betas now' : 'You get stable releases now'),
    failed: 'Your choice could not be saved',
    failureIn: 'toast',
  })
  return (
    <Card className="mt-5">
      <Checkbox
        label="Get betas of the loader and of your games’ modules"
        hint="Betas come earlier and can have faults. You can go back at any time."
        checked={beta}
        disabled={choose.pending}
        onChange={({ target }) => choose.run({ body: { beta: target.checked } })}
      />
    </Card>
  )
}
