import type { Tx } from '#server/kernel/database.ts'
import { reachable } from '#server/users/living.ts'
import type { FramedMail } from './frame.ts'
import { queueMail, type Template } from './mail.ts'

/**
 * Writes a mail to every administrator who has an address that is theirs. With `once` nobody gets
 * another with the same.
 */
export async function mailAdmins(tx: Tx, template: Template, mail: FramedMail, once?: string) {
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
