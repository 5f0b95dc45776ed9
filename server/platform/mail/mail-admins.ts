import type { Tx } from '#server/kernel/database/database.ts'
import { reachable } from '#server/platform/users/living.ts'
import type { FramedMail } from './frame.ts'
import { type Mail, queueMail } from './mail.ts'

/** With `once`, nobody receives a second mail with the same key. */
export async function mailAdmins(tx: Tx, template: Mail, mail: FramedMail, once?: string) {
  const admins = await tx
    .selectFrom('users')
    .select(['id', 'email'])
    .where('admin', '=', true)
    .where(reachable)
    .orderBy('id')
    .execute()
  for (const { id, email } of admins) {
    await queueMail(tx, {
      ...mail,
      to: email,
      userId: id,
      template,
      ...(once && { once: `${once} ${id}` }),
    })
  }
}
