import '#bin/become-server.js'

// Only now: what is loaded above is loaded a second time by the process that this one becomes.
await import('./start.ts')
