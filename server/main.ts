import '#bin/become-server.js'

// Only here: the process that replaces this one loads every earlier import again.
await import('./start.ts')
