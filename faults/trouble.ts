import type { Server } from '#server/kernel/testing/own-postgres.ts'

/**
 * Problems that no shop may have, one sentence each. `broken` is the number of cuts or kills at a
 * commit. A process that was stopped before it recorded a sent mail sends the mail again, with the
 * same id.
 */
export async function troubleOf(
  shops: readonly { sandboxUrl: string }[],
  server: Pick<Server, 'deadlocks'>,
  { broken = 0 } = {},
): Promise<string[]> {
  let twice = 0
  for (const shop of shops) twice += await mailsSentTwice(shop)
  return [...(twice > broken ? [`${twice} mails went out twice`] : []), ...deadlocksOf(server)]
}

export function deadlocksOf({ deadlocks }: Pick<Server, 'deadlocks'>): string[] {
  const all = deadlocks()
  return all.length > 0 ? [`${all.length} deadlocks, such as ${all[0]}`] : []
}

/**
 * Counts duplicates among the last few hundred mails in the sandbox, by message id, which is the
 * same at every attempt.
 */
async function mailsSentTwice({ sandboxUrl }: { sandboxUrl: string }): Promise<number> {
  type Message = { headers: { name: string; value: string }[] }
  const answer = await fetch(`${sandboxUrl}/control/mail`)
  const { messages } = (await answer.json()) as { messages: Message[] }
  const ids = messages.map(
    ({ headers }) => headers.find(({ name }) => name.toLowerCase() === 'message-id')?.value,
  )
  return ids.length - new Set(ids).size
}
