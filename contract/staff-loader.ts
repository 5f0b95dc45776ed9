import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { paged, search } from './lists.ts'
import { refusals } from './refusals.ts'
import { id, pathId, timestamp } from './wire.ts'

/** Bytes that a release can have. */
export const maxReleaseBytes = 500 * 1024 * 1024

/** Of a file that is not taken as a release. */
export const fileRefusals = refusals({
  release_too_large: [413, 'A release has at most 500 MB'],
  not_a_program: [422, 'This file is not a Windows program'],
})

export const release = z
  .object({
    id,
    version: z.string().meta({ example: '1.4.2' }),
    notes: z.string(),
    size: z.int().meta({ description: 'Bytes' }),
    sha256: z.string(),
    current: z.boolean().meta({ description: 'New loaders are built from it' }),
    created_at: timestamp,
    created_by: z.string().nullable().meta({ description: 'Who uploaded it' }),
    builds: z
      .object({ ready: z.int(), building: z.int(), failed: z.int() })
      .meta({ description: 'Loaders made of it, by state; a customer keeps one' }),
  })
  .meta({ id: 'Release' })
export type Release = z.input<typeof release>

export const releaseVersion = z
  .string()
  .trim()
  .regex(
    /^[0-9A-Za-z][0-9A-Za-z.+-]{0,39}$/,
    'A version begins with a letter or digit and has at most 40 letters, digits, “.”, “+” and “-”',
  )
  .meta({ example: '1.5.0' })

export const buildStatus = z.enum(['building', 'ready', 'failed'])

export const build = z
  .object({
    id: z.uuid(),
    uid: id,
    username: z.string(),
    version: z.string(),
    status: buildStatus,
    error: z.string().nullable().meta({ description: 'Why it failed' }),
    size: z.int().nullable(),
    requested_at: timestamp,
    finished_at: timestamp.nullable(),
  })
  .meta({ id: 'Build' })
export type Build = z.input<typeof build>

export const staffReleases = {
  list: endpoint({
    method: 'GET',
    path: '/admin/loader/releases/',
    who: 'staff',
    can: 'manage_loader',
    summary: 'List the releases of the loader',
    description: 'Newest first.',
    query: z.object(paged(10)),
    result: z.object({ releases: z.array(release), total: z.int() }),
  }),
  add: endpoint({
    method: 'POST',
    path: '/admin/loader/releases/',
    who: 'staff',
    can: 'manage_loader',
    summary: 'Upload a release of the loader',
    description:
      'The body is the program itself, a Windows executable of at most 500 MB. New loaders are built from it at once; customers with an older one are told.',
    consumes: 'application/octet-stream',
    query: z.object({
      version: releaseVersion,
      notes: z.string().trim().max(1000, 'Notes have at most 1,000 characters').default(''),
    }),
    result: release,
    status: 201,
    refusals: {
      ...fileRefusals,
      ...refusals({ release_exists: [409, 'There is a release {version} already'] }),
    },
  }),
  makeCurrent: endpoint({
    method: 'POST',
    path: '/admin/loader/releases/{id}/current',
    who: 'staff',
    can: 'manage_loader',
    summary: 'Build new loaders from this release',
    description: 'To roll back. Loaders that were made of another one count as outdated.',
    params: z.object({ id: pathId }),
    result: release,
    refusals: refusals({ unknown_release: [404, 'Release not found'] }),
  }),
}

export const staffBuilds = {
  list: endpoint({
    method: 'GET',
    path: '/admin/loader/builds/',
    who: 'staff',
    can: 'manage_loader',
    summary: 'List the loaders that were built for customers',
    description: 'Those requested last first.',
    query: z.object({
      ...paged(10),
      search: search.meta({ description: 'How the username begins, or the id of a build' }),
      status: buildStatus.optional(),
    }),
    result: z.object({ builds: z.array(build), total: z.int() }),
  }),
  retry: endpoint({
    method: 'POST',
    path: '/admin/loader/builds/{id}/retry',
    who: 'staff',
    can: 'manage_loader',
    summary: 'Build a failed loader again',
    description: 'From the current release.',
    params: z.object({ id: z.uuid() }),
    result: build,
    status: 202,
    refusals: refusals({
      unknown_build: [404, 'Build not found'],
      not_failed: [409, 'Only a failed build can be tried again'],
      building_already: [409, 'This customer’s loader is being built'],
    }),
  }),
  retryAll: endpoint({
    method: 'POST',
    path: '/admin/loader/builds/retry',
    who: 'staff',
    can: 'manage_loader',
    summary: 'Build every failed loader again',
    description: 'From the current release, the latest of each customer, at most 1000 in one call.',
    result: z.object({ retried: z.int() }),
    status: 202,
  }),
}
