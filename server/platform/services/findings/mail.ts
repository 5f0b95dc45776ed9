import type { Finding } from '#contract/platform/services.ts'
import { bad, good, wordsOf } from './finding.ts'

export async function testMail(mail: { check(): Promise<void> }): Promise<Finding[]> {
  try {
    await mail.check()
    return [good('The mail server responds and accepts the sign-in.')]
  } catch (error) {
    if (speaksNoSmtp(error)) return [bad(noSmtp)]
    return [bad(`The mail server refused the sign-in: “${wordsOf(error)}”`)]
  }
}

const noSmtp = 'This server does not speak SMTP. Check its name and port.'

/** The greeting of another service could show the administrator what runs in the local network. */
const speaksNoSmtp = (error: unknown) => /^Invalid greeting/.test((error as Error).message)

type Server = { host: string; port: number }
type MailError = Error & { cause?: { code?: string; command?: string; responseCode?: number } }

export function explainMail(error: unknown, { host, port }: Server): Finding {
  const { code = '', command = '', responseCode } = (error as MailError).cause ?? {}
  const message = wordsOf(error)
  if (speaksNoSmtp(error)) return bad(noSmtp)
  if (code === 'EAUTH')
    return bad(`The server refused the account: “${message}”. Check the username and the password.`)
  if (code === 'EDNS' || code === 'ENOTFOUND')
    return bad(`There is no server named ${host}: ${message}. Check the spelling.`)
  if (code === 'ETLS')
    return bad(
      `The server does not upgrade to TLS, so the password would be sent unprotected: “${message}”. Try port 465.`,
    )
  if (responseCode === undefined && /^(ECONNECTION|ESOCKET|ETIMEDOUT|ECONNREFUSED)$/.test(code))
    return bad(
      `No server responds at ${host}, port ${port}: ${message}. Check both, and whether your hosting provider blocks the port. 465 and 587 are common.`,
    )
  // Some servers use the same code to require TLS.
  if (responseCode === 530 && !/TLS/i.test(message))
    return bad(
      `The server requires a username and a password: “${message}”. Enter those of an account there.`,
    )
  if (command === 'MAIL FROM')
    return bad(`The server refused the sender: “${message}”. Use a sender address that it accepts.`)
  return bad(`The server refused the email: “${message}”`)
}
