import { campaignForm } from '#contract/people/campaign-form.ts'
import { useAction } from '../../api/action.ts'
import { Button } from '../../ui/button.tsx'

type TestSendProps = {
  words: { subject: string; content: string }
  /** The address of the signed-in staff member. */
  to: string
  /** Validates the form, shows the errors, and resolves to whether there are none. */
  check: () => Promise<boolean>
}

export function TestSend({ words, to, check }: TestSendProps) {
  const test = useAction(campaignForm.test, {
    done: `Test email sent to ${to}`,
    failed: 'Failed to send the test',
    failureIn: 'toast',
    reload: 'never',
  })
  async function send() {
    if (await check()) void test.run({ body: words })
  }
  return (
    <Button loading={test.pending} onClick={send}>
      Send Test to Me
    </Button>
  )
}
