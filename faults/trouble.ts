import type { Server } from '#server/kernel/testing/own-postgres.ts'

/**
 * What no shop may come to, in a sentence each. `broken` is how often one was cut or killed at a commit:
 * who had not yet written that a mail went sends it again, under the same id.
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

/** Of the last few hundred that the sandbox took, by the id that a mail keeps at every try. */
async function mailsSentTwice({ sandboxUrl }: { sandboxUrl: string }): Promise<number> {
  type Message = { headers: { name: string; value: string }[] }
  const answer = await fetch(`${sandboxUrl}/control/mail`)
  const { messages } = (await answer.json()) as { messages: Message[] }
  const ids = messages.map(
    ({ headers }) => headers.find(({ name }) => name.toLowerCase() === 'message-id')?.value,
  )
  return ids.length - new Set(ids).size
}
