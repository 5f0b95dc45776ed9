import '#bin/become-server.js'

// Imported only here: the process that replaces this one loads every earlier import again.
await import('./start.ts')
