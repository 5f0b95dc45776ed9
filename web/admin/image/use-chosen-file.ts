import { useRef, useState } from 'react'

type Options = {
  /** Throws an Error with the sentence that says why not. */
  read: (file: File) => Promise<string>
  onRead: (dataUrl: string) => void
  /** Told of the reading, which ends with whether there is something to send. */
  onReading: (reading: Promise<boolean>) => void
}

/** Reads the file that was chosen last, and tells why it is not taken. */
export function useChosenFile({ read, onRead, onReading }: Options) {
  const [problem, setProblem] = useState<string>()
  const latest = useRef<File>(null)

  async function readChosen(file: File): Promise<boolean> {
    latest.current = file
    try {
      const dataUrl = await read(file)
      if (file !== latest.current) return true
      onRead(dataUrl)
      setProblem(undefined)
      return true
    } catch (refusal) {
      if (file !== latest.current) return true
      setProblem((refusal as Error).message)
      return false
    }
  }
  return {
    problem,
    take(file: File | undefined) {
      if (file) onReading(readChosen(file))
    },
    forget: () => setProblem(undefined),
  }
}
