import type { Database } from '#server/kernel/database/database.ts'

/** Adds a released device, and the device that replaced it. */
export async function addDevices(db: Database, userId: number) {
  const add = (name: string, released: boolean) =>
    db
      .insertInto('devices')
      .values({
        user_id: userId,
        name,
        os: 'Windows 11',
        released_at: released ? new Date() : null,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
  const old = await add('Old laptop', true)
  const desk = await add('Desk', false)
  await db
    .insertInto('device_history')
    .values([
      { user_id: userId, device_id: old.id, kind: 'bound' },
      { user_id: userId, device_id: old.id, kind: 'drifted', details: '{"kinds":["disks","gpu"]}' },
      { user_id: userId, device_id: old.id, kind: 'released' },
      { user_id: userId, device_id: desk.id, kind: 'bound' },
    ])
    .execute()
}
