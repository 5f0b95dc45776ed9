import type * as z from 'zod'
import type { LogEntry } from '#server/logs/log.ts'
import type { Staff } from '#server/logs/staff.ts'

/** An event as it is recorded: the user that it happened to, and the data of its type. */
export type Told<Data> = { userId: number; data: Data }
export type StaffTold<Data> = Told<Data> & { staff: Staff }

export type Declaration<Data extends z.ZodType, What> = {
  /** For programs: ids, numbers and choices. No addresses, no tokens. */
  data: Data
  /** An example of the data, for the API document. */
  sample: z.output<Data>
  /** The log line of an event. */
  log: (told: What) => Omit<LogEntry, 'userId'>
}

/** An event that no member of staff causes. */
export function event<Data extends z.ZodType>(
  declared: Declaration<Data, Told<z.output<Data>>>,
): Declaration<Data, Told<z.output<Data>>> {
  return declared
}

/** An event that a member of staff causes. */
export function staffEvent<Data extends z.ZodType>(
  declared: Declaration<Data, StaffTold<z.output<Data>>>,
): Declaration<Data, StaffTold<z.output<Data>>> {
  return declared
}
