import { readFileSync } from 'node:fs'
import { arch, cpus, networkInterfaces, release, type } from 'node:os'
import { hashOf } from './client.ts'

const read = (path: string) => {
  try {
    return [readFileSync(path, 'utf8').trim()]
  } catch {
    return []
  }
}

/**
 * The device components that Node can read. A loader in another language can read more from the
 * system.
 */
export function thisComputer() {
  const macs = Object.values(networkInterfaces())
    .flatMap((all) => all ?? [])
    .filter(({ internal }) => !internal)
    .map(({ mac }) => mac)
  const values = {
    board: read('/sys/class/dmi/id/board_serial'),
    bios_uuid: read('/sys/class/dmi/id/product_uuid'),
    cpu: [cpus()[0]?.model ?? ''],
    disks: read('/etc/machine-id'),
    macs: [...new Set(macs)].slice(0, 16),
    os: [`${type()} ${release()} ${arch()}`],
  }
  return Object.fromEntries(
    Object.entries(values)
      .filter(([, given]) => given.length > 0)
      .map(([kind, given]) => [kind, given.map(hashOf)]),
  )
}
