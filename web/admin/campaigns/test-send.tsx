import { composer } from '#contract/composer.ts'
import { useAction } from '../../api/action.ts'
import { Button } from '../../ui/button.tsx'

type TestSendProps = {
  words: { subject: string; content: string }
  /** The sender's own address. */
  to: string
  /** Whether something is missing, which is then shown. */
  findFault: () => boolean
}

export function TestSend({ words, to, findFault }: TestSendProps) {
  const test = useAction(composer.test, {
    done: `A test is on its way to ${to}`,
    failed: 'Failed to send the test',
    told: 'toast',
    reload: 'never',
  })
  function send() {
    if (!findFault()) void test.run({ body: words })
  }
  return (
    <Button loading={test.pending} onClick={send}>
      Send Test to Me
    </Button>
  )
}
