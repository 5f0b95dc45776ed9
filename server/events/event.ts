import type * as z from 'zod'
import type { LogEntry } from '#server/logs/log.ts'
import { type Staff, type StaffAction, staffEntry } from '#server/logs/staff.ts'

/** An event as it is recorded: the user that it happened to, and the data of its type. */
type Told<Data> = { userId: number; data: Data }
type ToldByStaff<Data> = Told<Data> & { staff: Staff }
type ToldOfShop<Data> = { userId?: number | undefined; data: Data; staff: Staff }

export type Declaration<Data extends z.ZodType, What> = {
  /** For programs: ids, numbers and choices. No addresses, no tokens. */
  data: Data
  /** An example of the data, for the API document. */
  sample: z.output<Data>
  /** The log line of an event. */
  log: (told: What) => LogEntry
}

/** An event that no member of staff causes. */
export function event<Data extends z.ZodType>(
  declared: Declaration<Data, Told<z.output<Data>>>,
): Declaration<Data, Told<z.output<Data>>> {
  return declared
}

type StaffDeclaration<Data extends z.ZodType, What> = {
  /** What the log says, for example `Order refunded`. */
  message: string
  data: Data
  sample: z.output<Data>
  /** What the line has besides, or in place of, the data. */
  line?: (told: What) => Partial<StaffAction>
}

/** What a member of staff does to a user; the log line has all of the data. */
export function staffEvent<Data extends z.ZodObject>(
  declared: StaffDeclaration<Data, ToldByStaff<z.output<Data>>>,
): Declaration<Data, ToldByStaff<z.output<Data>>> {
  return byStaff(declared)
}

/** The same to what belongs to the shop; nobody, or a user whom it happens to concern, is named. */
export function shopEvent<Data extends z.ZodObject>(
  declared: StaffDeclaration<Data, ToldOfShop<z.output<Data>>>,
): Declaration<Data, ToldOfShop<z.output<Data>>> {
  return byStaff(declared)
}

function byStaff<Data extends z.ZodObject, What extends ToldOfShop<z.output<Data>>>({
  message,
  data,
  sample,
  line,
}: StaffDeclaration<Data, What>): Declaration<Data, What> {
  return {
    data,
    sample,
    log(told) {
      const { before, after, ...about } = told.data as Record<string, Record<string, unknown>>
      const { userId } = told
      return staffEntry(told.staff, { message, userId, about, before, after, ...line?.(told) })
    },
  }
}
