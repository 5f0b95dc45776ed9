import { useMedia } from '../../ui/media.ts'

/** Whether the main pointer is a finger, so that the user most likely has an on-screen keyboard. */
export const useOnGlass = () => useMedia('(pointer: coarse)')
