import { describe, expect, it } from 'vitest'
import { demoProgram } from './program.ts'

/** Reads an executable as Windows maps it, with the offsets of the PE format document. */
function mapImage(file: Buffer) {
  const pe = file.readUInt32LE(0x3c)
  const optional = pe + 24
  const sectionTable = optional + file.readUInt16LE(pe + 20)
  const image = Buffer.alloc(file.readUInt32LE(optional + 56))
  const sections = Array.from({ length: file.readUInt16LE(pe + 6) }, (_, index) => {
    const at = sectionTable + 40 * index
    const [size, rva, rawSize, raw] = [8, 12, 16, 20].map((o) => file.readUInt32LE(at + o)) as [
      number,
      number,
      number,
      number,
    ]
    file.copy(image, rva, raw, raw + Math.min(size, rawSize))
    return { size, rva, rawSize, raw }
  })
  const directory = (index: number) => file.readUInt32LE(optional + 112 + 8 * index)
  return { pe, optional, image, sections, directory, entry: file.readUInt32LE(optional + 16) }
}

const asciiAt = (image: Buffer, at: number) => image.toString('latin1', at, image.indexOf(0, at))

function wideAt(image: Buffer, at: number) {
  let end = at
  while (image.readUInt16LE(end) !== 0) end += 2
  return image.toString('utf16le', at, end)
}

/** The imported functions by their slot in the address table. */
function importsOf({ image, directory }: ReturnType<typeof mapImage>) {
  const slots = new Map<number, string>()
  for (let at = directory(1); image.readUInt32LE(at + 12) !== 0; at += 20) {
    const library = asciiAt(image, image.readUInt32LE(at + 12))
    const lookup = image.readUInt32LE(at)
    const addresses = image.readUInt32LE(at + 16)
    for (let slot = 0; image.readBigUInt64LE(lookup + slot) !== 0n; slot += 8) {
      const name = asciiAt(image, Number(image.readBigUInt64LE(lookup + slot)) + 2)
      expect(image.readBigUInt64LE(addresses + slot)).toBe(image.readBigUInt64LE(lookup + slot))
      slots.set(addresses + slot, `${library}!${name}`)
    }
  }
  return slots
}

describe('the demo program', () => {
  const file = demoProgram('1.4.2')
  const program = mapImage(file)

  it('is a PE32+ executable for x64 whose sections are aligned and complete', () => {
    expect(file.toString('latin1', 0, 2)).toBe('MZ')
    expect(file.toString('latin1', program.pe, program.pe + 4)).toBe('PE\0\0')
    expect(file.readUInt16LE(program.pe + 4)).toBe(0x8664)
    expect(file.readUInt16LE(program.optional)).toBe(0x20b)
    for (const { size, rva, rawSize, raw } of program.sections) {
      expect([rva % 0x1000, raw % 0x200, rawSize % 0x200]).toEqual([0, 0, 0])
      expect(size).toBeLessThanOrEqual(rawSize)
    }
    const last = program.sections.at(-1)!
    expect(file.length).toBe(last.raw + last.rawSize)
    expect(program.image.length).toBe(last.rva + 0x1000)
  })

  it('shows its version in a message box, then exits', () => {
    const { image, entry } = program
    const slots = importsOf(program)
    /** The target of an instruction with a relative address, found by its opcode. */
    const target = (opcode: string, from = entry) => {
      const at = image.indexOf(Buffer.from(opcode, 'hex'), from) + opcode.length / 2
      return { rva: at + 4 + image.readInt32LE(at), next: at + 4 }
    }
    expect(wideAt(image, target('488d15').rva)).toBe('Loadout loader 1.4.2 (demo release)')
    expect(wideAt(image, target('4c8d05').rva)).toBe('Loadout')
    const firstCall = target('ff15')
    expect(slots.get(firstCall.rva)).toBe('user32.dll!MessageBoxW')
    expect(slots.get(target('ff15', firstCall.next).rva)).toBe('kernel32.dll!ExitProcess')
  })

  it('is the same for the same version and differs between versions', () => {
    expect(demoProgram('1.4.2')).toEqual(file)
    expect(demoProgram('1.5.0')).not.toEqual(file)
  })
})
