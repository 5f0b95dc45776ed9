import { workJobs } from './jobs.ts'
import type { TestShop } from './shop.ts'

export type ReceivedMail = { subject: string; to: string; text: string; html: string }

/** Sends pending mails, and returns those that an address has received, oldest first. */
export async function receive(
  shop: Pick<TestShop, 'shop' | 'jobsPool' | 'sandboxUrl'>,
  address: string,
): Promise<ReceivedMail[]> {
  await workJobs(shop)
  const url = `${shop.sandboxUrl}/control/mail?to=${encodeURIComponent(address)}`
  const { messages } = (await (await fetch(url)).json()) as { messages: ReceivedMail[] }
  return messages.toReversed()
}
