/** The sandbox's mail server in a separate process, so that it does not slow down the shop. */
import { once } from 'node:events'
import { openMailbox } from '#sandbox/mail/mailbox.ts'
import { startSmtp } from '#sandbox/mail/smtp.ts'
import { openStore } from '#sandbox/store.ts'
import { createSwitches } from '#sandbox/switches.ts'

await once(process, 'message')
const { port } = await startSmtp(0, openMailbox(openStore()), createSwitches())
process.send?.(`smtp://127.0.0.1:${port}`)
