import { useRef, useState } from 'react'

type Options = {
  /** Throws an Error with the reason, as a sentence, if the file is refused. */
  read: (file: File) => Promise<string>
  onRead: (dataUrl: string) => void
  /**
   * Called with a promise of the reading, which resolves to whether there is something to submit.
   */
  onReading: (reading: Promise<boolean>) => void
}

/** Reads the file that was chosen last, and reports why it is refused. */
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
