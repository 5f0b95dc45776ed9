import { sql } from 'kysely'
import type * as z from 'zod'
import { staffUsers } from '#contract/people/staff-users.ts'
import { type Database, type Tx, transaction } from '#server/kernel/database/database.ts'
import { Refusal } from '#server/kernel/http/errors.ts'
import { letGoOfTickets } from '#server/people/tickets/work.ts'
import { revokeKeysOf } from '#server/platform/api-keys/staff-keys.ts'
import { record } from '#server/platform/events/record.ts'
import { difference, type Staff } from '#server/platform/logs/staff.ts'
import { refuseStale } from '#server/platform/logs/stale.ts'
import type { Sender } from '#server/platform/mail/frame.ts'
import { spendAllTokensOf } from '#server/platform/sessions/mailed-tokens.ts'
import { endBrowserSessions, endSessions } from '#server/platform/sessions/sessions.ts'
import { masked } from '#server/platform/users/masked.ts'
import { getUser, lockUser } from '#server/platform/users/users.ts'
import { stopRenewalsOfBanned } from '#server/selling/renewals/stop.ts'
import { tellAddressChanged } from './address-change.ts'
import { mailInvitation } from './invitation.ts'
import { keepAnAdmin } from './last-admin.ts'
import { proveOwnAddress } from './own-address.ts'
import { takenRefusal } from './taken.ts'

type Changes = z.output<typeof staffUsers.change.body>
type State = {
  username: string
  email: string
  admin: boolean
  support: boolean
  banned: boolean
  verified: boolean
}

/** Throws 404, and 409 for a taken name, a lock-out, the last administrator or an old revision. */
export async function changeUser(
  db: Database,
  sender: Sender,
  staff: Staff,
  userId: number,
  changes: Changes,
) {
  const requireProven = await proveOwnAddress(db, staff, userId, changes)
  return transaction(db, async (tx) => {
    // Always lock the set of administrators before the user, so that transactions cannot deadlock.
    if (mayShutOut(changes)) await keepAnAdmin(tx, userId)
    const { password_hash, id, revision, ...before } = await lockUser(tx, userId)
    await refuseStale(tx, staff, { user: id }, changes.revision, revision)
    const after = changed(before, changes)
    if (userId === staff.id && losesRights(before, after)) {
      throw new Refusal(staffUsers.change.refusals.not_yourself)
    }
    if (isSame(before, after)) return getUser(tx, userId)
    const moved = after.email !== before.email
    if (moved) requireProven(password_hash)
    const written = await write(tx, userId, after)
    await follow(tx, staff, userId, before, after)
    // Staff who change their own address keep their session: the account is still theirs.
    if (moved && userId !== staff.id) await endSessions(tx, userId)
    if (moved && before.verified) {
      const { username } = after
      await tellAddressChanged(tx, sender, { id, username, from: before.email, to: after.email })
    }
    if (moved && password_hash === null && !after.verified && !after.banned) {
      await mailInvitation(tx, sender, { ...after, id })
    }
    await record(tx, eventOf(before, after), {
      userId,
      staff,
      data: {
        revision: written.revision,
        ...reasonOf(before, after, changes),
        ...difference(tellable(before, moved), tellable(after, moved)),
      },
    })
    return getUser(tx, userId)
  })
}

function mayShutOut({ admin, support, banned, verified }: Changes) {
  return admin === false || support === true || banned === true || verified === false
}

function losesRights(before: State, after: State) {
  const can = (state: State) => state.admin && !state.banned && state.verified
  return can(before) && !can(after)
}

const isSame = (before: State, after: State) =>
  Object.entries(after).every(([name, value]) => before[name as keyof State] === value)

function changed(before: State, changes: Changes): State {
  const { username, email, banned, verified } = changes
  // Roles are exclusive: choosing one removes the other.
  const admin = changes.admin ?? (changes.support ? false : before.admin)
  const support = admin ? false : (changes.support ?? before.support)
  return {
    username: username ?? before.username,
    email: email ?? before.email,
    admin,
    support,
    banned: banned ?? before.banned,
    verified: verified ?? before.verified,
  }
}

async function write(tx: Tx, userId: number, { verified, ...columns }: State) {
  const verified_at = verified ? sql<Date>`coalesce(verified_at, now())` : null
  try {
    return await tx
      .updateTable('users')
      .set({ ...columns, verified_at })
      .where('id', '=', userId)
      .returning('revision')
      .executeTakeFirstOrThrow()
  } catch (error) {
    throw takenRefusal(error) ?? error
  }
}

/** Revokes links, sessions, keys, assigned tickets and renewals. Other domains follow the event. */
async function follow(tx: Tx, staff: Staff, userId: number, before: State, after: State) {
  if (after.email !== before.email) await spendAllTokensOf(tx, userId)
  if ((after.banned && !before.banned) || (!after.verified && before.verified)) {
    await endSessions(tx, userId)
  }
  if (after.banned && !before.banned) await stopRenewalsOfBanned(tx, userId)
  // A session that was stolen from the customer must not become a staff session.
  if (isStaff(after) && changesRole(before, after)) await endBrowserSessions(tx, userId)
  if (!isStaff(after)) await letGoOfTickets(tx, userId)
  if (losesRights(before, after)) await revokeKeysOf(tx, staff, userId)
}

function isStaff({ admin, support, banned }: State) {
  return (admin || support) && !banned
}

function changesRole(before: State, after: State) {
  return after.admin !== before.admin || after.support !== before.support
}

function eventOf(before: State, after: State) {
  if (after.banned !== before.banned) return after.banned ? 'user.banned' : 'user.unbanned'
  if (changesRole(before, after)) return 'user.role_changed'
  return 'user.changed'
}

/** Only the change that bans stores the reason. Later edits keep it. */
function reasonOf(before: State, after: State, { ban_reason: reason }: Changes) {
  return after.banned && !before.banned && reason !== undefined ? { reason } : {}
}

/** Two addresses can look the same when masked, so `moved` says whether it changed. */
function tellable(state: State, moved: boolean): Partial<State> {
  const { email, ...rest } = state
  return moved ? { ...rest, email: masked(email) } : rest
}
