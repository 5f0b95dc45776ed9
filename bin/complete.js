import { existsSync } from 'node:fs'
import path from 'node:path'
import { root } from './steps.js'

/** In an image, where everything is installed and built, and nothing can be. */
export const complete = path.join(root, '.build', 'complete')

export const isComplete = () => existsSync(complete)
