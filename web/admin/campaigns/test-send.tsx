import { useState } from 'react'
import { composer } from '#contract/composer.ts'
import { api } from '../../api/client.ts'
import { failureOf, isSessionOver } from '../../api/error.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.ts'

type TestSendProps = {
  words: { subject: string; content: string }
  /** The sender's own address. */
  to: string
  /** Whether something is missing, which is then shown. */
  findFault: () => boolean
}

export function TestSend({ words, to, findFault }: TestSendProps) {
  const [sending, setSending] = useState(false)
  async function send() {
    if (findFault()) return
    setSending(true)
    try {
      await api(composer.test, { body: words })
      toast.success(`A test is on its way to ${to}`)
    } catch (error) {
      if (!isSessionOver(error)) toast.error(failureOf(error, 'Failed to send the test'))
    }
    setSending(false)
  }
  return (
    <Button loading={sending} onClick={send}>
      Send Test to Me
    </Button>
  )
}
