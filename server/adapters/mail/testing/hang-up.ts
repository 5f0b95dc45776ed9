import type { Socket } from 'node:net'
import type { SMTPServer } from 'smtp-server'

/** Breaks every connection to a mail server without an answer. */
export function hangUp({ connections }: SMTPServer) {
  for (const connection of connections)
    (connection as unknown as { _socket: Socket })._socket.destroy()
}
