import type { Finding } from '#contract/platform/services.ts'

export const good = (text: string): Finding => ({ kind: 'good', text })
export const bad = (text: string): Finding => ({ kind: 'bad', text })
export const note = (text: string): Finding => ({ kind: 'note', text })

/** The provider's message without our adapters' prefix, cut because a third party wrote it. */
export function wordsOf(error: unknown): string {
  const { message } = error as Error
  const said = message.replace(/^(Stripe|NOWPayments|BTCPay Server|Discord)[^:]*: /, '')
  const [, json] = /^\d{3} (\{.*)$/s.exec(said) ?? []
  return (spoken(json) ?? said).slice(0, 300)
}

function spoken(json: string | undefined): string | undefined {
  try {
    const { message } = JSON.parse(json ?? '') as { message?: unknown }
    return typeof message === 'string' ? message : undefined
  } catch {
    return undefined
  }
}
