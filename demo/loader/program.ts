import { fields } from '#server/licensing/loader/little-endian.ts'
import { slotPattern, slotSize } from '#server/licensing/releases/slots.ts'
import { codeAddress, dataAddress, portableExecutable } from './portable-executable.ts'

/**
 * The demo shop's loader: a Windows x64 program that shows one message box and exits. It is a
 * placeholder for the operator's real loader.
 */
export function demoProgram(version: string): Buffer {
  const data = importsAndTexts('Loadout', `Loadout loader ${version} (demo release)`)
  return portableExecutable({ ...data, code: showMessageAndExit(data) })
}

type Placed = ReturnType<typeof importsAndTexts>

/**
 * Imports MessageBoxW and ExitProcess, and places the texts and four slots for marks. Numbers are
 * relative addresses.
 */
function importsAndTexts(title: string, message: string) {
  let data = Buffer.alloc(0)
  const place = (bytes: Buffer) => {
    const start = Math.ceil(data.length / 8) * 8
    data = Buffer.concat([data, Buffer.alloc(start - data.length), bytes])
    return dataAddress + start
  }
  const ascii = (text: string) => Buffer.from(`${text}\0`, 'latin1')
  const wide = (text: string) => Buffer.from(`${text}\0`, 'utf16le')
  // An imported name follows a 16-bit hint, which is 0 here. A table ends with a null entry.
  const named = (name: string) => place(Buffer.concat([Buffer.alloc(2), ascii(name)]))

  const libraries = [
    { name: place(ascii('user32.dll')), imported: named('MessageBoxW') },
    { name: place(ascii('kernel32.dll')), imported: named('ExitProcess') },
  ] as const
  const tables = fields(...libraries.flatMap(({ imported }) => pair(imported)))
  const lookup = place(tables)
  const addresses = place(tables)
  const descriptors = libraries.map(({ name }, index) =>
    fields([4, lookup + 16 * index], [4, 0], [4, 0], [4, name], [4, addresses + 16 * index]),
  )
  const directory = Buffer.concat([...descriptors, Buffer.alloc(20)])
  const imports = { rva: place(directory), size: directory.length }
  const texts = { title: place(wide(title)), message: place(wide(message)) }
  for (let slot = 0; slot < 4; slot += 1) {
    place(Buffer.concat([slotPattern, Buffer.alloc(slotSize - slotPattern.length, slot)]))
  }
  return {
    data,
    imports,
    addressTable: { rva: addresses, size: tables.length },
    messageBox: addresses,
    exitProcess: addresses + 16,
    ...texts,
  }
}

const pair = (imported: number): [8, number][] => [
  [8, imported],
  [8, 0],
]

function showMessageAndExit(at: Placed): Buffer {
  let code = Buffer.alloc(0)
  const emit = (hex: string) => {
    code = Buffer.concat([code, Buffer.from(hex, 'hex')])
  }
  // x64 addresses data relative to the end of the instruction.
  const emitWithAddress = (hex: string, target: number) => {
    emit(hex)
    const distance = Buffer.alloc(4)
    distance.writeInt32LE(target - (codeAddress + code.length + 4))
    code = Buffer.concat([code, distance])
  }
  emit('4883ec28') // sub rsp, 40: shadow space of the calls, and the stack aligned to 16
  emit('31c9') // xor ecx, ecx: no owner window
  emitWithAddress('488d15', at.message) // lea rdx, [message]
  emitWithAddress('4c8d05', at.title) // lea r8, [title]
  emit('41b940000000') // mov r9d, MB_ICONINFORMATION
  emitWithAddress('ff15', at.messageBox) // call [MessageBoxW]
  emit('31c9') // xor ecx, ecx: exit code 0
  emitWithAddress('ff15', at.exitProcess) // call [ExitProcess]
  return code
}
