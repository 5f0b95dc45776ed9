import { createContext } from 'react'

/** The number before the document's title, as in `(3) Orders`. None if it is 0. */
export const TitleCount = createContext(0)
