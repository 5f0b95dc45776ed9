import type * as z from 'zod'
import type { LogEntry } from '#server/platform/logs/log.ts'
import {
  type Staff,
  type StaffAction,
  type StaffOrKey,
  staffEntry,
} from '#server/platform/logs/staff.ts'

type Occurrence<Data> = { userId: number; data: Data }
type StaffOccurrence<Data> = Occurrence<Data> & { staff: Staff }
type ShopOccurrence<Data> = { userId?: number | undefined; data: Data; staff: Staff }

export type Declaration<Data extends z.ZodType, What> = {
  /** For programs: ids, numbers and choices. No addresses, no tokens. */
  data: Data
  /** An example of the data, for the API document. */
  sample: z.output<Data>
  log: (occurrence: What) => LogEntry
}

/** An event that is not caused by staff. */
export function event<Data extends z.ZodType>(
  declared: Declaration<Data, Occurrence<z.output<Data>>>,
): Declaration<Data, Occurrence<z.output<Data>>> {
  return declared
}

type StaffDeclaration<Data extends z.ZodType, What> = {
  message: string
  data: Data
  sample: z.output<Data>
  /** Added to `about` in the log entry, or replacing it. `about` has no `before` and `after`. */
  line?: (about: Omit<z.output<Data>, 'before' | 'after'>, occurrence: What) => Partial<StaffAction>
}

/** An action of a staff member on a user. The log entry has all of the data. */
export function staffEvent<Data extends z.ZodObject>(
  declared: StaffDeclaration<Data, StaffOccurrence<z.output<Data>>>,
): Declaration<Data, StaffOccurrence<z.output<Data>>> {
  return byStaff(declared)
}

/** The same for an object of the shop. It names no user, or the user whom it happens to concern. */
export function shopEvent<Data extends z.ZodObject>(
  declared: StaffDeclaration<Data, ShopOccurrence<z.output<Data>>>,
): Declaration<Data, ShopOccurrence<z.output<Data>>> {
  return byStaff(declared)
}

/** An action on an object of the shop, by staff or by a build pipeline's API key. */
export function shopOrKeyEvent<Data extends z.ZodObject>({
  message,
  data,
  sample,
}: StaffDeclaration<Data, never>): Declaration<Data, { data: z.output<Data> } & StaffOrKey> {
  return {
    data,
    sample,
    log({ staff, key, data: about }) {
      if (staff) return byStaff({ message, data, sample }).log({ staff, data: about })
      const { id, name } = key
      return { source: 'staff', message, details: { by_key: name, key: id, ...about } }
    },
  }
}

/** The data as the log shows it: the amount is a price as staff read it, and not in cents. */
export const withAmount = <Data extends { amount_cents: number }>({
  amount_cents,
  ...data
}: Data) => ({ ...data, amount: amount_cents / 100 })

function byStaff<Data extends z.ZodObject, What extends ShopOccurrence<z.output<Data>>>({
  message,
  data,
  sample,
  line,
}: StaffDeclaration<Data, What>): Declaration<Data, What> {
  return {
    data,
    sample,
    log(occurrence) {
      const { userId, staff } = occurrence
      const { before, after, ...about } = occurrence.data as Record<string, Record<string, unknown>>
      const told = line?.(about as Omit<z.output<Data>, 'before' | 'after'>, occurrence)
      return staffEntry(staff, { message, userId, about, before, after, ...told })
    },
  }
}
