import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { root } from './steps.js'

const lookEvery = 100

/**
 * Does the work while no other process does any in this checkout: two first starts would install
 * and build into the same folders. Waits for the other one; one that was killed holds nothing.
 * @param {() => Promise<void>} work
 * @param {string} [folder]
 */
export async function alone(work, folder = path.join(root, '.build')) {
  const lock = path.join(folder, 'lock')
  mkdirSync(folder, { recursive: true })
  for (let told = false; !take(lock); told = true) {
    const holder = holderOf(lock)
    if (holder !== undefined && !isAlive(holder)) takeAway(lock, holder)
    else {
      if (!told)
        console.log(`  Waiting for another start in this folder, process ${holder ?? 'unknown'}.`)
      await delay(lookEvery)
    }
  }
  try {
    await work()
  } finally {
    rmSync(lock, { force: true })
  }
}

/** @param {string} lock */
function take(lock) {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'EEXIST') return false
    throw error
  }
}

/** @param {string} file */
function holderOf(file) {
  try {
    return Number(readFileSync(file, 'utf8')) || undefined
  } catch {
    return undefined
  }
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // There is one, of another user.
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM'
  }
}

/**
 * Removes the lock of a process that is gone, unless somebody else has done so and holds it now.
 * @param {string} lock
 * @param {number} holder
 */
function takeAway(lock, holder) {
  const aside = `${lock}.${process.pid}`
  try {
    renameSync(lock, aside)
  } catch {
    return
  }
  if (holderOf(aside) === holder) rmSync(aside)
  else renameSync(aside, lock)
}
