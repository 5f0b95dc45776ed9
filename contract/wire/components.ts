import * as z from 'zod'

/** The hardware components that identify a device. */
export const componentKinds = [
  'board',
  'bios_uuid',
  'tpm',
  'cpu',
  'gpu',
  'disks',
  'macs',
  'os',
] as const
export type ComponentKind = (typeof componentKinds)[number]

const values = z
  .array(z.string().regex(/^[0-9a-f]{64}$/, 'Must be a SHA-256 in lower-case hex'))
  .max(16)
  .optional()

/**
 * The SHA-256 of each normalised value, by component kind. Serial numbers are never transmitted.
 */
export const components = z
  .strictObject({
    board: values,
    bios_uuid: values,
    tpm: values,
    cpu: values,
    gpu: values,
    disks: values,
    macs: values,
    os: values,
  } satisfies Record<ComponentKind, z.ZodType>)
  .meta({
    id: 'Components',
    description: 'SHA-256 in hex of each normalised value, by kind; see docs/loader.md',
    example: {
      board: ['2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881'],
      cpu: ['a1fce4363854ff888cff4b8e7875d600c2682390412a8cf79b37d0b11148b0fa'],
      os: ['b17ef6d19c7a5b1ee83b907c595526dcb1eb06db8227d650d5dda0a9f4ce8cd9'],
    },
  })
export type Components = z.output<typeof components>
