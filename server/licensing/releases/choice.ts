import type { Database } from '#server/kernel/database/database.ts'
import { transaction } from '#server/kernel/database/database.ts'
import { writeLog } from '#server/platform/logs/log.ts'

export function chooseBetas(db: Database, userId: number, beta: boolean) {
  return transaction(db, async (tx) => {
    const { changed } = await (beta
      ? tx
          .insertInto('beta_testers')
          .values({ user_id: userId })
          .onConflict((conflict) => conflict.doNothing())
          .executeTakeFirstOrThrow()
          .then(({ numInsertedOrUpdatedRows }) => ({ changed: Number(numInsertedOrUpdatedRows) }))
      : tx
          .deleteFrom('beta_testers')
          .where('user_id', '=', userId)
          .executeTakeFirstOrThrow()
          .then(({ numDeletedRows }) => ({ changed: Number(numDeletedRows) })))
    const message = beta ? 'Switched to beta releases' : 'Switched to stable releases'
    if (changed > 0) await writeLog(tx, { source: 'loader', message, userId })
    return { beta }
  })
}
