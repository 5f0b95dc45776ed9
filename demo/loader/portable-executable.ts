import { fields } from '#server/licensing/loader/little-endian.ts'

const imageBase = 0x1_4000_0000n
const sectionAlignment = 0x1000
const fileAlignment = 0x200
const dosHeaderSize = 0x80
const align = (size: number, to: number) => Math.ceil(size / to) * to

/** A position in memory, relative to the load address of the program. */
type Extent = { rva: number; size: number }
export type Program = {
  /** Machine code, loaded at `codeAddress`. Execution begins at its first byte. */
  code: Buffer
  /** Imports and constants, loaded at `dataAddress`. */
  data: Buffer
  imports: Extent
  addressTable: Extent
}

export const codeAddress = sectionAlignment
/** Code is limited to one page, so that the following data has a known address. */
export const dataAddress = 2 * sectionAlignment

/**
 * Wraps x64 machine code and its data as a Windows executable.
 *
 * Layout after Microsoft's "PE Format" (learn.microsoft.com/windows/win32/debug/pe-format):
 * MS-DOS header and stub, `PE\0\0`, COFF header, PE32+ optional header, section table, sections.
 * The time stamp is zero, so the same program always gives the same bytes.
 */
export function portableExecutable(program: Program): Buffer {
  if (program.code.length > sectionAlignment) throw new Error('The code must fit one page')
  const code = padded(program.code)
  const data = padded(program.data)
  const headers = padded(
    Buffer.concat([
      dosHeader(),
      coffHeader(),
      optionalHeader(program, code.length, data.length),
      // Flags: contains code, executable and readable; contains data, readable.
      section('.text', program.code, codeAddress, fileAlignment, 0x6000_0020),
      section('.rdata', program.data, dataAddress, fileAlignment + code.length, 0x4000_0040),
    ]),
  )
  return Buffer.concat([headers, code, data])
}

function padded(bytes: Buffer): Buffer {
  return Buffer.concat([bytes, Buffer.alloc(align(bytes.length, fileAlignment) - bytes.length)])
}

function dosHeader(): Buffer {
  const bytes = Buffer.alloc(dosHeaderSize)
  bytes.write('MZ', 0, 'latin1')
  bytes.writeUInt16LE(0x90, 2) // bytes on the last page
  bytes.writeUInt16LE(3, 4) // pages
  bytes.writeUInt16LE(4, 8) // paragraphs of this header
  bytes.writeUInt16LE(0xffff, 12) // memory wanted
  bytes.writeUInt16LE(0xb8, 16) // stack pointer
  bytes.writeUInt16LE(0x40, 24) // relocation table
  bytes.writeUInt32LE(dosHeaderSize, 0x3c) // offset of `PE\0\0`
  // push cs; pop ds; mov dx,0eh; mov ah,9; int 21h; mov ax,4c01h; int 21h
  bytes.write('0e1fba0e00b409cd21b8014ccd21', 0x40, 'hex')
  bytes.write('This program cannot be run in DOS mode.\r\r\n$', 0x4e, 'latin1')
  return bytes
}

function coffHeader(): Buffer {
  const signature = Buffer.from('PE\0\0', 'latin1')
  const header = fields(
    [2, 0x8664], // machine: x64
    [2, 2], // sections
    [4, 0], // time stamp
    [4, 0], // symbol table
    [4, 0], // symbols
    [2, 240], // size of the optional header
    [2, 0x22], // executable, large address aware
  )
  return Buffer.concat([signature, header])
}

function optionalHeader(program: Program, codeSize: number, dataSize: number): Buffer {
  const standard = fields(
    [2, 0x20b], // PE32+
    [1, 14], // linker version
    [1, 0],
    [4, codeSize],
    [4, dataSize],
    [4, 0], // uninitialised data
    [4, codeAddress], // entry point
    [4, codeAddress],
  )
  const windows = fields(
    [8, imageBase],
    [4, sectionAlignment],
    [4, fileAlignment],
    [2, 6], // operating system: 6.0, Windows Vista
    [2, 0],
    [4, 0], // image version
    [2, 6], // subsystem version
    [2, 0],
    [4, 0],
    [4, dataAddress + align(program.data.length, sectionAlignment)], // size in memory
    [4, fileAlignment], // size of the headers
    [4, 0], // checksum: for drivers only
    [2, 2], // subsystem: graphical
    [2, 0x8160], // random base, 64-bit entropy, data is not executed, terminal server aware
    [8, 0x10_0000], // stack: reserved, committed
    [8, 0x1000],
    [8, 0x10_0000], // heap: reserved, committed
    [8, 0x1000],
    [4, 0],
    [4, 16], // directories
  )
  const directories = Buffer.alloc(16 * 8)
  const place = (index: number, { rva, size }: Extent) =>
    fields([4, rva], [4, size]).copy(directories, index * 8)
  place(1, program.imports)
  place(12, program.addressTable)
  return Buffer.concat([standard, windows, directories])
}

function section(name: string, content: Buffer, rva: number, at: number, flags: number): Buffer {
  return Buffer.concat([
    Buffer.from(name.padEnd(8, '\0'), 'latin1'),
    fields([4, content.length], [4, rva], [4, align(content.length, fileAlignment)], [4, at]),
    fields([4, 0], [4, 0], [2, 0], [2, 0], [4, flags]), // no relocations, no line numbers
  ])
}
