import type { FastifyInstance } from 'fastify'
import type { RetentionRule } from '#server/kernel/database/retention.ts'
import type { Job } from '#server/kernel/jobs/jobs.ts'
import type { Follower } from './events/followers.ts'
import type { Mail } from './mail/mail.ts'

/** The parts that a domain adds to the shop. `server/shop/domains.ts` lists all domains. */
export type Domain = {
  /** Functions that mount endpoints. They run in order. */
  routes?: readonly ((app: FastifyInstance) => unknown)[]
  jobs?: readonly Job[]
  /** Jobs and SQL that run with an event of another domain. */
  followers?: readonly Follower[]
  /** The mails to individuals. Staff can edit the texts of those declared with `mail`. */
  mails?: readonly Mail[]
  /** Rules that delete data. They run in order. */
  retention?: readonly RetentionRule[]
}
