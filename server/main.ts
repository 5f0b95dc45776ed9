import '#bin/become-server.js'

// Import the server only here: the process that replaces this one loads every earlier import a
// second time.
await import('./start.ts')
